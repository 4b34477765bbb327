import DSP
import Engine
import Realtime
import Voices

extension Instrument {
  /// Fills a block and notes what it was like. [audio-thread]
  @_noLocks mutating func render(_ block: AudioBlock) {
    // After a jump of the stream the lines laid ahead lead elsewhere.
    if block.firstFrame != nextFrame { markAll() }
    nextFrame = block.firstFrame
    peak = 0
    hidden = 0
    var cursor = CommandCursor(end: end, block: block)
    while let segment = cursor.nextSegment(taking: { command in take(command) }) { fill(segment) }
    end.meters.noteBlock(
      frames: block.frameCount, voices: soundingVoices, peak: peak,
      isSilent: soundingVoices == 0 && hidden <= Self.quiet)
  }

  /// Nobody hears what is not above it: −120 dB.
  private static var quiet: Float { @_noLocks get { 1e-6 } }

  @_noLocks private func markAll() {
    for group in 0..<voices.groupCount { groups[group].isDirty = true }
  }

  /// A stretch without events, cut at the control steps.
  @_noLocks private mutating func fill(_ segment: AudioBlock) {
    var done = 0
    while done < segment.frameCount {
      let into = Int(nextFrame & Int64(Self.stepFrames - 1))
      let rest = Self.stepFrames - into
      let count = min(rest, segment.frameCount - done)
      if into == 0 { isAsleep = quietFrames >= longestPause }
      if isAsleep {
        segment.slice(from: done, count: count).silence()
      } else {
        if into == 0 { step() }
        planChanged(frames: rest)
        play(segment.left + done, segment.right + done, count)
      }
      done += count
      nextFrame += Int64(count)
    }
  }

  /// Asleep, nothing is worked out; awake again, everything is where the widgets say.
  @_noLocks mutating func wake() {
    quietFrames = 0
    guard isAsleep else { return }
    isAsleep = false
    controls.settle()
    settleDrawing()
    voicing.pointee.settle(controls, waves: waves)
    effects.settle(controls)
  }

  /// A control step of everything.
  @_noLocks private mutating func step() {
    let frames = Float(Self.stepFrames)
    controls.follow()
    before.pointee = voicing.pointee
    followDrawing(frames)
    voicing.pointee.follow(controls, move(), waves: waves, frames: frames)
    effects.approach(controls, frames: frames)
    for group in 0..<voices.groupCount where groups[group].occupied != 0 {
      kernel.step(groups + group, before: before, now: voicing)
      endSilent(group)
    }
  }

  /// A control step of the slow waves.
  @_noLocks private mutating func move() -> Motion {
    let seconds = Float(Self.stepFrames) * controls.secondsPerFrame
    var motion = Motion()
    motion.lfoPace = seconds * (controls.seconds(.lfoSync).map { 1 / $0 } ?? controls[.lfoRate])
    motion.secondLFOPace = seconds * (controls.seconds(.lfo2Sync).map { 1 / $0 } ?? controls[.lfo2Rate])
    let shape = LowFrequencyOscillator.Shape(index: Int(controls[.lfoWave]))
    let secondShape = LowFrequencyOscillator.Shape(index: Int(controls[.lfo2Wave]))
    motion.lfo = lfo.advance(by: Lanes(repeating: motion.lfoPace), shape: shape)[0]
    motion.secondLFO = secondLFO.advance(by: Lanes(repeating: motion.secondLFOPace), shape: secondShape)[0]
    let vibratoPace = Lanes(repeating: controls[.vibratoRate] * seconds)
    motion.vibrato = vibrato.advance(by: vibratoPace, shape: .sine)[0]
    return motion
  }

  /// What was drawn while nothing was worked out is heard from the first note on.
  @_noLocks private mutating func settleDrawing() {
    let user = Float(Waveform.user.index)
    guard controls[.osc1Wave] == user || controls[.osc2Wave] == user else { return }
    waves.drawn.settle(WaveDrawing(controls))
    voicing.pointee.arrival.jump(to: 1)
  }

  /// A drawn wave that has changed is heard within 5 ms of being whole; one that nobody plays is ready when
  /// somebody does.
  @_noLocks private mutating func followDrawing(_ frames: Float) {
    voicing.pointee.bringRampsUp()
    if voicing.pointee.arrival.value > 0.999 {
      voicing.pointee.arrival.jump(to: 1)
      guard waves.drawn.follow(WaveDrawing(controls)) else { return }
      voicing.pointee.arrival.jump(to: 0)
      voicing.pointee.arrival.approach(1, inverseFrames: 1 / (8 * frames))
    }
  }

  /// Frees the lanes that have let go and are silent.
  @_noLocks private mutating func endSilent(_ group: Int) {
    let ended = groups[group].ampEnvelope.ended
    guard ended.isAnyTrue else { return }
    for index in 0..<8 where ended[index] && groups[group].occupied & (1 << UInt8(index)) != 0 {
      groups[group].free(lane: index)
      voices.leave(group * 8 + index)
    }
  }

  @_noLocks private mutating func planChanged(frames: Int) {
    for group in 0..<voices.groupCount where groups[group].isDirty && groups[group].occupied != 0 {
      groups[group].catchUp(voicing.pointee)
      kernel.plan(groups + group, voicing, frames: Float(frames), lastPitch: lastPitch ?? .nan)
    }
    guard let begun else { return }
    lastPitch = voices[begun].touch.pitch
    self.begun = nil
  }

  @_noLocks private mutating func play(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    buffers.clearSums(count)
    kernel.play(groups, groupCount: voices.groupCount, voicing, count: count, buffers: buffers)
    voicing.pointee.position += count
    let isSounding = soundingVoices > 0
    for frame in 0..<count {
      let centre = buffers.centre[frame].total
      left[frame] = centre + buffers.left[frame].total
      right[frame] = centre + buffers.right[frame].total
    }
    let loudest = effects.process(left, right, count: count)
    peak = max(peak, loudest.peak)
    hidden = max(hidden, loudest.hidden)
    quietFrames = isSounding || loudest.hidden > Self.quiet ? 0 : quietFrames + count
  }
}
