import SpinetMIDI
import SpinetMapping
import SpinetOSC
import SpinetRealtime
import SpinetStage
import SpinetText

/// Reads what a scene sends: `send: [{to: "Drum*", program: 5}, {to: lead, cc 20: 64, sysex: F0 7E 7F 09 01 F7}]`.
struct SceneMessageReader {
  /// The parts of the stage; one that is an instrument outside may be named after `to:`.
  let parts: [Part]
  private(set) var messages: [SceneMessages] = []
  private(set) var datagrams: [OSCDatagram] = []

  init(parts: [Part]) { self.parts = parts }

  /// The keys of a message that are no controls.
  static let keys = ["to", "channel", "bank", "program", "sysex", "transport"]
  private static let transport: [String: MIDIMessage] = [
    "start": .start, "stop": .stop, "continue": .continue,
  ]

  /// The keys of what is sent by OSC: `{osc: "127.0.0.1:9000/scene", value: 2}`.
  static let oscKeys = ["osc", "value"]

  mutating func read(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    let items: [DocumentNode]
    if case .list(let list) = node.content { items = list } else { items = [node] }
    for item in items {
      if item["osc"] != nil {
        if let datagram = Self.datagram(item, &diagnostics) { datagrams.append(datagram) }
      } else if let group = read(item: item, &diagnostics) {
        messages.append(group)
      }
    }
  }

  private static func datagram(_ item: DocumentNode, _ diagnostics: inout Diagnostics) -> OSCDatagram? {
    guard let fields = item.fields(oscKeys, calling: "key", &diagnostics), let osc = fields["osc"],
      let receiver = osc.oscReceiver(&diagnostics)
    else { return nil }
    guard let value = fields["value"] else { return OSCDatagram(to: receiver, .impulse) }
    guard let text = value.string(&diagnostics, as: "a number or a text") else { return nil }
    guard !value.isQuoted else { return OSCDatagram(to: receiver, .text(text)) }
    if let whole = Int32(text) { return OSCDatagram(to: receiver, .integer(whole)) }
    if let number = Float(text), number.isFinite { return OSCDatagram(to: receiver, .float(number)) }
    return OSCDatagram(to: receiver, .text(text))
  }

  private func read(item: DocumentNode, _ diagnostics: inout Diagnostics) -> SceneMessages? {
    guard let entries = item.entries(&diagnostics, as: "a map with \"to:\" and messages") else { return nil }
    guard let to = item["to"] else {
      diagnostics.error(at: item.location, "messages without a receiver, expected \"to: NAME\"")
      return nil
    }
    guard let name = to.name(&diagnostics, as: "a part or the name of a MIDI port") else { return nil }
    if parts.contains(where: { $0.name == name && $0.outside == nil }) {
      diagnostics.error(
        at: to.location,
        "\(name.shortened) is a sound, expected an instrument outside or the name of a MIDI port")
    }
    let part = parts.first { $0.name == name && $0.outside != nil }?.outside
    let own = OutsideFields.channel(item["channel"], &diagnostics)
    let channel = own ?? part?.ownChannel ?? Channel(status: 0)
    let contents = entries.filter { !["to", "channel"].contains($0.key) }
    let messages = contents.flatMap { read($0, on: channel, &diagnostics) }
    if contents.isEmpty {
      diagnostics.error(
        at: item.location, "no message for \(name.shortened), expected one such as \"program: 5\"")
    }
    return SceneMessages(to: part?.port ?? PortPattern(name), messages)
  }

  private func read(
    _ entry: DocumentNode.Entry, on channel: Channel, _ diagnostics: inout Diagnostics
  ) -> [OutsideMessage] {
    switch entry.key {
    case "bank":
      let bank = entry.value.int(in: 0...16383, &diagnostics)
      return OutsideInstrument.choice(bank: bank, program: nil, on: channel).map(OutsideMessage.message)
    case "program":
      let program = entry.value.int(in: 1...128, &diagnostics)
      return OutsideInstrument.choice(bank: nil, program: program, on: channel).map(OutsideMessage.message)
    case "sysex": return exclusive(entry.value, &diagnostics).map { [.exclusive($0)] } ?? []
    case "transport": return transport(entry.value, &diagnostics)
    default: return control(entry, on: channel, &diagnostics)
    }
  }

  private func transport(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> [OutsideMessage] {
    let expected = "start, stop or continue"
    guard let text = node.string(&diagnostics, as: expected) else { return [] }
    if let message = Self.transport[text] { return [.message(message)] }
    diagnostics.error(at: node.location, "\"\(text.shortened)\" found, expected \(expected)")
    return []
  }

  private func control(
    _ entry: DocumentNode.Entry, on channel: Channel, _ diagnostics: inout Diagnostics
  ) -> [OutsideMessage] {
    guard let control = try? Control(reading: entry.key), let largest = control.kind.largestValue else {
      diagnostics.error(
        at: entry.location,
        "unknown message \"\(entry.key.shortened)\", expected \(Self.keys.joinedByOr), or a control such as cc 20",
        suggestion: nearestName(to: entry.key, among: Self.keys))
      return []
    }
    guard let value = entry.value.int(in: 0...largest, &diagnostics) else { return [] }
    return control.kind.messages(value, on: control.channel ?? channel).map(OutsideMessage.message)
  }

  /// The bytes of a whole message, with or without F0 and F7.
  private func exclusive(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> [UInt8]? {
    guard let text = node.string(&diagnostics, as: "bytes such as F0 7E 7F 09 01 F7") else { return nil }
    let digits = text.filter { !$0.isWhitespace && $0 != "," }
    guard let bytes = Self.bytes(digits), bytes.count <= OutsideMessage.mostBytes else {
      diagnostics.error(
        at: node.location,
        "\"\(text.shortened)\" found, expected bytes such as F0 7E 7F 09 01 F7, \(OutsideMessage.mostBytes) at most"
      )
      return nil
    }
    let payload = bytes.drop { $0 == 0xF0 }
    let inside = payload.last == 0xF7 ? payload.dropLast() : payload
    guard !inside.isEmpty, inside.allSatisfy({ $0 < 0x80 }) else {
      diagnostics.error(at: node.location, "expected one message: F0, bytes of 00 to 7F, F7")
      return nil
    }
    return [0xF0] + inside + [0xF7]
  }

  /// Nil if the digits are not hexadecimal, or are not two for each byte.
  private static func bytes(_ digits: String) -> [UInt8]? {
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
  }
}

extension DocumentNode {
  /// The address of another program; nil if it is none, which is reported.
  func oscReceiver(_ diagnostics: inout Diagnostics) -> OSCReceiver? {
    guard let text = string(&diagnostics, as: "an OSC address") else { return nil }
    do throws(ReadingProblem) {
      return try OSCReceiver(text)
    } catch {
      diagnostics.error(at: location, error.why)
      return nil
    }
  }
}
