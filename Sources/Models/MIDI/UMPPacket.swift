/// A Universal MIDI Packet: one to four words of 32 bits (M2-104). Words beyond its size are 0.
package struct UMPPacket: Hashable, Sendable, BitwiseCopyable {
  package typealias Words = (UInt32, UInt32, UInt32, UInt32)

  private var first: UInt32
  private var second: UInt32
  private var third: UInt32
  private var fourth: UInt32

  package init(_ first: UInt32, _ second: UInt32 = 0, _ third: UInt32 = 0, _ fourth: UInt32 = 0) {
    let count = Self.wordCount(first)
    self.first = first
    self.second = count > 1 ? second : 0
    self.third = count > 2 ? third : 0
    self.fourth = count > 3 ? fourth : 0
  }

  /// Its first two words, which are all of a message of MIDI 2.0.
  package var pair: (UInt32, UInt32) { (first, second) }

  package var words: [UInt32] { Array([first, second, third, fourth].prefix(Self.wordCount(first))) }

  /// How many words a packet has that begins with this one: its message type says it.
  package static func wordCount(_ first: UInt32) -> Int {
    switch first >> 28 {
    case 0, 1, 2, 6, 7: 1
    case 3, 4, 8, 9, 10: 2
    case 11, 12: 3
    default: 4
    }
  }

  /// The packets of words that follow one another; nil if the last one is incomplete.
  package static func all(in words: [UInt32]) -> [UMPPacket]? {
    var packets: [UMPPacket] = []
    var index = 0
    while index < words.count {
      let count = wordCount(words[index])
      guard index + count <= words.count else { return nil }
      let padded = Array(words[index..<index + count]) + [0, 0, 0]
      packets.append(UMPPacket(padded[0], padded[1], padded[2], padded[3]))
      index += count
    }
    return packets
  }

  /// 0–15; nil for the packets that are of no group.
  package var group: UInt8? { type == 0 || type == 15 ? nil : byte(0, of: first) & 15 }

  /// 0–15.
  fileprivate var type: UInt8 { UInt8(first >> 28) }

  /// - Parameter index: 0 for the uppermost.
  fileprivate func byte(_ index: UInt32, of word: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: word >> (24 - 8 * index))
  }
}

extension UMPPacket {
  /// What a packet says, as far as an instrument plays by it.
  package enum Content: Hashable, Sendable {
    case midi1(MIDIMessage)
    case midi2(MIDI2Message)
    /// A piece of a system exclusive message, as bytes with F0 at its beginning and F7 at its end.
    case exclusive([UInt8])
    /// Time stamps, texts, data of eight bits, what endpoints say of themselves, and what is reserved.
    case other
  }

  package var content: Content {
    switch type {
    case 1: systemMessage.map(Content.midi1) ?? .other
    case 2: channelMessage.map(Content.midi1) ?? .other
    case 3: exclusive.map(Content.exclusive) ?? .other
    case 4: midi2Message.map(Content.midi2) ?? .other
    default: .other
    }
  }

  private var status: UInt8 { byte(1, of: first) }
  private var index: UInt8 { byte(2, of: first) & 0x7F }
  private var flags: UInt8 { byte(3, of: first) }
  private var channel: Channel { Channel(status: status) }

  private var systemMessage: MIDIMessage? {
    guard status >= 0xF1, MIDIMessage.dataByteCount(status: status) != nil else { return nil }
    return MIDIMessage(status: status, first: index, second: flags & 0x7F)
  }

  private var channelMessage: MIDIMessage? {
    guard (0x80..<0xF0).contains(status) else { return nil }
    return MIDIMessage(status: status, first: index, second: flags & 0x7F)
  }

  /// Complete, start, middle, end.
  private var exclusive: [UInt8]? {
    let (form, count) = (status >> 4, Int(status & 15))
    guard form < 4, count <= 6 else { return nil }
    let data = [byte(2, of: first), byte(3, of: first)] + (0..<4).map { byte($0, of: second) }
    let bytes = data.prefix(count).map { $0 & 0x7F }
    return (form < 2 ? [0xF0] : []) + bytes + (form == 0 || form == 3 ? [0xF7] : [])
  }

  private var midi2Message: MIDI2Message? {
    let number = UInt16(index) << 7 | UInt16(flags & 0x7F)
    return switch status >> 4 {
    case 0x0: .noteController(channel, key: index, .registered(flags), second)
    case 0x1: .noteController(channel, key: index, .assignable(flags), second)
    case 0x2: .parameter(channel, .registered(number), second)
    case 0x3: .parameter(channel, .assignable(number), second)
    case 0x4: .parameterMove(channel, .registered(number), by: Int32(bitPattern: second))
    case 0x5: .parameterMove(channel, .assignable(number), by: Int32(bitPattern: second))
    case 0x6: .notePitch(channel, key: index, second)
    case 0x8: .noteOff(channel, key: index, velocity: UInt16(second >> 16))
    case 0x9: .noteOn(channel, key: index, strike)
    case 0xA: .polyPressure(channel, key: index, second)
    case 0xB: .controlChange(channel, controller: index, second)
    case 0xC: .programChange(channel, program: byte(0, of: second) & 0x7F, bank: bank)
    case 0xD: .channelPressure(channel, second)
    case 0xE: .pitchBend(channel, second)
    case 0xF: .noteManagement(channel, key: index, NoteManagement(rawValue: flags & 3))
    default: nil
    }
  }

