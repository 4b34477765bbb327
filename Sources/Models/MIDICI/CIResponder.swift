import SpinetMIDI
import SpinetText

/// Answers the questions of MIDI-CI that other devices ask: who this is, what it has, and what changes.
///
/// It knows no port and no clock: it gets the payloads of system exclusive messages, and returns those to send back.
/// [control-thread]
package struct CIResponder: Sendable {
  /// Who somebody else is, as far as he has said it.
  private struct Peer {
    var mostBytes = 512
    let port: PortID
  }

  /// What somebody wants to be told of.
  private struct Subscription {
    let peer: MUID
    let resource: String
    let id: String
    let name: String
    /// What was told last.
    var told: String
  }

  package private(set) var muid: MUID
  private let identity: CIIdentity
  private var peers: [MUID: Peer] = [:]
  private var assembler = PropertyAssembler()
  private var subscriptions: [Subscription] = []
  private var lastSubscription = 0
  private var lastRequest: UInt8 = 0
  private static let mostPeers = 64
  private static let mostSubscriptions = 256
  private static let requestsAtOnce: UInt8 = 4

  package init(_ identity: CIIdentity, muid: MUID) { (self.identity, self.muid) = (identity, muid) }

  /// Whether anybody wants to be told of changes.
  package var hasSubscribers: Bool { !subscriptions.isEmpty }

  /// Takes a system exclusive message. Returns the payloads that answer it.
  package mutating func take(_ payload: [UInt8], from port: PortID, _ host: some PropertyHost) -> [[UInt8]] {
    guard let message = CIMessage(payload: payload) else { return [] }
    guard message.source != muid else { return renew(heard: message) }
    guard message.destination == muid || message.destination == .everybody else { return [] }
    remember(message.source, port)
    return answers(to: message, host).map(\.payload)
  }

  /// Another device has the same number: both choose another one. What comes back by a loop is not another device's.
  private mutating func renew(heard message: CIMessage) -> [[UInt8]] {
    guard case .discovery(let other) = message.body, other != identity else { return [] }
    let old = muid
    muid = MUID(random: muid.rawValue &* 48_271 &+ 11)
    return [CIMessage(.invalidate(old), from: old, to: .everybody).payload]
  }

  private mutating func remember(_ source: MUID, _ port: PortID) {
    guard peers[source]?.port != port else { return }
    if peers.count >= Self.mostPeers, let any = peers.keys.first { forget(any) }
    peers[source] = Peer(port: port)
  }

  private mutating func forget(_ peer: MUID) {
    peers[peer] = nil
    assembler.forget(peer)
    subscriptions.removeAll { $0.peer == peer }
  }

  /// Forgets a port that has left, and the devices that were heard there.
  package mutating func portLeft(_ port: PortID) {
    for (peer, known) in peers where known.port == port { forget(peer) }
  }

  private mutating func answers(to message: CIMessage, _ host: some PropertyHost) -> [CIMessage] {
    func answer(_ body: CIMessage.Body) -> CIMessage { CIMessage(body, from: muid, to: message.source) }
    switch message.body {
    case .discovery(let other):
      peers[message.source]?.mostBytes = other.mostBytes
      return [answer(.discoveryReply(identity))]
    case .invalidate(let gone):
      forget(gone)
      return []
    case .propertyInquiry: return [answer(.propertyInquiryReply(requests: Self.requestsAtOnce))]
    case .property(let piece):
      return assembler.take(piece, from: message.source).map { reply(to: $0, of: message.source, host) } ?? []
    // A question for everybody is not refused by everybody.
    case .other(let kind): return message.destination == muid ? [answer(.refused(of: kind))] : []
    case .discoveryReply, .acknowledged, .refused, .propertyInquiryReply: return []
    }
  }

  // MARK: Properties

  private mutating func reply(
    to message: PropertyMessage, of peer: MUID, _ host: some PropertyHost
  ) -> [CIMessage] {
    switch message.kind {
    case .get:
      let answer = value(of: message, host)
      return send(
        .getReply, message.request, Self.header(answer, message), Self.body(answer, message), to: peer)
    case .set:
      let answer = set(message, host)
      return send(.setReply, message.request, Self.header(answer, message), to: peer)
    case .subscription: return subscribe(message, peer, host)
    case .getReply, .setReply, .subscriptionReply, .notify: return []
    }
  }

  private func value(of message: PropertyMessage, _ host: some PropertyHost) -> PropertyAnswer {
    switch message.text("resource") {
    case nil: .invalid("the header has no resource")
    case "ResourceList": .list(host.resources)
    case let resource?: host.value(of: resource, message.text("resId") ?? "")
    }
  }

  private func set(_ message: PropertyMessage, _ host: some PropertyHost) -> PropertyAnswer {
    guard let resource = message.text("resource") else { return .invalid("the header has no resource") }
    // Other encodings than ASCII, and changes of parts, are not offered.
    guard message.text("mutualEncoding") ?? "ASCII" == "ASCII", let value = JSONValue(message.body) else {
      return .invalid("the body is not JSON in ASCII")
    }
    return host.set(resource, message.text("resId") ?? "", to: value)
  }

  private mutating func subscribe(
    _ message: PropertyMessage, _ peer: MUID, _ host: some PropertyHost
  ) -> [CIMessage] {
    switch message.text("command") {
    case "start": return begin(message, peer, host)
    case "end":
      let name = message.text("subscribeId")
      subscriptions.removeAll { $0.peer == peer && $0.name == name }
      return send(.subscriptionReply, message.request, #"{"status":200}"#, to: peer)
    default: return send(.subscriptionReply, message.request, #"{"status":400}"#, to: peer)
    }
  }

  private mutating func begin(
    _ message: PropertyMessage, _ peer: MUID, _ host: some PropertyHost
  ) -> [CIMessage] {
    let (resource, id) = (message.text("resource") ?? "", message.text("resId") ?? "")
    guard host.canSubscribe(to: resource, id), subscriptions.count < Self.mostSubscriptions,
      case .value(let value) = host.value(of: resource, id)
    else { return send(.subscriptionReply, message.request, #"{"status":404}"#, to: peer) }
    lastSubscription += 1
    let name = "s\(lastSubscription)"
    subscriptions.append(Subscription(peer: peer, resource: resource, id: id, name: name, told: value))
    return send(
      .subscriptionReply, message.request, #"{"status":200,"subscribeId":"\#(name)"}"#, to: peer)
  }

  /// The payloads that tell subscribers what has changed since the last call, and where to.
  package mutating func changes(_ host: some PropertyHost) -> [(port: PortID, payload: [UInt8])] {
    var all: [(port: PortID, payload: [UInt8])] = []
    for index in subscriptions.indices {
      let subscription = subscriptions[index]
      guard case .value(let value) = host.value(of: subscription.resource, subscription.id),
        value != subscription.told, let port = peers[subscription.peer]?.port
      else { continue }
      subscriptions[index].told = value
      lastRequest = (lastRequest + 1) & 127
      let header = #"{"command":"full","subscribeId":"\#(subscription.name)"}"#
      all += send(.subscription, lastRequest, header, value, to: subscription.peer).map {
        (port: port, payload: $0.payload)
      }
    }
    return all
  }

  private func send(
    _ kind: PropertyPiece.Kind, _ request: UInt8, _ header: String, _ body: String = "", to peer: MUID
  ) -> [CIMessage] {
    let most = min(peers[peer]?.mostBytes ?? 512, identity.mostBytes)
    return PropertyPiece.pieces(kind, request: request, header: header, body: body, mostBytes: most).map {
      CIMessage(.property($0), from: muid, to: peer)
    }
  }
}

// MARK: Parts of lists
extension CIResponder {
  private static func header(_ answer: PropertyAnswer, _ message: PropertyMessage) -> String {
    var line = JSONLine()
    line.add("status", answer.status)
    if case .invalid(let reason) = answer { line.add("message", reason) }
    if case .list(let entries) = answer, message.header["limit"] != nil {
      line.add("totalCount", entries.count)
    }
    return line.description
  }

  /// A list is answered from `offset` on, with as many entries as `limit` says.
  private static func body(_ answer: PropertyAnswer, _ message: PropertyMessage) -> String {
    switch answer {
    case .value(let json): return json
    case .list(let entries):
      let offset = max(message.header["offset"]?.integer ?? 0, 0)
      let limit = max(message.header["limit"]?.integer ?? entries.count, 0)
      return "[" + entries.dropFirst(offset).prefix(limit).joined(separator: ",") + "]"
    case .notFound, .unavailable, .invalid: return ""
    }
  }
}
