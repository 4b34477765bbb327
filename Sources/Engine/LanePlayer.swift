import Keyboard

/// A player whose voices sound in lanes, eight side by side: it says what becomes of a lane, and the book
/// says which.
public protocol LanePlayer: VoicePlayer {
  var book: VoiceBook { get }

  /// One bit a lane that sounds. [audio-thread]
  func occupied(inGroup group: Int) -> UInt8
  /// How much a lane is heard, to find the one that nobody will miss. [audio-thread]
  func loudness(ofLane lane: Int) -> Float

  /// A voice begins anew in a lane. [audio-thread]
  mutating func begin(_ number: Int, inLane lane: Int)
  /// The key is down again. [audio-thread]
  mutating func trigger(lane: Int)
  /// The key is up. [audio-thread]
  mutating func letGo(lane: Int)
  /// To silence, as fast as it goes without a click. [audio-thread]
  mutating func fade(lane: Int)
  /// Where a voice's touch is to take its lane. [audio-thread]
  mutating func aim(lane: Int, _ touch: VoiceTouch)
  /// A voice that sounds was told something; `before` is its touch until now. [audio-thread]
  mutating func moved(_ number: Int, by parameter: VoiceParameter, before: VoiceTouch)
  /// What rings on behind the voices stops. [audio-thread]
  mutating func silenceEffects()
}

extension LanePlayer {
  @inlinable public mutating func moved(_: Int, by _: VoiceParameter, before _: VoiceTouch) {}
  @inlinable public mutating func silenceEffects() {}

  /// How many lanes sound. [audio-thread]
  @inlinable public func countSoundingLanes() -> Int {
    var count = 0
    for group in 0..<book.groupCount { count += occupied(inGroup: group).nonzeroBitCount }
    return count
  }

  @inlinable public mutating func start(_ number: Int, serial: UInt32) {
    guard book.isVoice(number) else { return }
    steal(number)
    book.open(number, serial: serial)
    seat(number)
  }

  /// The voice fades, unknown to the keyboard; its number is free.
  @inlinable public mutating func steal(_ number: Int) {
    guard book.isVoice(number), let lane = book.part(number) else { return }
    fade(lane: lane)
  }

  @inlinable public mutating func release(_ number: Int) {
    guard book.isVoice(number), book.voices[number].isOwned, !book.voices[number].isReleased else { return }
    book.voices[number].isReleased = true
    setGate(number, isHeld: false)
    if book.voices[number].lane == nil { book.finish(number) }
  }

  @inlinable public mutating func silence() {
    silenceEffects()
    for lane in 0..<book.laneCount where isSounding(lane) { fade(lane: lane) }
    for number in 0..<book.voiceCount where book.voices[number].isOwned {
      book.voices[number].isReleased = true
      book.voices[number].isHeld = false
      if book.voices[number].lane == nil { book.finish(number) }
    }
  }

  @inlinable public mutating func set(_ number: Int, _ parameter: VoiceParameter, to value: Double) {
    guard value == value else { return }
    if book.isVoice(number) { return setOne(number, parameter, value) }
    guard number == -1 else { return }
    book.touch.pointee.change(parameter, to: value)
    for voice in 0..<book.voiceCount { setOne(voice, parameter, value) }
  }

  @inlinable mutating func setOne(_ number: Int, _ parameter: VoiceParameter, _ value: Double) {
    if case .gate = parameter {
      if book.voices[number].isOwned { setGate(number, isHeld: value >= 0.5) }
      return
    }
    let before = book.voices[number].touch
    book.voices[number].touch.change(parameter, to: value)
    guard let lane = book.voices[number].lane else { return }
    aim(lane: lane, book.voices[number].touch)
    moved(number, by: parameter, before: before)
  }

  /// A key that was up sounds again in the lane it has, or in a new one.
  @inlinable mutating func setGate(_ number: Int, isHeld: Bool) {
    guard book.voices[number].isHeld != isHeld else { return }
    book.voices[number].isHeld = isHeld
    guard let lane = book.voices[number].lane else {
      if isHeld { seat(number) }
      return
    }
    if isHeld {
      book.voices[number].isReleased = false
      trigger(lane: lane)
    } else {
      letGo(lane: lane)
    }
  }

  @inlinable mutating func seat(_ number: Int) {
    let lane = freeLane()
    book.place(number, in: lane)
    begin(number, inLane: lane)
    aim(lane: lane, book.voices[number].touch)
  }

  /// The first free lane, so that sounding ones lie close together; when all sound, the quietest of
  /// those that fade anyway.
  @inlinable func freeLane() -> Int {
    for group in 0..<book.groupCount where occupied(inGroup: group) != .max {
      return 8 * group + (~occupied(inGroup: group)).trailingZeroBitCount
    }
    var quietest = 0
    var level = Float.infinity
    for lane in 0..<book.laneCount where book.owners[lane] == nil && loudness(ofLane: lane) < level {
      quietest = lane
      level = loudness(ofLane: lane)
    }
    return quietest
  }

  @inlinable func isSounding(_ lane: Int) -> Bool {
    occupied(inGroup: lane >> 3) & (1 << UInt8(lane & 7)) != 0
  }
}