  /// The only attribute that MIDI defines for all is 3, the pitch in 7 bits and 9 of fraction.
  private var strike: Strike {
    let pitch = flags == 3 ? Double(second & 0xFFFF) / 512 : nil
    return Strike(NoteVelocity(sixteenBits: UInt16(second >> 16)), pitch: pitch)
  }

  private var bank: UInt16? {
    guard flags & 1 != 0 else { return nil }
    return UInt16(byte(2, of: second) & 0x7F) << 7 | UInt16(byte(3, of: second) & 0x7F)
  }
}

// MARK: Writing
extension UMPPacket {
  /// - Parameter group: 0–15.
  package init(_ message: MIDI2Message, group: UInt8 = 0) {
    let (status, index, flags, data) = Self.parts(of: message)
    let head = UInt32(0x40 | group & 15) << 24 | UInt32(status << 4 | message.channel.rawValue) << 16
    self.init(head | UInt32(index & 0x7F) << 8 | UInt32(flags), data)
  }

  private typealias Parts = (status: UInt8, index: UInt8, flags: UInt8, data: UInt32)

  private static func parts(of message: MIDI2Message) -> Parts {
    switch message {
    case .noteController(_, let key, let controller, let value):
      (controller.isRegistered ? 0 : 1, key, controller.number, value)
    case .parameter(_, let name, let value): parts(name.isRegistered ? 2 : 3, name, value)
    case .parameterMove(_, let name, let amount):
      parts(name.isRegistered ? 4 : 5, name, UInt32(bitPattern: amount))
    case .notePitch(_, let key, let value): (6, key, 0, value)
    case .noteOff(_, let key, let velocity): (8, key, 0, UInt32(velocity) << 16)
    case .noteOn(_, let key, let strike): parts(key, strike)
    case .polyPressure(_, let key, let value): (0xA, key, 0, value)
    case .controlChange(_, let controller, let value): (0xB, controller, 0, value)
    case .programChange(_, let program, let bank): parts(program, bank)
    case .channelPressure(_, let value): (0xD, 0, 0, value)
    case .pitchBend(_, let value): (0xE, 0, 0, value)
    case .noteManagement(_, let key, let management): (0xF, key, management.rawValue & 3, 0)
    }
  }

  private static func parts(_ status: UInt8, _ name: MIDIParameter, _ data: UInt32) -> Parts {
    (status, name.number.highSeven, name.number.lowSeven, data)
  }

  private static func parts(_ key: UInt8, _ strike: Strike) -> Parts {
    let velocity = UInt32(strike.velocity.sixteenBits) << 16
    guard let pitch = strike.pitch else { return (9, key, 0, velocity) }
    let fixed = pitch.isFinite ? min(max((pitch * 512).rounded(), 0), 0xFFFF) : 0
    return (9, key, 3, velocity | UInt32(fixed))
  }

  private static func parts(_ program: UInt8, _ bank: UInt16?) -> Parts {
    let data = UInt32(program & 0x7F) << 24
    guard let bank else { return (0xC, 0, 0, data) }
    return (0xC, 0, 1, data | UInt32(bank.highSeven) << 8 | UInt32(bank.lowSeven))
  }

  /// The packets of a system exclusive message.
  ///
  /// - Parameter payload: the bytes between F0 and F7.
  package static func exclusive(_ payload: [UInt8], group: UInt8 = 0) -> [UMPPacket] {
    guard payload.count > 6 else { return [piece(payload[...], form: 0, group)] }
    let starts = stride(from: 0, to: payload.count, by: 6)
    return starts.map { start in
      let end = min(start + 6, payload.count)
      let form: UInt8 = start == 0 ? 1 : end == payload.count ? 3 : 2
      return piece(payload[start..<end], form: form, group)
    }
  }

  private static func piece(_ bytes: ArraySlice<UInt8>, form: UInt8, _ group: UInt8) -> UMPPacket {
    let data = bytes.map { UInt32($0 & 0x7F) } + [UInt32](repeating: 0, count: 6 - bytes.count)
    let head = UInt32(0x30 | group & 15) << 24 | UInt32(form << 4 | UInt8(bytes.count)) << 16
    return UMPPacket(
      head | data[0] << 8 | data[1], data[2] << 24 | data[3] << 16 | data[4] << 8 | data[5])
  }
}
