import SpinetMIDI

/// One record of a journal: 48 bytes, numbers with the lowest byte first.
///
/// | bytes | what |
/// |---|---|
/// | 0 | kind; 0 is none: the record was lost, or never written |
/// | 1 | bit 0: the contents go on in the next record · bit 1: it repeats what an earlier segment says · bit 2: played |
/// | 2 | the number of content bytes in use |
/// | 4–7 | the source, or the widget's index |
/// | 8–15 | time in nanoseconds; the segment's header relates this clock to the wall clock |
/// | 16–47 | the contents: a message's bytes, the words of one of MIDI 2.0, a value, a touch, or a piece of text |
package struct JournalRecord: Hashable, Sendable, BitwiseCopyable {
  package static let size = 48

  package enum Kind: UInt8, Sendable {
    case instrument = 1
    case source, message, exclusive, state, move, touch, left, released, message2, tempo
  }

  package struct Flags: OptionSet, Hashable, Sendable, BitwiseCopyable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let isContinued = Flags(rawValue: 1)
    package static let repeats = Flags(rawValue: 2)
    package static let isPlayed = Flags(rawValue: 4)
  }

  /// The contents.
  package typealias Words = (UInt64, UInt64, UInt64, UInt64)

  package var kind: UInt8
  package var flags: Flags = []
  package var count: UInt8 = 0
  package var source: UInt32
  package var time: UInt64
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var fourth: UInt64 = 0

  package init(_ kind: Kind, source: UInt32 = 0, time: UInt64) {
    self.kind = kind.rawValue
    self.source = source
    self.time = time
  }

  package var words: Words {
    get { (first, second, third, fourth) }
    set { (first, second, third, fourth) = newValue }
  }

  /// Appends the bytes of the record.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(kind)
    bytes.append(flags.rawValue)
    bytes.append(count)
    bytes.append(0)
    Self.append(UInt64(source), byteCount: 4, to: &bytes)
    for word in [time, first, second, third, fourth] { Self.append(word, byteCount: 8, to: &bytes) }
  }

  /// - Precondition: there are `size` bytes from `start` on.
  init(_ bytes: [UInt8], at start: Int) {
    kind = bytes[start]
    flags = Flags(rawValue: bytes[start + 1])
    count = bytes[start + 2]
    source = UInt32(Self.number(bytes, at: start + 4, byteCount: 4))
    time = Self.number(bytes, at: start + 8, byteCount: 8)
    first = Self.number(bytes, at: start + 16, byteCount: 8)
    second = Self.number(bytes, at: start + 24, byteCount: 8)
    third = Self.number(bytes, at: start + 32, byteCount: 8)
    fourth = Self.number(bytes, at: start + 40, byteCount: 8)
  }

  static func append(_ value: UInt64, byteCount: Int, to bytes: inout [UInt8]) {
    for index in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }

  static func number(_ bytes: [UInt8], at start: Int, byteCount: Int) -> UInt64 {
    (0..<byteCount).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * $1) }
  }
}

// MARK: Events as records
extension JournalRecord {
  package init(_ message: MIDIMessage, from source: UInt32, isPlayed: Bool, time: UInt64) {
    self.init(.message, source: source, time: time)
    var shift: UInt64 = 0
    for byte in message.bytes {
      first |= UInt64(byte) << shift
      shift += 8
    }
    count = UInt8(shift / 8)
    if isPlayed { flags.insert(.isPlayed) }
  }

  /// A message of MIDI 2.0, as the two words of its packet.
  package init(_ message: MIDI2Message, from source: UInt32, isPlayed: Bool, time: UInt64) {
    self.init(.message2, source: source, time: time)
    let words = UMPPacket(message).pair
    first = UInt64(words.0) | UInt64(words.1) << 32
    count = 8
    if isPlayed { flags.insert(.isPlayed) }
  }

