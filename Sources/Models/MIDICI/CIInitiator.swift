import SpinetMIDI
import SpinetText

/// Asks controllers by MIDI-CI who they are, and how they call their controls. [control-thread]
///
/// It knows no port and no clock: it gets the payloads of system exclusive messages, and returns those to send back.
package struct CIInitiator: Sendable {
  private struct Peer {
    let port: PortID
    var assembler = PropertyAssembler()
    /// The resources that are still to be asked for.
    var wanted: [String] = []
    /// What was asked last, by the number of the request.
    var asked: (resource: String, request: UInt8)?
  }

  private let identity: CIIdentity
  private var peers: [MUID: Peer] = [:]
  private var lastRequest: UInt8 = 0
  private static let mostPeers = 64

  package init(_ identity: CIIdentity) { self.identity = identity }

  /// The question who is there.
  package func discovery(from muid: MUID) -> [UInt8] {
    CIMessage(.discovery(identity), from: muid, to: .everybody).payload
  }

  /// What an answer has brought.
  package struct Outcome {
    /// To send back.
    package var payloads: [[UInt8]] = []
    /// The names that a controller has told; nil if it has told none now.
    package var names: ControllerNames?
  }

  /// Takes a system exclusive message.
  package mutating func take(_ payload: [UInt8], from port: PortID, as muid: MUID) -> Outcome {
    guard let message = CIMessage(payload: payload), message.destination == muid, message.source != muid
    else {
      return Outcome()
    }
    switch message.body {
    case .discoveryReply(let other) where other.exchangesProperties && peers.count < Self.mostPeers:
      peers[message.source] = Peer(port: port)
      return Outcome(payloads: [answer(.propertyInquiry(requests: 1), message)])
    case .propertyInquiryReply where peers[message.source] != nil:
      peers[message.source]?.wanted = ["ResourceList"]
      return Outcome(payloads: askNext(message))
    case .property(let piece): return take(piece, of: message)
    case .invalidate(let gone):
      peers[gone] = nil
      return Outcome()
    default: return Outcome()
    }
  }

  /// Forgets a port that has left, and the devices that were heard there.
  package mutating func portLeft(_ port: PortID) { peers = peers.filter { $0.value.port != port } }

  private func answer(_ body: CIMessage.Body, _ message: CIMessage) -> [UInt8] {
    CIMessage(body, from: message.destination, to: message.source).payload
  }

  private mutating func askNext(_ message: CIMessage) -> [[UInt8]] {
    guard var peer = peers[message.source], !peer.wanted.isEmpty else { return [] }
    lastRequest = (lastRequest + 1) & 127
    let resource = peer.wanted.removeFirst()
    peer.asked = (resource, lastRequest)
    peers[message.source] = peer
    let header = #"{"resource":"\#(resource)"}"#
    return [answer(.property(PropertyPiece(.get, request: lastRequest, header: Array(header.utf8))), message)]
  }

  private mutating func take(_ piece: PropertyPiece, of message: CIMessage) -> Outcome {
    guard piece.kind == .getReply, let asked = peers[message.source]?.asked, asked.request == piece.request,
      let reply = peers[message.source]?.assembler.take(piece, from: message.source)
    else { return Outcome() }
    peers[message.source]?.asked = nil
    let value = reply.header["status"]?.integer == 200 ? JSONValue(reply.body) : nil
    var outcome = Outcome()
    if asked.resource == "ResourceList" {
      peers[message.source]?.wanted = ControllerNames.resources(among: value)
    } else if let value {
      outcome.names = ControllerNames(asked.resource, value)
    }
    outcome.payloads = askNext(message)
    return outcome
  }
}

/// How a controller calls itself and its controls, as it tells by property exchange.
package struct ControllerNames: Hashable, Sendable {
  /// Nil if it was not told.
  package private(set) var model: String?
  /// By the control as the instrument names it, without a channel: `cc 74`.
  package private(set) var controls: [String: String] = [:]

  private static let most = 1024
  /// What the standard's list of controls calls them, and what they are called here.
  private static let kinds = [
    "cc": "cc", "rpn": "rpn", "nrpn": "nrpn", "pnrc": "ctl", "pnac": "actl",
  ]

  /// Nil if the resource has no names.
  init?(_ resource: String, _ value: JSONValue) {
    if resource == "DeviceInfo" { model = value["model"]?.text }
    for entry in (value.list ?? []).prefix(Self.most) { add(entry) }
    if model == nil, controls.isEmpty { return nil }
  }

  private mutating func add(_ entry: JSONValue) {
    guard let title = entry["title"]?.text, !title.isEmpty, let type = entry["ctrlType"]?.text else { return }
    let numbers = (entry["ctrlIndex"]?.list ?? []).compactMap(\.integer)
    if let kind = Self.kinds[type], let number = Self.number(kind, numbers) {
      controls[kind.hasSuffix("ctl") ? "\(kind) \(number) of note" : "\(kind) \(number)"] = String(
        title.prefix(64))
    } else if type == "chPress" {
      controls["pressure"] = String(title.prefix(64))
    } else if type == "pBend" {
      controls["bend"] = String(title.prefix(64))
    }
  }

  /// A parameter has two numbers, its bank and its index.
  private static func number(_ kind: String, _ numbers: [Int]) -> Int? {
    guard numbers.allSatisfy({ (0...127).contains($0) || !kind.hasSuffix("rpn") && (0...255).contains($0) })
    else { return nil }
    if kind.hasSuffix("rpn") { return numbers.count == 2 ? numbers[0] << 7 | numbers[1] : nil }
    return numbers.count == 1 ? numbers[0] : nil
  }

  /// The resources that tell names, among those that a device says it has.
  static func resources(among list: JSONValue?) -> [String] {
    let there = Set((list?.list ?? []).compactMap { $0["resource"]?.text })
    return ["DeviceInfo", "AllCtrlList", "ChCtrlList"].filter(there.contains)
  }

  /// Adds what another resource has told.
  package mutating func add(_ other: ControllerNames) {
    model = other.model ?? model
    controls.merge(other.controls) { $1 }
  }
}
