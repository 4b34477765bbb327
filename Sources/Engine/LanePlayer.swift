/// A player that computes eight voices side by side, each in a lane.
///
/// The assignments decide which lane a voice gets. The conforming type computes the sound of the lanes.
public protocol LanePlayer: VoicePlayer, ~Copyable {
  var assignments: LaneAssignments { get }
  /// Sends a report to the control thread. [audio-thread]
  mutating func report(_ report: EngineReport)

  /// One bit for each lane, set if it sounds. [audio-thread]
  func occupied(inGroup group: Int) -> UInt8
  /// How loud a lane is. The quietest one is reused when no lane is free. [audio-thread]
  func loudness(ofLane lane: Int) -> Float

  /// Starts a new voice in a lane. [audio-thread]
  mutating func begin(_ number: Int, inLane lane: Int)
  /// The key is pressed again while the voice still sounds. [audio-thread]
  mutating func trigger(lane: Int)
  /// The key is released. [audio-thread]
  mutating func gateOff(lane: Int)
  /// Fades to silence as fast as possible without a click. [audio-thread]
  mutating func fade(lane: Int)
  /// Sets the targets that the lane glides to. [audio-thread]
  mutating func setTargets(lane: Int, _ expression: NoteExpression)
  /// A parameter of a sounding voice has changed; `before` is the expression until now. [audio-thread]
  mutating func moved(_ number: Int, by parameter: VoiceParameter, before: NoteExpression)
  /// Stops the tails of the effects. [audio-thread]
  mutating func silenceEffects()
}

extension LanePlayer where Self: ~Copyable {
  @inlinable public mutating func moved(_: Int, by _: VoiceParameter, before _: NoteExpression) {}
  @inlinable public mutating func silenceEffects() {}

  /// The number of lanes that sound. [audio-thread]
  @inlinable public func countSoundingLanes() -> Int {
    var count = 0
    for group in 0..<assignments.groupCount { count += occupied(inGroup: group).nonzeroBitCount }
    return count
  }

  @inlinable public mutating func start(_ number: Int, serial: UInt32) {
    guard assignments.isVoice(number) else { return }
    steal(number)
    assignments.begin(number, serial: serial)
    assignLane(number)
  }

  /// The voice fades out in its lane. Its number is free at once, without a report.
  @inlinable public mutating func steal(_ number: Int) {
    guard assignments.isVoice(number), let lane = assignments.detach(number) else { return }
    fade(lane: lane)
  }

  @inlinable public mutating func release(_ number: Int) {
    guard assignments.isVoice(number), assignments.table[number].isOwned,
      !assignments.table[number].isReleased
    else { return }
    assignments.table[number].isReleased = true
    setGate(number, isHeld: false)
    if assignments.table[number].lane == nil { report(assignments.ended(number)) }
  }

  @inlinable public mutating func silence() {
    silenceEffects()
    for lane in 0..<assignments.laneCount where isSounding(lane) { fade(lane: lane) }
    for number in 0..<assignments.voiceCount where assignments.table[number].isOwned {
      assignments.table[number].isReleased = true
      assignments.table[number].isHeld = false
      if assignments.table[number].lane == nil { report(assignments.ended(number)) }
    }
  }

  @inlinable public mutating func set(_ number: Int, _ parameter: VoiceParameter, to value: Double) {
    guard value == value else { return }
    if assignments.isVoice(number) { return setOne(number, parameter, value) }
    guard number == -1 else { return }
    assignments.expression.pointee.change(parameter, to: value)
    for voice in 0..<assignments.voiceCount { setOne(voice, parameter, value) }
  }

  @inlinable mutating func setOne(_ number: Int, _ parameter: VoiceParameter, _ value: Double) {
    if case .gate = parameter {
      if assignments.table[number].isOwned { setGate(number, isHeld: value >= 0.5) }
      return
    }
    let before = assignments.table[number].expression
    assignments.table[number].expression.change(parameter, to: value)
    guard let lane = assignments.table[number].lane else { return }
    setTargets(lane: lane, assignments.table[number].expression)
    moved(number, by: parameter, before: before)
  }

  /// Sets the `gate` parameter. A key that is pressed again sounds in the lane it still has, or in a new one.
  @inlinable mutating func setGate(_ number: Int, isHeld: Bool) {
    guard assignments.table[number].isHeld != isHeld else { return }
    assignments.table[number].isHeld = isHeld
    guard let lane = assignments.table[number].lane else {
      if isHeld { assignLane(number) }
      return
    }
    if isHeld {
      assignments.table[number].isReleased = false
      trigger(lane: lane)
    } else {
      gateOff(lane: lane)
    }
  }

  @inlinable mutating func assignLane(_ number: Int) {
    let lane = freeLane()
    assignments.assign(number, to: lane)
    begin(number, inLane: lane)
    setTargets(lane: lane, assignments.table[number].expression)
  }

  /// The first free lane, so that the sounding ones lie close together. If all lanes sound, the quietest of
  /// those that are fading.
  @inlinable func freeLane() -> Int {
    for group in 0..<assignments.groupCount where occupied(inGroup: group) != .max {
      return 8 * group + (~occupied(inGroup: group)).trailingZeroBitCount
    }
    var quietest = 0
    var level = Float.infinity
    for lane in 0..<assignments.laneCount
    where assignments.owners[lane] == nil && loudness(ofLane: lane) < level {
      quietest = lane
      level = loudness(ofLane: lane)
    }
    return quietest
  }

  @inlinable func isSounding(_ lane: Int) -> Bool {
    occupied(inGroup: lane >> 3) & (1 << UInt8(lane & 7)) != 0
  }
}
