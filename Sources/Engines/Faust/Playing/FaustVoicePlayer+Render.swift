import CFaust
import CRealtime
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

extension FaustVoicePlayer {
  /// Fills a block and updates the meters. [audio-thread]
  @_noLocks mutating func render(_ block: AudioBlock) {
    rt_enter_program(name.start)
    peak = 0
    followWidgets()
    settleAfterRest(block.timeline)
    var cursor = CommandCursor(block)
    while cursor.isInside {
      while let command = cursor.nextCommand(from: &end) { take(command) }
      fill(cursor.nextSegment())
    }
    showBargraphs()
    rt_leave_program()
    let sounding = soundingLanes
    end.meters.recordBlock(
      frames: block.frameCount, voices: sounding, peak: peak,
      isSilent: isPolyphonic && sounding == 0 && effect.isAsleepOrAbsent)
  }

  private var soundingLanes: Int {
    @_noLocks get {
      var count = 0
      for lane in 0..<lanes.count {
        if case .free = lanes[lane].use { continue }
        count += 1
      }
      return count
    }
  }

  // MARK: Widgets

  @_noLocks private mutating func followWidgets() {
    for index in 0..<controls.count where controls[index].popMove() {
      for lane in 0..<lanes.count { tell(lanes[lane], index) }
      tellTemplate(index)
    }
    effect?.followWidgets()
  }

  /// Four approaches bring chains of up to four smoothers to their targets. They compute 8 ms of sound.
  private static var mostApproaches: Int { @_noLocks get { 4 } }

  /// Brings the template up to date after the card has rested, before the first voice starts. Widgets may have moved
  /// meanwhile.
  ///
  /// Running the template until all smoothed values arrive would cause an xrun. So their targets are calculated from a
  /// few frames. Values for which that is not possible glide to their targets, as after any other move of a widget.
  @_noLocks private mutating func settleAfterRest(_ timeline: Timeline) {
    let last = self.timeline
    self.timeline = timeline
    guard settlingFrames > 0, soundingLanes == 0, let lane = templateLane else { return }
    let moment = timeline.anchorTime
    if let last, last.frame(of: moment) - timeline.frame(of: moment) < shortestRest { return }
    input.clear(input.capacity)
    for _ in 0..<Self.mostApproaches {
      template?.record()
      run(lane, spanFrames)
      template?.record()
      run(lane, spanFrames)
      guard template?.approachTargets() == true else { return }
    }
  }

  /// Shows the highest level of all sounding voices.
  @_noLocks private mutating func showBargraphs() {
    for index in 0..<controls.count where controls[index].isBargraph {
      var shown = controls[index].lowest
      for lane in 0..<lanes.count {
        let level = lanes[lane].value(ofControl: index)
        if case .sounding = lanes[lane].use, level.isFinite { shown = max(shown, level) }
      }
      _ = controls[index].cell?.store(Double(shown))
    }
    effect?.showBargraphs()
  }

  // MARK: Sound

  /// Plays a segment without events. It is split where the buffers end and where something comes to rest, so the
  /// samples do not depend on where blocks begin.
  @_noLocks private mutating func fill(_ segment: AudioBlock) {
    var done = 0
    while done < segment.frameCount {
      let count = min(min(output.capacity, segment.frameCount - done), framesToNextRest)
      play(segment.slice(from: done, count: count))
      done += count
    }
  }

