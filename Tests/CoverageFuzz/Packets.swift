import SpinetMIDI
import SpinetMIDICI
import SpinetText

/// Any words as packets of MIDI 2.0: each message that is read is written as a packet that is read as the same message.
func readPackets(_ bytes: UnsafeBufferPointer<UInt8>) {
  var inbox = SysExInbox()
  for start in stride(from: 0, to: bytes.count / 8 * 8, by: 8) {
    func word(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[start + offset + $1]) }
    }
    switch UMPPacket(word(0), word(4)).content {
    case .midi1(let message):
      must(MIDIMessage(bytes: message.bytes) == message, "a message is written otherwise")
    case .midi2(let message):
      must(UMPPacket(message).content == .midi2(message), "a packet is written otherwise")
      message.forEachMIDI1Message { must(MIDIMessage(bytes: $0.bytes) == $0, "a translation is no message") }
    case .exclusive(let bytes): inbox.take(bytes, from: .file) { _ in }
    case .other: break
    }
  }
}

/// Any bytes as messages of MIDI-CI, each of which begins with its length: what is answered is a message too.
func readInquiries(_ bytes: UnsafeBufferPointer<UInt8>) {
  let identity = CIIdentity(manufacturer: [0x7D, 0, 0], revision: [0, 0, 0, 0], mostBytes: 512)
  let me = MUID(rawValue: 2)
  var (responder, initiator) = (CIResponder(identity, muid: me), CIInitiator(identity))
  var rest = bytes[...]
  while let count = rest.popFirst() {
    let payload = Array(rest.prefix(Int(count)))
    rest = rest.dropFirst(Int(count))
    if let message = CIMessage(payload: payload) {
      must(CIMessage(payload: message.payload) == message, "a message is written otherwise")
    }
    for answer in responder.take(payload, from: .file, Values()) {
      must(CIMessage(payload: answer) != nil, "an answer is no message")
    }
    _ = initiator.take(payload, from: .file, as: me)
  }
  _ = responder.changes(Values(number: 2))
}

private struct Values: PropertyHost {
  var number = 1
  var resources: [String] { [] }
  func value(of resource: String, _ id: String) -> PropertyAnswer {
    id.isEmpty ? .list(["1", "2", "3"]) : .value("\(number)")
  }
  func set(_ resource: String, _ id: String, to value: JSONValue) -> PropertyAnswer { .value("") }
  func canSubscribe(to resource: String, _ id: String) -> Bool { true }
}
