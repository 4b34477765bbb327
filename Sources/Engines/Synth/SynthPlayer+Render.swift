import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetVoices

extension SynthPlayer {
  /// Fills a block and updates the meters. [audio-thread]
  @_noLocks mutating func render(_ block: AudioBlock) {
    // The planned ramps are wrong after the stream has jumped.
    if block.firstFrame != nextFrame { markAll() }
    nextFrame = block.firstFrame
    peak = 0
    preVolumePeak = 0
    var cursor = CommandCursor(block)
    while cursor.isInside {
      while let command = cursor.nextCommand(from: &end) { take(command) }
      fill(cursor.nextSegment())
    }
    end.meters.recordBlock(
      frames: block.frameCount, voices: soundingVoices, peak: peak,
      isSilent: soundingVoices == 0 && preVolumePeak <= Self.quiet)
  }

  /// The level below which sound is not audible: −120 dB.
  private static var quiet: Float { @_noLocks get { 1e-6 } }

  @_noLocks private func markAll() {
    for group in 0..<usedGroups { groups[group].isDirty = true }
  }

  /// Fills a segment without events, split at the control steps.
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
        play(segment.main.slice(from: done, count: count))
      }
      done += count
      nextFrame += Int64(count)
    }
  }

  /// After sleeping, everything starts at the widgets' values.
  @_noLocks mutating func wake() {
    quietFrames = 0
    guard isAsleep else { return }
    isAsleep = false
    isAtRest = false
    controls.settle()
    settleDrawing()
    parameters.value.settle(controls, waves: waves)
    effects.settle(controls)
  }

  /// Takes one control step. Values at rest are not computed again, because they would be most of the work of a
  /// part with few voices.
  @_noLocks private mutating func step() {
    let frames = Float(Self.stepFrames)
    let hasMoved = controls.follow()
    if hasMoved || !isAtRest { followControls(frames, hasMoved: hasMoved) }
    if hasMoved || !effects.isAtRest { effects.approach(controls, frames: frames) }
    parameters.value.position = 0
    advanceLFOs()
    for group in 0..<usedGroups where groups[group].occupied != 0 {
      kernel.step(
        groups.view(group), before: VoiceParametersView(before), now: VoiceParametersView(parameters))
      endSilent(group)
    }
    while usedGroups > 0, groups[usedGroups - 1].occupied == 0 { usedGroups -= 1 }
  }

  @_noLocks private mutating func followControls(_ frames: Float, hasMoved: Bool) {
    before.value = parameters.value
    followDrawing(frames)
    if hasMoved || !parameters.value.isAtRest {
      parameters.value.follow(controls, waves: waves, frames: frames)
    }
    lfoRates = LFORates(controls)
    isAtRest = !hasMoved && parameters.value.isAtRest && waves.drawn.isComplete
  }

  /// Advances the shared LFOs by one control step, or goes to where the music is. A wave is computed only if it is used.
  @_noLocks private mutating func advanceLFOs() {
    if let cycles = cycles(.lfoSync) {
      lfo.go(to: cycles)
    } else {
      lfo.advance(by: Lanes(repeating: lfoRates.lfo))
    }
    if let cycles = cycles(.lfo2Sync) {
      secondLFO.go(to: cycles)
    } else {
      secondLFO.advance(by: Lanes(repeating: lfoRates.secondLFO))
    }
    vibrato.advance(by: Lanes(repeating: lfoRates.vibrato))
    var shared = GlobalModulation(lfoRates)
    if parameters.value.lfo.isUsed { shared.lfo = lfo.values(parameters.value.lfo.shape)[0] }
    if parameters.value.secondLFO.isUsed {
      shared.secondLFO = secondLFO.values(parameters.value.secondLFO.shape)[0]
    }
    if parameters.value.hasVibrato { shared.vibrato = vibrato.values(.sine)[0] }
    parameters.value.follow(shared)
  }

  /// How many cycles of an LFO the music has had; nil if the LFO does not follow it.
  @_noLocks private func cycles(_ sync: SynthParameter) -> Double? {
    guard let music, let beats = Tempo.beats(Int(controls[sync])) else { return nil }
    return music.quarters(at: nextFrame) / Double(beats)
  }

  /// Completes a wave that was drawn while the player was asleep, so that the first note has it.
  @_noLocks private mutating func settleDrawing() {
    let user = Float(Waveform.user.index)
    guard controls[.osc1Wave] == user || controls[.osc2Wave] == user else { return }
    waves.drawn.settle(WaveDrawing(controls))
    parameters.value.arrival.jump(to: 1)
  }

  /// Computes a changed drawing in parts, and fades to it within 5 ms when it is complete.
  @_noLocks private mutating func followDrawing(_ frames: Float) {
    parameters.value.advanceRamps()
    if parameters.value.arrival.value > 0.999 {
      parameters.value.arrival.jump(to: 1)
      guard waves.drawn.follow(WaveDrawing(controls)) else { return }
      parameters.value.arrival.jump(to: 0)
      parameters.value.arrival.approach(1, inverseFrames: 1 / (8 * frames))
    }
  }

  /// Frees lanes that were released and have become silent.
  @_noLocks private mutating func endSilent(_ group: Int) {
    let ended = groups[group].ampEnvelope.ended
    guard ended.isAnyTrue else { return }
    for index in 0..<8 where ended[index] && groups[group].occupied & (1 << UInt8(index)) != 0 {
      groups[group].free(lane: index)
      voices.laneEnded(group * 8 + index, telling: &end)
    }
  }

  @_noLocks private mutating func planChanged(frames: Int) {
    for group in 0..<usedGroups where groups[group].isDirty && groups[group].occupied != 0 {
      groups[group].catchUp(parameters.value)
      kernel.plan(
        groups.view(group), VoiceParametersView(parameters), frames: Float(frames),
        lastPitch: lastPitch ?? .nan)
    }
    guard let begun else { return }
    lastPitch = voices[begun].expression.pitch
    self.begun = nil
  }

  /// Whether the last plan made every voice equal on both sides.
  private var isCentred: Bool {
    @_noLocks get {
      for group in 0..<usedGroups where groups[group].occupied != 0 && !groups[group].isCentred {
        return false
      }
      return true
    }
  }

  @_noLocks private mutating func play(_ sound: StereoSamples) {
    let (isCentred, count) = (isCentred, sound.frameCount)
    buffers.clearSums(count, isCentred: isCentred)
    kernel.play(
      groups.prefix(usedGroups), VoiceParametersView(parameters), count: count, buffers: buffers)
    parameters.value.position += count
    let isSounding = soundingVoices > 0
    buffers.mix(to: sound, isCentred: isCentred)
    let loudest = effects.process(sound, controls)
    peak = max(peak, loudest.peak)
    preVolumePeak = max(preVolumePeak, loudest.preVolumePeak)
    quietFrames = isSounding || loudest.preVolumePeak > Self.quiet ? 0 : quietFrames + count
  }
}