  /// Frames until a voice, the template or the effect can come to rest.
  private var framesToNextRest: Int {
    @_noLocks get {
      var frames = effect.framesToRest
      if settlingFrames > 0 { frames = min(frames, settlingFrames) }
      for lane in 0..<lanes.count {
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
    // A voice that ends within this part still sounds in it.
    let isSounding = soundingLanes > 0
    playGroups(count)
    for lane in 0..<lanes.count where !groups.holds(lane) {
      switch lanes[lane].use {
      case .free: break
      case .sounding: sound(lane, count)
      case .fading: fadeOut(lane, count)
      case .rising: fadeIn(lane, count)
      }
    }
    dissolveEmptyGroups()
    effect?.play(count, isActive: isSounding)
    peak = max(peak, writeOutput(to: part))
  }

  @_noLocks private func writeOutput(to part: AudioBlock) -> Float {
    switch effect {
    case .some(let effect): effect.output.write(to: part, meters: end.meters)
    case .none: bus.write(to: part, meters: end.meters)
    }
  }

  @_noLocks private mutating func advanceTemplate(_ count: Int) {
    guard settlingFrames > 0, let lane = templateLane else { return }
    run(lane, count)
    settlingFrames -= count
  }

  /// Adds a lane to the bus. Frees it when it has been silent for `restFrames` after its release.
  @_noLocks private mutating func sound(_ lane: Int, _ count: Int) {
    compute(lane, count)
    addSounding(lane, count)
  }

  /// Adds a lane's output to the bus.
  @_noLocks mutating func addSounding(_ lane: Int, _ count: Int) {
    guard output.count == 0 || output.endsFinite(count) else { return giveUp(lane) }
    output.silenceOverflows(count, meters: end.meters)
    bus.add(output, count)
    recordQuiet(lane, count)
  }

  /// Records for how long a released voice, whose sound is in `output`, has been quiet.
  @_noLocks mutating func recordQuiet(_ lane: Int, _ count: Int) {
    guard lanes[lane].isReleased else { return }
    let quiet = output.quietFrames(count, below: Self.voiceThreshold)
    lanes[lane].quietFrames = quiet < count ? quiet : lanes[lane].quietFrames + count
    if lanes[lane].quietFrames >= restFrames { rest(lane) }
  }

  /// Ends a voice that is too quiet to matter, with a fade-out.
  @_noLocks private mutating func rest(_ lane: Int) {
    let number = lanes[lane].voice
    fade(lane)
    if number >= 0 { end(number) }
  }

  @_noLocks private mutating func compute(_ lane: Int, _ count: Int) {
    var (inputs, outputs) = (input.addresses, output.addresses)
    var rest = count
    if lanes[lane].opensAfterOneFrame || keysWait {
      faust_compute(process.address, lanes[lane].memory, 1, inputs, outputs)
      if lanes[lane].opensAfterOneFrame { openGate(lane) }
      lanes[lane].opensAfterOneFrame = false
      pressWaitingKeys()
      (inputs, outputs) = (input.laterAddresses, output.laterAddresses)
      rest -= 1
    }
    lanes[lane].hasFallen = false
    forgetFallenKeys()
    if rest > 0 { faust_compute(process.address, lanes[lane].memory, Int32(rest), inputs, outputs) }
  }

  @_noLocks private mutating func fadeOut(_ lane: Int, _ count: Int) {
    compute(lane, count)
    addFading(lane, count)
  }

  /// Adds the output of a lane that fades out.
  @_noLocks mutating func addFading(_ lane: Int, _ count: Int) {
    if output.count > 0, output.endsFinite(count) {
      output.silenceOverflows(count, meters: end.meters)
      bus.add(output, count, fading: lanes[lane].fadeFrames, of: fadeFrames)
    }
    lanes[lane].fadeFrames -= count
    guard lanes[lane].fadeFrames <= 0 else { return }
    if isPolyphonic { lanes[lane].use = .free } else { rise(lane) }
  }

  /// Restarts an instrument without voices after its fade-out, from a cleared state and with a fade-in.
  @_noLocks private func rise(_ lane: Int) {
    faust_clear(process.address, lanes[lane].memory)
    lanes[lane].use = .rising
    lanes[lane].fadeFrames = fadeFrames
  }

  @_noLocks private mutating func fadeIn(_ lane: Int, _ count: Int) {
    compute(lane, count)
    guard output.count == 0 || output.endsFinite(count) else { return giveUp(lane) }
    output.silenceOverflows(count, meters: end.meters)
    bus.add(output, count, rising: lanes[lane].fadeFrames, of: fadeFrames)
    lanes[lane].fadeFrames -= count
    if lanes[lane].fadeFrames <= 0 { lanes[lane].use = .sounding }
  }

  /// Ends a voice whose state has become infinite or not a number, or clears the instrument, and reports an overflow.
  @_noLocks private mutating func giveUp(_ lane: Int) {
    end.meters.recordOverflow()
    if isPolyphonic { free(lane) } else { faust_clear(process.address, lanes[lane].memory) }
  }

  @_noLocks private mutating func free(_ lane: Int) {
    lanes[lane].use = .free
    let number = lanes[lane].voice
    lanes[lane].voice = -1
    if number >= 0 { end(number) }
  }
}

extension EffectLane? {
  /// Frames until its fade-out is complete, or until it may fall asleep.
  fileprivate var framesToRest: Int {
    @_noLocks get {
      switch self {
      case .some(let effect): effect.isAsleep ? .max : effect.framesToRest
      case .none: .max
      }
    }
  }

  fileprivate var isAsleepOrAbsent: Bool {
    @_noLocks get {
      switch self {
      case .some(let effect): effect.isAsleep
      case .none: true
      }
    }
  }
}
