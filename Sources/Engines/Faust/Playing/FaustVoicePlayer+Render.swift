import CFaust
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

extension FaustVoicePlayer {
  /// Fills a block and notes what it was like. [audio-thread]
  @_noLocks mutating func render(_ block: AudioBlock) {
    faust_enter(name)
    peak = 0
    followWidgets()
    settleAfterRest(block.timeline)
    var cursor = CommandCursor(block)
    while cursor.isInside {
      while let command = cursor.nextCommand(from: &end) { take(command) }
      fill(cursor.nextSegment())
    }
    showBargraphs()
    faust_leave()
    let sounding = soundingLanes
    end.meters.noteBlock(
      frames: block.frameCount, voices: sounding, peak: peak,
      isSilent: isPolyphonic && sounding == 0 && effect.isAsleepOrAbsent)
  }

  private var soundingLanes: Int {
    @_noLocks get {
      var count = 0
      for lane in 0..<laneCount {
        if case .free = lanes[lane].use { continue }
        count += 1
      }
      return count
    }
  }

  // MARK: Widgets

  @_noLocks private mutating func followWidgets() {
    for index in 0..<controlCount where controls[index].takeMove() {
      for lane in 0..<laneCount { tell(lanes[lane], index) }
      tellTemplate(index)
    }
    effect?.followWidgets()
  }

  /// Lets what moved during a rest of the card arrive before the first voice starts, in as few frames as a block has
  /// room for. The template goes on from there as after any other move.
  @_noLocks private mutating func settleAfterRest(_ timeline: Timeline) {
    let last = self.timeline
    self.timeline = timeline
    guard let template, template.frames > 0, soundingLanes == 0 else { return }
    let moment = timeline.anchorTime
    if let last, last.frame(of: moment) - timeline.frame(of: moment) < shortestRest { return }
    input.clear(input.capacity)
    for _ in 0..<Self.mostApproaches {
      template.note()
      run(template.lane, spanFrames)
      template.note()
      run(template.lane, spanFrames)
      guard template.approachGoals() else { return }
    }
  }

  @_noLocks func tell(_ lane: VoiceLane, _ control: Int) {
    lane.zones[control].pointee = controls[control].value
  }

  /// Of several voices the one that shows most.
  @_noLocks private func showBargraphs() {
    for index in 0..<controlCount where controls[index].isBargraph {
      var shown = controls[index].lowest
      for lane in 0..<laneCount {
        let level = lanes[lane].zones[index].pointee
        if case .sounding = lanes[lane].use, level.isFinite { shown = max(shown, level) }
      }
      _ = controls[index].cell?.store(Double(shown))
    }
    effect?.showBargraphs()
  }

  // MARK: Sound

  /// A stretch without events, in parts that fit, cut where something comes to rest: so the samples do not
  /// depend on where blocks begin.
  @_noLocks private mutating func fill(_ segment: AudioBlock) {
    var done = 0
    while done < segment.frameCount {
      let count = min(min(output.capacity, segment.frameCount - done), framesToNextRest)
      play(segment.slice(from: done, count: count))
      done += count
    }
  }

  /// Frames until a voice, the template or the effect may be at its end.
  private var framesToNextRest: Int {
    @_noLocks get {
      var frames = effect.framesToRest
      if let template, template.frames > 0 { frames = min(frames, template.frames) }
      for lane in 0..<laneCount {
        switch lanes[lane].use {
        case .sounding where lanes[lane].isReleased:
          frames = min(frames, restFrames - lanes[lane].quietFrames)
        case .fading, .rising: frames = min(frames, lanes[lane].fadeFrames)
        case .free, .sounding: break
        }
      }
      return max(1, frames)
    }
  }

  @_noLocks private mutating func play(_ part: AudioBlock) {
    let count = part.frameCount
    input.take(part.input, count)
    advanceTemplate(count)
    bus.clear(count)
    // A voice that ends with this part has been heard in all of it.
    let isSounding = soundingLanes > 0
    for lane in 0..<laneCount {
      switch lanes[lane].use {
      case .free: break
      case .sounding: sound(lane, count)
      case .fading: fadeOut(lane, count)
      case .rising: fadeIn(lane, count)
      }
    }
    if effect?.play(count, isHeard: isSounding) != nil, let sound = effect?.output {
      finish(sound, part)
    } else {
      finish(bus, part)
    }
  }

  @_noLocks private mutating func finish(_ sound: ChannelBuffers, _ part: AudioBlock) {
    peak = max(peak, sound.loudest(part.frameCount))
    sound.write(to: part)
  }

