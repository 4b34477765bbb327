import SpinetEngine
import SpinetKeyboard
import SpinetMIDI
import SpinetMIDICI
import SpinetText

/// Packets of MIDI 2.0, and messages of MIDI-CI.
extension Subject {
  /// What a packet says is written and read again as itself, and ends in silence when a keyboard has played it.
  func checkPackets(_ bytes: [UInt8]) throws {
    var keyboard = SmartKeyboard(configuration: .midi, voices: 16, ringing: true)
    var events: [VoiceEvent] = []
    var inbox = SysExInbox()
    keyboard.engineStarted(into: &events)
    for packet in Self.packets(bytes) {
      events.removeAll(keepingCapacity: true)
      switch packet.content {
      case .midi1(let message): keyboard.play(message, from: .file, at: 0, into: &events)
      case .midi2(let message):
        guard UMPPacket(message).content == .midi2(message) else {
          throw Broken(description: "\(message) is written otherwise")
        }
        keyboard.play(message, from: .file, at: 0, into: &events)
      case .exclusive(let bytes): inbox.take(bytes, from: .file) { _ in }
      case .other: break
      }
      try Self.checkFinite(events)
    }
    keyboard.releaseAll(into: &events)
    if keyboard.heldNotes != 0 { throw Broken(description: "a note hangs") }
  }

  private static func packets(_ bytes: [UInt8]) -> [UMPPacket] {
    let words = stride(from: 0, to: bytes.count / 4 * 4, by: 4).map { start in
      bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    // The last one may be incomplete.
    return UMPPacket.all(in: words) ?? UMPPacket.all(in: words + [0, 0, 0]) ?? []
  }

  private static func checkFinite(_ events: [VoiceEvent]) throws {
    for case .set(_, let parameter, let value) in events where !value.isFinite {
      throw Broken(description: "\(parameter) is \(value)")
    }
  }

  /// A message that is read is written and read again as itself; a question has an answer that is one too.
  func checkInquiry(_ bytes: [UInt8]) throws {
    guard let message = CIMessage(payload: bytes) else { return }
    guard CIMessage(payload: message.payload) == message else {
      throw Broken(description: "\(message) is written otherwise")
    }
    let identity = CIIdentity(manufacturer: [0x7D, 0, 0], revision: [0, 0, 0, 0], mostBytes: 512)
    var responder = CIResponder(identity, muid: message.destination)
    for answer in responder.take(bytes, from: .file, EmptyHost()) where CIMessage(payload: answer) == nil {
      throw Broken(description: "the answer is no message")
    }
    var initiator = CIInitiator(identity)
    _ = initiator.take(bytes, from: .file, as: message.destination)
  }

  static let umpPackets: [[UInt8]] = {
    let one = Channel(status: 0)
    let messages: [MIDI2Message] = [
      .noteOn(one, key: 60, Strike(NoteVelocity(sixteenBits: 0xC924), pitch: 60.5)),
      .notePitch(one, key: 60, 0x9000_0000), .noteController(one, key: 60, .brightness, 0x1234_5678),
      .noteController(one, key: 60, .pitch, 0x7800_0000),
      .noteManagement(one, key: 60, [.detaches, .resets]),
      .parameter(one, .notePitchRange, 0x6000_0000), .parameter(one, .registered(6), 0x0200_0000),
      .parameterMove(one, .registered(0), by: -1), .controlChange(one, controller: 74, 0x8765_4321),
      .programChange(one, program: 5, bank: 130), .pitchBend(one, 0xFFFF_FFFF), .channelPressure(one, 1),
      .polyPressure(one, key: 60, 0x8000_0000), .noteOff(one, key: 60, velocity: 0x8000),
    ]
    let packets =
      messages.map { UMPPacket($0) } + UMPPacket.exclusive([0x7E, 0x7F, 8, 2, 0, 1, 60, 60, 0, 0])
    let bytes = packets.map {
      $0.words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }
    return bytes + [bytes.flatMap(\.self)]
  }()

  static let umpPieces: [[UInt8]] = [
    [0x40, 0x90, 0x3C, 0], [0x40, 0x60, 0x3C, 0], [0x40, 0x00, 0x3C, 3], [0x30, 0x16, 0, 0],
    [0x30, 0x36, 0, 0],
    [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0x80, 0, 0, 0], [0x20, 0x90, 0x3C, 0], [0xF0, 0, 0, 0],
  ]

  static let inquiries: [[UInt8]] = {
    let (you, me) = (MUID(rawValue: 1), MUID(rawValue: 2))
    let identity = CIIdentity(manufacturer: [0x7D, 0, 0], revision: [0, 0, 0, 0], mostBytes: 512)
    let header = Array(#"{"resource":"X-Widget","resId":"filter.cutoff"}"#.utf8)
    let bodies: [CIMessage.Body] = [
      .discovery(identity), .discoveryReply(identity), .invalidate(you), .propertyInquiry(requests: 1),
      .propertyInquiryReply(requests: 1), .property(PropertyPiece(.get, request: 1, header: header)),
      .property(PropertyPiece(.set, request: 2, header: header, data: Array(#"{"value":1}"#.utf8))),
      .property(PropertyPiece(.subscription, request: 3, header: Array(#"{"command":"start"}"#.utf8))),
      .property(
        PropertyPiece(.getReply, request: 1, header: Array(#"{"status":200}"#.utf8), data: Array("[]".utf8))),
      .refused(of: 0x34), .other(0x20),
    ]
    return bodies.map { CIMessage($0, from: you, to: me).payload }
  }()

  static let inquiryPieces: [[UInt8]] =
    [[0x7F, 0x7F], [0x7F, 0x7F, 0x7F, 0x7F], [0, 0], [1, 0], [0x7E, 0x7F, 0x0D], [0xF7], [0x80]]
    + ["{", "}", "\"", "resource", "resId", "offset", "limit", "-1", "1e300", "command", "end"].map {
      Array($0.utf8)
    }
}

/// Has nothing to tell.
private struct EmptyHost: PropertyHost {
  var resources: [String] { [] }
  func value(of resource: String, _ id: String) -> PropertyAnswer { .list(["1", "2", "3"]) }
  func set(_ resource: String, _ id: String, to value: JSONValue) -> PropertyAnswer { .value("") }
  func canSubscribe(to resource: String, _ id: String) -> Bool { true }
}