  /// Nil for the words of anything else.
  var message2: MIDI2Message? {
    let packet = UMPPacket(UInt32(truncatingIfNeeded: first), UInt32(truncatingIfNeeded: first >> 32))
    if case .midi2(let message) = packet.content { return message }
    return nil
  }

  /// - Parameter kind: `state`, `move`, or `tempo`, which has no widget.
  package init(_ kind: Kind, widget: Int = 0, _ value: Double, time: UInt64) {
    self.init(kind, source: UInt32(clamping: widget), time: time)
    first = value.bitPattern
  }

  package init(_ touch: JournalTouch, from source: UInt32, time: UInt64) {
    self.init(.touch, source: source, time: time)
    first = touch.x.bitPattern
    second = touch.y.bitPattern
    third =
      UInt64((touch.pressure ?? .nan).bitPattern) | UInt64((touch.velocity ?? .nan).bitPattern) << 32
    fourth =
      UInt64(UInt32(bitPattern: touch.finger)) | UInt64(touch.part ?? .max) << 32
      | UInt64(touch.phase.rawValue) << 48
  }

  /// Splits bytes into as many records as they need, at least one.
  package static func records(_ kind: Kind, source: UInt32, _ bytes: [UInt8], time: UInt64) -> [JournalRecord]
  {
    let starts = bytes.isEmpty ? [0] : Array(stride(from: 0, to: bytes.count, by: 32))
    return starts.map { start in
      var record = JournalRecord(kind, source: source, time: time)
      let piece = Array(bytes[start..<min(start + 32, bytes.count)])
      let whole = piece + [UInt8](repeating: 0, count: 32 - piece.count)
      record.count = UInt8(piece.count)
      record.words = (
        number(whole, at: 0, byteCount: 8), number(whole, at: 8, byteCount: 8),
        number(whole, at: 16, byteCount: 8), number(whole, at: 24, byteCount: 8)
      )
      if start + 32 < bytes.count { record.flags.insert(.isContinued) }
      return record
    }
  }

  /// The content bytes in use.
  var contents: [UInt8] {
    var bytes: [UInt8] = []
    for word in [first, second, third, fourth] { Self.append(word, byteCount: 8, to: &bytes) }
    return Array(bytes.prefix(Int(count)))
  }

  var value: Double { Double(bitPattern: first) }

  /// Nil for a phase that does not exist.
  var touch: JournalTouch? {
    guard let phase = FingerPhase(rawValue: UInt8(truncatingIfNeeded: fourth >> 48)) else {
      return nil
    }
    let (pressure, velocity) = (
      Float(bitPattern: UInt32(truncatingIfNeeded: third)),
      Float(bitPattern: UInt32(truncatingIfNeeded: third >> 32))
    )
    let part = UInt16(truncatingIfNeeded: fourth >> 32)
    return JournalTouch(
      finger: Int32(bitPattern: UInt32(truncatingIfNeeded: fourth)), phase: phase,
      x: Double(bitPattern: first), y: Double(bitPattern: second),
      pressure: pressure.isNaN ? nil : pressure, velocity: velocity.isNaN ? nil : velocity,
      part: part == .max ? nil : part)
  }
}

extension JournalInstrument {
  /// Texts, each ended by a zero: the name, the sound, the parts, an empty one, the widgets, an empty one, the
  /// keyboard.
  package var bytes: [UInt8] {
    let texts = [name, sound] + parts + [""] + widgets + ["", keyboard]
    return texts.flatMap { Array($0.utf8.filter { $0 != 0 }) + [0] }
  }

  /// Nil if the bytes do not describe an instrument.
  init?(bytes: [UInt8]) {
    let texts = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
    guard texts.count >= 3, let end = texts[2...].firstIndex(of: "") else { return nil }
    // Earlier versions wrote no keyboard.
    let rest = texts[(end + 1)...].split(separator: "", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      name: texts[0], sound: texts[1], keyboard: rest.count > 1 ? rest[1].first ?? "" : "",
      parts: Array(texts[2..<end]), widgets: Array(rest[0]))
  }
}