  @_noLocks private mutating func advanceTemplate(_ count: Int) {
    guard let template, template.frames > 0 else { return }
    faust_compute(process, template.lane.memory, Int32(count), input.addresses, output.addresses)
    self.template?.frames -= count
  }

  /// Adds a lane to the bus; one that was let go and has been silent for long enough is free.
  @_noLocks private mutating func sound(_ lane: Int, _ count: Int) {
    compute(lane, count)
    guard output.count == 0 || output.endsFinite(count) else { return lose(lane) }
    output.mend(count, noting: end.meters)
    bus.add(output, count)
    guard lanes[lane].isReleased else { return }
    let quiet = output.quietFrames(count, below: Self.threshold)
    lanes[lane].quietFrames = quiet < count ? quiet : lanes[lane].quietFrames + count
    if lanes[lane].quietFrames >= restFrames { free(lane) }
  }

  @_noLocks private mutating func compute(_ lane: Int, _ count: Int) {
    var (inputs, outputs) = (input.addresses, output.addresses)
    var rest = count
    if lanes[lane].opensAfterOneFrame || keysWait {
      faust_compute(process, lanes[lane].memory, 1, inputs, outputs)
      if lanes[lane].opensAfterOneFrame { openGate(lane) }
      lanes[lane].opensAfterOneFrame = false
      pressWaitingKeys()
      (inputs, outputs) = (input.laterAddresses, output.laterAddresses)
      rest -= 1
    }
    lanes[lane].hasFallen = false
    forgetFallenKeys()
    if rest > 0 { faust_compute(process, lanes[lane].memory, Int32(rest), inputs, outputs) }
  }

  @_noLocks private mutating func fadeOut(_ lane: Int, _ count: Int) {
    compute(lane, count)
    if output.count > 0, output.endsFinite(count) {
      output.mend(count, noting: end.meters)
      bus.add(output, count, fading: lanes[lane].fadeFrames, of: fadeFrames)
    }
    lanes[lane].fadeFrames -= count
    guard lanes[lane].fadeFrames <= 0 else { return }
    if isPolyphonic { lanes[lane].use = .free } else { rise(lane) }
  }

  /// What sounds always has faded: it begins as it began, from silence.
  @_noLocks private func rise(_ lane: Int) {
    faust_clear(process, lanes[lane].memory)
    lanes[lane].use = .rising
    lanes[lane].fadeFrames = fadeFrames
  }

  @_noLocks private mutating func fadeIn(_ lane: Int, _ count: Int) {
    compute(lane, count)
    guard output.count == 0 || output.endsFinite(count) else { return lose(lane) }
    output.mend(count, noting: end.meters)
    bus.add(output, count, rising: lanes[lane].fadeFrames, of: fadeFrames)
    lanes[lane].fadeFrames -= count
    if lanes[lane].fadeFrames <= 0 { lanes[lane].use = .sounding }
  }

  /// The voice has lost itself in numbers that are none: it is not heard any more.
  @_noLocks private mutating func lose(_ lane: Int) {
    end.meters.noteOverflow()
    if isPolyphonic { free(lane) } else { faust_clear(process, lanes[lane].memory) }
  }

  @_noLocks private mutating func free(_ lane: Int) {
    lanes[lane].use = .free
    let number = lanes[lane].voice
    lanes[lane].voice = -1
    if number >= 0 { end(number) }
  }
}

extension EffectLane? {
  /// Frames until it falls asleep, if nothing is heard until then.
  fileprivate var framesToRest: Int {
    @_noLocks get {
      guard let effect = self, !effect.isAsleep else { return .max }
      return effect.framesToRest
    }
  }

  fileprivate var isAsleepOrAbsent: Bool {
    @_noLocks get {
      guard let effect = self else { return true }
      return effect.isAsleep
    }
  }
}

extension ChannelBuffers {
  /// Left and right in turn; silence where nothing comes in. [audio-thread]
  @_noLocks fileprivate func take(_ heard: StereoInput?, _ frames: Int) {
    guard let heard else { return clear(frames) }
    for index in 0..<count {
      let into = channel(index)
      let from = index % 2 == 0 ? heard.left : heard.right
      for frame in 0..<frames { into[frame] = from[frame] }
    }
  }

  /// One channel goes to both sides, more than two are not heard. [audio-thread]
  @_noLocks fileprivate func write(to block: AudioBlock) {
    guard count > 0 else { return block.silence() }
    let left = channel(0)
    let right = channel(min(1, count - 1))
    for frame in 0..<block.frameCount {
      block.left[frame] = left[frame]
      block.right[frame] = right[frame]
    }
  }
}
