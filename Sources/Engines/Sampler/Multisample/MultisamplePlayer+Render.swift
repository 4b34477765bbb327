import CRealtime
import SpinetDSP
import SpinetEngine
import SpinetRealtime

extension MultisamplePlayer {
  /// Fills a block and updates the meters. [audio-thread]
  @_noLocks mutating func render(_ block: AudioBlock) {
    peak = 0
    position = block.firstFrame
    var cursor = CommandCursor(block)
    while cursor.isInside {
      while let command = cursor.nextCommand(from: &end) { take(command) }
      beginAndEnd()
      fill(cursor.nextSegment())
    }
    let sounding = soundingVoices
    end.meters.recordBlock(frames: block.frameCount, voices: sounding, peak: peak, isSilent: sounding == 0)
  }

  private var soundingVoices: Int {
    @_noLocks get {
      var count = 0
      for index in 0..<Self.voiceCount where !voices[index].isOff { count += 1 }
      return count
    }
  }

  /// Frames to the next control step.
  private var rest: Int { @_noLocks get { Self.stepFrames - Int(position & Int64(Self.stepFrames - 1)) } }

  @_noLocks private mutating func fill(_ segment: AudioBlock) {
    var done = 0
    while done < segment.frameCount {
      if rest == Self.stepFrames { step() }
      let count = min(rest, segment.frameCount - done)
      let part = segment.slice(from: done, count: count)
      part.silence()
      for index in 0..<Self.voiceCount where !voices[index].isOff { play(index, part) }
      for frame in 0..<count {
        part.left[frame] *= leftGain.next()
        part.right[frame] *= rightGain.next()
      }
      peak = max(peak, limiter.process(part.main))
      done += count
      position += Int64(count)
    }
  }

  @_noLocks private func play(_ index: Int, _ part: AudioBlock) {
    let count = part.frameCount
    voices[index].head.read(count, voices[index].source, into: scratch, lane: 0)
    let zone = zones[voices[index].zone]
    for frame in 0..<count {
      let amp = voices[index].amp.next()
      part.left[frame] += scratch.left[frame][0] * amp * zone.left
      part.right[frame] += scratch.right[frame][0] * amp * zone.right
    }
  }

  /// One control step.
  @_noLocks private mutating func step() {
    controls.follow()
    setGains(inverseFrames: 1 / Float(Self.stepFrames))
    var hasEnded = false
    for index in 0..<Self.voiceCount where !voices[index].isOff {
      if isOver(index) {
        voices[index].stage = .off
        voices[index].note = -1
        hasEnded = true
      } else {
        plan(index, frames: Float(Self.stepFrames))
      }
    }
    if hasEnded { endNotes() }
  }

  @_noLocks private func isOver(_ index: Int) -> Bool {
    let voice = voices[index]
    return voice.head.isOver || voice.isEnding && voice.level <= 1e-4
  }

  /// Begins a zone for a note, at the current frame.
  @_noLocks mutating func begin(zone: Int, _ number: Int) {
    let index = freeVoice()
    let expression = notes[number].expression
    var voice = SampleVoice(zones[zone].source)
    voiceAge &+= 1
    voice.age = voiceAge
    voice.note = number
    voice.zone = zone
    voice.stage = .attack
    voice.holdRest = zones[zone].hold
    voice.loudness = zones[zone].loudness(notes[number].velocity)
    voice.pitch = expression.pitch + expression.bend
    voice.head.begin(at: zones[zone].offset)
    voices[index] = voice
    plan(index, frames: Float(rest))
    // With an attack of up to 1 ms, the sample begins at full level: a ramp would soften the attack of the recording.
    if attack(index) <= 0.001 { voices[index].amp.jump(to: voice.loudness) }
  }

  /// A free voice; if there is none, the quietest one.
  @_noLocks private func freeVoice() -> Int {
    var best = 0
    var level = Float.infinity
    for index in 0..<Self.voiceCount {
      if voices[index].isOff { return index }
      let heard = voices[index].level * voices[index].loudness
      if heard < level { (best, level) = (index, heard) }
    }
    return best
  }

  @_noLocks private func attack(_ index: Int) -> Float {
    let own = zones[voices[index].zone].attack
    return max(own, value(.attack))
  }

  /// Sets the gain and the playing speed of a voice for the next `frames`.
  @_noLocks private func plan(_ index: Int, frames: Float) {
    advance(index, seconds: frames * secondsPerFrame)
    let voice = voices[index]
    voices[index].amp.approach(voice.level * voice.loudness, inverseFrames: 1 / frames)
    let zone = zones[voice.zone]
    let semitones = 69 + 12 * (voice.pitch - 8.781_359_7) - zone.centre
    let octaves =
      semitones * zone.tracking + zone.octaves + value(.tune) / 1200 + value(.pitchBend) / 12
    // Within 0.0024 cents of the sample's pitch, the step is exactly 1.
    let isRoot = octaves < 2e-6 && octaves > -2e-6
    let ratio = isRoot ? 1 : rt_exp2(Double(min(max(octaves, -12), 8)))
    voices[index].head.step = Int64(ratio * 4_294_967_296)
  }

  /// Moves the envelope on by `seconds`.
  @_noLocks private func advance(_ index: Int, seconds: Float) {
    let zone = zones[voices[index].zone]
    var level = voices[index].level
    switch voices[index].stage {
    case .off: break
    case .attack:
      level = min(1, level + seconds / max(attack(index), 1e-4))
      if level >= 1 { voices[index].stage = .hold }
    case .hold:
      voices[index].holdRest -= seconds
      if voices[index].holdRest <= 0 { voices[index].stage = .decay }
    case .decay:
      level = zone.sustain + (level - zone.sustain) * Self.share(seconds, of: zone.decay)
    case .release:
      // It falls towards −0.001, so that it reaches zero.
      level = max(0, (level + 0.001) * Self.share(seconds, of: max(zone.release, value(.release))) - 0.001)
    case .fade: level = max(0, level - seconds / 0.005)
    }
    voices[index].level = level
  }

  /// The share of a distance that is left after `seconds`, when a thousandth is left after `time`.
  @_noLocks private static func share(_ seconds: Float, of time: Float) -> Float {
    Float(rt_exp2(Double(-9.967_226 * seconds / max(time, 1e-4))))
  }
}
