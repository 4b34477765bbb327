import SpinetDSP
import SpinetEngine
import SpinetRealtime

extension SamplePlayer {
  /// Fills a block and updates the meters. [audio-thread]
  @_noLocks mutating func render(_ block: AudioBlock) {
    // After a jump of the stream the planned ramps are wrong.
    if block.firstFrame != nextFrame { for group in 0..<voices.groupCount { groups[group].isDirty = true } }
    nextFrame = block.firstFrame
    peak = 0
    var cursor = CommandCursor(block)
    while cursor.isInside {
      while let command = cursor.nextCommand(from: &end) { take(command) }
      fill(cursor.nextSegment())
    }
    let sounding = soundingVoices
    end.meters.recordBlock(frames: block.frameCount, voices: sounding, peak: peak, isSilent: sounding == 0)
  }

  /// Fills a segment without events, split at the control steps.
  @_noLocks private mutating func fill(_ segment: AudioBlock) {
    var done = 0
    while done < segment.frameCount {
      let into = Int(nextFrame & Int64(Self.stepFrames - 1))
      let rest = Self.stepFrames - into
      let count = min(rest, segment.frameCount - done)
      if isAsleep {
        segment.slice(from: done, count: count).silence()
      } else {
        if into == 0 { step() }
        for group in 0..<voices.groupCount where groups[group].isDirty && groups[group].occupied != 0 {
          groups[group].catchUp(parameters)
          groups[group].plan(
            parameters, frames: Float(rest), range: range, heads: heads, firstHead: 8 * group)
        }
        play(segment.main.slice(from: done, count: count))
      }
      done += count
      nextFrame += Int64(count)
    }
  }

  @_noLocks mutating func wake() {
    guard isAsleep else { return }
    isAsleep = false
    settle()
  }

  /// One control step.
  @_noLocks private mutating func step() {
    let before = parameters
    let wasBypassed = filterGains.isBypassed
    controls.follow()
    approach(inverseFrames: 1 / Float(Self.stepFrames))
    let startsFilters = wasBypassed && !filterGains.isBypassed
    isAsleep = true
    for group in 0..<voices.groupCount where groups[group].occupied != 0 {
      groups[group].catchUp(before)
      endSilent(group)
      if startsFilters { groups[group].clearFilters() }
      groups[group].follow()
      groups[group].isDirty = true
      if groups[group].occupied != 0 { isAsleep = false }
      if isScrubbed { scrub(group) }
    }
  }

  /// Frees the lanes that were released and are silent, and those at the end of the sample.
  @_noLocks private mutating func endSilent(_ group: Int) {
    let ended = groups[group].ended
    for index in 0..<8 where groups[group].occupied & (1 << UInt8(index)) != 0 {
      let lane = group * 8 + index
      guard ended[index] || heads[lane].isOver else { continue }
      groups[group].free(lane: index)
      if newestLane == lane { newestLane = nil }
      voices.laneEnded(lane, telling: &end)
    }
  }

  @_noLocks private mutating func play(_ sound: StereoSamples) {
    let (left, right, count) = (sound.left, sound.right, sound.frameCount)
    sums.clear(count)
    for group in 0..<voices.groupCount where groups[group].occupied != 0 {
      read(group, count)
      groups[group].render(
        count, heard, stereo: source.value.frames.isStereo, gains: filterGains, into: sums)
    }
    filterGains.dry.skip(count)
    filterGains.low.skip(count)
    for frame in 0..<count {
      let sum = sums.left[frame].total
      left[frame] = sum * leftGain.next()
      right[frame] = (source.value.frames.isStereo ? sums.right[frame].total : sum) * rightGain.next()
    }
    peak = max(peak, limiter.process(sound))
    showPosition(count)
  }

  /// Reads the sounding lanes of a group. The others have no gain.
  @_noLocks private mutating func read(_ group: Int, _ count: Int) {
    for lane in 0..<8 where groups[group].occupied & (1 << UInt8(lane)) != 0 {
      heads[8 * group + lane].read(to: count, SourcePointer(source.address), into: frames, lane: lane)
    }
    frames.turn(count, into: heard, isStereo: source.value.frames.isStereo, source.value.kernel)
  }

  @_noLocks private mutating func showPosition(_ count: Int) {
    framesToShow -= count
    guard framesToShow <= 0 else { return }
    framesToShow += showFrames
    guard let newestLane else { return }
    let frame = Double(heads[newestLane].position) * (1 / 4_294_967_296)
    controls.show(min(max(frame / Double(source.value.frames.count), 0), 1), as: .position)
  }
}
