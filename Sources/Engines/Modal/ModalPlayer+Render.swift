import SpinetDSP
import SpinetEngine
import SpinetRealtime

extension ModalPlayer {
  /// Fills a block and updates the meters. [audio-thread]
  @_noLocks mutating func render(_ block: AudioBlock) {
    nextFrame = block.firstFrame
    peak = 0
    preVolumePeak = 0
    var cursor = CommandCursor(block)
    while cursor.isInside {
      while let command = cursor.nextCommand(from: &end) { take(command) }
      fill(cursor.nextSegment())
    }
    let sounding = soundingVoices
    end.meters.recordBlock(
      frames: block.frameCount, voices: sounding, peak: peak,
      isSilent: sounding == 0 && preVolumePeak <= 1e-6)
  }

  /// Fills a segment without events, split at the control steps.
  @_noLocks private mutating func fill(_ segment: AudioBlock) {
    var done = 0
    while done < segment.frameCount {
      let into = Int(nextFrame & Int64(Self.stepFrames - 1))
      let count = min(Self.stepFrames - into, segment.frameCount - done)
      if into == 0 { isAsleep = quietFrames >= longestPause }
      if isAsleep {
        segment.slice(from: done, count: count).silence()
      } else {
        strikeFresh()
        if into == 0 { step() }
        play(segment.main.slice(from: done, count: count))
      }
      done += count
      nextFrame += Int64(count)
    }
  }

  @_noLocks private mutating func strikeFresh() {
    for lane in 0..<assignments.laneCount where voices[lane].isFresh { strike(lane) }
  }

  /// Takes one control step.
  @_noLocks private mutating func step() {
    controls.follow()
    output.approach(controls, frames: Float(Self.stepFrames))
    for lane in 0..<assignments.laneCount where !voices[lane].isFree {
      move(lane)
      if isOver(lane) { end(lane) }
    }
  }

  /// Moves pitches and filters by a control step.
  @_noLocks private mutating func move(_ lane: Int) {
    let seconds = Float(Self.stepFrames) / framesPerSecond
    voices[lane].age += seconds
    voices[lane].pitch += (voices[lane].pitchTarget - voices[lane].pitch) * 0.3
    voices[lane].rise.approach(min(1, riseTarget(lane, seconds)), inverseFrames: 1 / Float(Self.stepFrames))
    tune(lane)
  }

  @_noLocks private func riseTarget(_ lane: Int, _ seconds: Float) -> Float {
    let attack = voices[lane].traits.attack
    return attack <= 0 ? 1 : voices[lane].rise.value + seconds / attack
  }

  @_noLocks private func isOver(_ lane: Int) -> Bool {
    if voices[lane].fadeLevel < 1e-5 { return true }
    guard !voices[lane].noise.isActive else { return false }
    if voices[lane].traits.isOrgan && !voices[lane].isReleased { return false }
    return loudness(ofLane: lane) < 1e-10
  }

  @_noLocks mutating func end(_ lane: Int) {
    voices[lane].state = .free
    assignments.laneEnded(lane, telling: &end)
  }

  @_noLocks private mutating func play(_ sound: StereoSamples) {
    let (left, right, count) = (sound.left, sound.right, sound.frameCount)
    left.fill(0)
    right.fill(0)
    var isSounding = false
    for lane in 0..<assignments.laneCount where !voices[lane].isFree {
      isSounding = true
      add(lane, to: sound)
    }
    let loudest = output.process(sound, controls)
    peak = max(peak, loudest.peak)
    preVolumePeak = max(preVolumePeak, loudest.preVolumePeak)
    quietFrames = isSounding || loudest.preVolumePeak > 1e-6 ? 0 : quietFrames + count
  }

  /// Adds a voice.
  @_noLocks private mutating func add(_ lane: Int, to sound: StereoSamples) {
    let (left, right, count) = (sound.left, sound.right, sound.frameCount)
    for frame in 0..<count { sums[frame] = .zero }
    let first = firstBank(lane)
    for row in 0..<voices[lane].traits.rowCount { banks[first + row].add(to: sums.start, count) }
    // A local copy stays in registers.
    var voice = voices[lane]
    for frame in 0..<count {
      let motion = voice.pickUp(sums[frame].total) + voice.noise.next()
      let level = voice.rise.next() * voice.fadeLevel
      voice.fadeLevel *= voice.fading
      left[frame] += motion * level * voice.left
      right[frame] += motion * level * voice.right
    }
    voices[lane] = voice
  }
}
