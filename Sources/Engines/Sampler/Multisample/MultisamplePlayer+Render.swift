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

  var soundingVoices: Int {
    @_noLocks get {
      var count = 0
      for group in 0..<Self.groupCount { count += lanes.groups[group].occupied.nonzeroBitCount }
      return count
    }
  }

  /// Frames to the next control step.
  var rest: Int { @_noLocks get { Self.stepFrames - Int(position & Int64(Self.stepFrames - 1)) } }

  @_noLocks private mutating func fill(_ segment: AudioBlock) {
    var done = 0
    while done < segment.frameCount {
      if rest == Self.stepFrames { step() }
      let count = min(rest, segment.frameCount - done)
      let part = segment.slice(from: done, count: count)
      part.silenceFurther()
      lanes.sums.clear()
      for group in 0..<Self.groupCount where lanes.groups[group].occupied != 0 {
        read(group, count)
        lanes.filter(group, count, kernel)
        add(group, count)
      }
      peak = max(peak, output.process(lanes.sums, to: part))
      done += count
      position += Int64(count)
    }
  }

  /// Reads what the voices of a group play.
  @_noLocks private mutating func read(_ group: Int, _ count: Int) {
    for lane in 0..<8 where lanes.groups[group].occupied & (1 << UInt8(lane)) != 0 {
      let index = 8 * group + lane
      let silent = min(voices[index].wait, count)
      for frame in 0..<silent { lanes.frames.put((0, 0), frame: frame, lane: lane) }
      voices[index].wait -= silent
      guard silent < count else { continue }
      readAhead(index, count - silent)
      voices[index].head.read(
        from: silent, to: count, SourcePointer(sources.start + index), into: lanes.frames, lane: lane)
      let zone = table.zone(voices[index].zone)
      if zone.pointee.filter.isComb {
        lanes.combs.process(index, 0, lane: lane, from: silent, to: count, lanes.frames)
      }
      if zone.pointee.filter2.isComb {
        lanes.combs.process(index, 1, lane: lane, from: silent, to: count, lanes.frames)
      }
    }
  }

  /// Adds the voices of a group to the sums.
  @_noLocks private func add(_ group: Int, _ count: Int) {
    let elapsed = Self.stepFrames - rest
    for lane in 0..<8 where lanes.groups[group].occupied & (1 << UInt8(lane)) != 0 {
      let index = 8 * group + lane
      kernel.add(
        lanes.frames, lane: lane, isStereo: sources[index].frames.isStereo, voices[index].ramp, count,
        elapsed: elapsed, to: lanes.sums)
    }
  }

  /// One control step.
  @_noLocks private mutating func step() {
    let haveControlsMoved = controls.follow()
    let haveSignalsMoved = table.follow(controls, isSilent: soundingVoices == 0)
    if haveControlsMoved || haveSignalsMoved { revision &+= 1 }
    output.approach(controls, inverseFrames: 1 / Float(Self.stepFrames))
    startByControllers()
    followOwnPedals()
    var hasEnded = false
    for group in 0..<Self.groupCount where lanes.groups[group].occupied != 0 {
      for lane in 0..<8 where lanes.groups[group].occupied & (1 << UInt8(lane)) != 0 {
        let index = 8 * group + lane
        if voices[index].isOver {
          finish(index)
          hasEnded = true
        } else {
          plan(index, frames: Self.stepFrames)
        }
      }
      lanes.approach(group, frames: Self.stepFrames, range: rates.range)
    }
    if hasEnded { endNotes() }
  }

  @_noLocks private mutating func finish(_ index: Int) {
    voices[index].stage = .off
    voices[index].note = -1
    endStream(index)
    lanes.end(index)
  }

  /// Begins the zones whose controllers have come into their ranges.
  @_noLocks private mutating func startByControllers() {
    for index in 0..<table.startedCount {
      let place = table.started[index]
      let zone = table.zones[place]
      guard choice.enters(index, zone, table, controls), choice.allows(zone.conditions, table, controls),
        choice.isSwitched(zone), choice.isTurn(of: place, zone)
      else { continue }
      var note = SampleNote()
      note.key = Int(zone.centre)
      note.velocity = 127
      choke(zone.group, choice.age)
      makeRoom(for: zone, note, choice.age)
      begin(zone: place, -1, note)
    }
  }
}
