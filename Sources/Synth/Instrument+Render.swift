import DSP
import Engine
import Realtime

extension Instrument {
  /// Fills a block and notes what it was like. [audio-thread]
  @_noLocks mutating func render(_ block: AudioBlock) {
    // After a jump of the stream the lines laid ahead lead elsewhere.
    if block.firstFrame != nextFrame { markAll() }
    nextFrame = block.firstFrame
    peak = 0
    var cursor = CommandCursor(end: end, block: block)
    while let segment = cursor.nextSegment(taking: { command in take(command) }) { fill(segment) }
    end.meters.noteBlock(
      frames: block.frameCount, voices: soundingVoices, peak: peak,
      isSilent: soundingVoices == 0 && peak < 1e-5)
  }

  private var soundingVoices: Int {
    @_noLocks get {
      var count = 0
      for group in 0..<Self.groupCount { count += groups[group].occupied.nonzeroBitCount }
      return count
    }
  }

  @_noLocks private func markAll() {
    for group in 0..<Self.groupCount { groups[group].isDirty = true }
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
    voicing = Voicing(controls, modulation: Modulation(), stepFrames: Float(Self.stepFrames))
    waves = VoiceWaves(voicing, tables: waveTables)
    gains.settle(controls)
    effects.settle(controls)
  }

  /// A control step of everything.
  @_noLocks private mutating func step() {
    let frames = Float(Self.stepFrames)
    controls.follow()
    let seconds = frames * controls.secondsPerFrame
    let shape = LowFrequencyOscillator.Shape(index: Int(controls[.lfoWave]))
    let modulation = Modulation(
      lfo: lfo.advance(by: controls[.lfoRate] * seconds, shape: shape),
      vibrato: vibrato.advance(by: controls[.vibratoRate] * seconds, shape: .sine))
    let before = voicing
    voicing = Voicing(controls, modulation: modulation, stepFrames: frames)
    waves = VoiceWaves(voicing, tables: waveTables)
    gains.approach(controls, inverseFrames: 1 / frames)
    effects.approach(controls, frames: frames)
    for group in 0..<Self.groupCount where groups[group].occupied != 0 {
      groups[group].catchUp(before)
      endSilent(group)
      groups[group].follow(glidePace: voicing.glidePace)
      groups[group].isDirty = true
    }
  }

  /// Frees the lanes that have let go and are silent.
  @_noLocks private mutating func endSilent(_ group: Int) {
    let ended = groups[group].ampEnvelope.ended
    guard any(ended) else { return }
    for index in 0..<8 where ended[index] && groups[group].occupied & (1 << UInt8(index)) != 0 {
      groups[group].free(lane: index)
      let lane = group * 8 + index
      guard let number = owners[lane] else { continue }
      owners[lane] = nil
      voices[number].lane = nil
      if voices[number].isReleased { end(number) }
    }
  }

  @_noLocks private mutating func planChanged(frames: Int) {
    for group in 0..<Self.groupCount where groups[group].isDirty && groups[group].occupied != 0 {
      groups[group].catchUp(voicing)
      groups[group].plan(voicing, frames: Float(frames), range: range, lastPitch: lastPitch)
    }
    guard let begun else { return }
    lastPitch = voices[begun].touch.pitch
    self.begun = nil
  }

  @_noLocks private mutating func play(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    gains.fill(count)
    sums.clear(count)
    var isSounding = false
    for group in 0..<Self.groupCount where groups[group].occupied != 0 {
      groups[group].render(count, waves: waves, gains: gains, into: sums)
      groups[group].pass(frames: count)
      isSounding = true
    }
    for frame in 0..<count {
      let centre = sums.centre[frame].total
      left[frame] = centre + sums.left[frame].total
      right[frame] = centre + sums.right[frame].total
    }
    let loudest = effects.process(left, right, count: count)
    peak = max(peak, loudest)
    quietFrames = isSounding || loudest > 1e-6 ? 0 : quietFrames + count
  }
}
