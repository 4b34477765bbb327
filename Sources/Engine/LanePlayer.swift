/// A player whose voices sound in lanes, eight side by side: it says what becomes of a lane, and the assignments
/// says which.
public protocol LanePlayer: VoicePlayer, ~Copyable {
  var assignments: LaneAssignments { get }
  /// Tells control. [audio-thread]
  mutating func report(_ report: EngineReport)

  /// One bit a lane that sounds. [audio-thread]
  func occupied(inGroup group: Int) -> UInt8
  /// How much a lane is heard, to find the one that nobody will miss. [audio-thread]
  func loudness(ofLane lane: Int) -> Float

  /// A voice begins anew in a lane. [audio-thread]
  mutating func begin(_ number: Int, inLane lane: Int)
  /// The key is down again. [audio-thread]
  mutating func trigger(lane: Int)
  /// The key is up. [audio-thread]
  mutating func gateOff(lane: Int)
  /// To silence, as fast as it goes without a click. [audio-thread]
  mutating func fade(lane: Int)
  /// Where a voice's touch is to take its lane. [audio-thread]
  mutating func setTargets(lane: Int, _ expression: NoteExpression)
  /// A voice that sounds was told something; `before` is its touch until now. [audio-thread]
  mutating func moved(_ number: Int, by parameter: VoiceParameter, before: NoteExpression)
  /// What rings on behind the voices stops. [audio-thread]
  mutating func silenceEffects()
}

extension LanePlayer where Self: ~Copyable {
  @inlinable public mutating func moved(_: Int, by _: VoiceParameter, before _: NoteExpression) {}
  @inlinable public mutating func silenceEffects() {}

  /// How many lanes sound. [audio-thread]
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

  /// The voice fades, unknown to the keyboard; its number is free.
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

  /// A key that was up sounds again in the lane it has, or in a new one.
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

  /// The first free lane, so that sounding ones lie close together; when all sound, the quietest of
  /// those that fade anyway.
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
