import Scratch
import SpinetMIDI
import SpinetText
import Testing

@testable import SpinetMIDICI

let identity = CIIdentity(
  manufacturer: [0x7D, 0, 0], family: 1, model: 300, revision: [0, 1, 0, 0], mostBytes: 4096)
let port = PortID(rawValue: 7)

@Suite struct CIMessageTests {
  private let source = MUID(rawValue: 0x0123_4567)
  private let other = MUID(rawValue: 0x0765_4321)

  @Test func `A discovery is written as the specification has it`() {
    let payload = CIMessage(.discovery(identity), from: source, to: .everybody).payload
    #expect(
      payload == [
        0x7E, 0x7F, 0x0D, 0x70, 2, 0x67, 0x0A, 0x0D, 0x09, 0x7F, 0x7F, 0x7F, 0x7F, 0x7D, 0, 0, 1, 0, 0x2C, 2,
        0, 1, 0, 0, 8, 0, 0x20, 0, 0, 0,
      ])
  }

  @Test(
    arguments: [
      .discovery(identity), .discoveryReply(identity), .invalidate(MUID(rawValue: 5)), .refused(of: 0x34),
      .acknowledged(of: 0x36), .propertyInquiry(requests: 4), .propertyInquiryReply(requests: 1),
      .property(PropertyPiece(.get, request: 3, header: Array("{}".utf8))),
      .property(PropertyPiece(.notify, request: 127, header: [], number: 200, of: 300, data: [1, 2, 3])),
      .other(0x20),
    ] as [CIMessage.Body])
  func `Messages are read as they were written`(_ body: CIMessage.Body) {
    let message = CIMessage(body, from: source, to: other)
    #expect(CIMessage(payload: message.payload) == message)
    for length in 0..<13 { #expect(CIMessage(payload: Array(message.payload.prefix(length))) == nil) }
  }

  @Test func `Version 1 says less, and is understood`() {
    var payload = CIMessage(.discovery(identity), from: source, to: .everybody).payload
    payload[4] = 1
    payload.removeLast()
    #expect(CIMessage(payload: payload)?.body == .discovery(identity))
    #expect(
      CIMessage(payload: [0x7E, 0x7F, 0x0D, 0x7F, 1] + [UInt8](repeating: 1, count: 8))?.body
        == .refused(of: 0))
  }

  @Test func `Other messages are not MIDI-CI`() {
    let tuning: [UInt8] = [0x7E, 0x7F, 0x08, 0x02] + [UInt8](repeating: 0, count: 20)
    #expect(CIMessage(payload: tuning) == nil)
    #expect(CIMessage(payload: [0x7E, 0x7F, 0x0D, 0x70, 2, 0x80] + [UInt8](repeating: 0, count: 30)) == nil)
  }

  @Test func `Any bytes are read without harm`() {
    var random = SeededBytes(state: 7)
    var responder = CIResponder(identity, muid: source)
    var initiator = CIInitiator(identity)
    let kinds: [UInt8] = [0x30, 0x31, 0x34, 0x35, 0x36, 0x38, 0x3F, 0x70, 0x71, 0x7D, 0x7E, 0x7F]
    for _ in 0..<20_000 {
      let kind = kinds[Int(random.byte()) % kinds.count]
      let head: [UInt8] = [0x7E, 0x7F, 0x0D, kind, 2]
      let muids = CIMessage(.other(0), from: MUID(rawValue: UInt32(random.byte())), to: source).payload[
        5..<13]
      let rest = (0..<Int(random.byte() % 40)).map { _ in random.byte() & (random.byte() < 10 ? 0xFF : 0x0F) }
      let payload = head + Array(muids) + rest
      if let message = CIMessage(payload: payload) { #expect(CIMessage(payload: message.payload) == message) }
      for answer in responder.take(payload, from: port, Shelf()) {
        #expect(CIMessage(payload: answer) != nil)
      }
      _ = initiator.take(payload, from: port, as: source)
    }
  }
}

/// A host with two resources.
struct Shelf: PropertyHost {
  var level = 0.5
  var set: @Sendable (Double) -> Void = { _ in }

  var resources: [String] {
    [#"{"resource":"DeviceInfo"}"#, #"{"resource":"X-Widget"}"#, #"{"resource":"ChCtrlList"}"#]
  }

  func value(of resource: String, _ id: String) -> PropertyAnswer {
    switch (resource, id) {
    case ("DeviceInfo", _): .value(#"{"model":"Klavier ü"}"#)
    case ("ChCtrlList", _):
      .list([
        #"{"title":"Cutoff","ctrlType":"cc","ctrlIndex":[74]}"#,
        #"{"title":"Attack","ctrlType":"nrpn","ctrlIndex":[1,8]}"#,
        #"{"title":"Slide","ctrlType":"pnrc","ctrlIndex":[74]}"#,
      ])
    case ("X-Widget", "level"): .value(#"{"value":\#(level)}"#)
    case ("Long", _): .list((0..<500).map { #"{"title":"program \#($0)"}"# })
    default: .notFound
    }
  }

  func set(_ resource: String, _ id: String, to value: JSONValue) -> PropertyAnswer {
    guard resource == "X-Widget", id == "level" else { return .notFound }
    guard let number = value["value"]?.number else { return .invalid("no value") }
    set(number)
    return .value("")
  }

  func canSubscribe(to resource: String, _ id: String) -> Bool { resource == "X-Widget" && id == "level" }
}

@Suite struct PropertyExchangeTests {
  private let me = MUID(rawValue: 1)
  private let you = MUID(rawValue: 2)
  private var responder = CIResponder(identity, muid: MUID(rawValue: 1))

  /// Sends a message of property exchange, and reads the answer.
  private mutating func ask(
    _ kind: PropertyPiece.Kind, _ header: String, _ body: String = "", _ host: Shelf = Shelf()
  ) -> (header: JSONValue?, body: String)? {
    let piece = PropertyPiece(kind, request: 9, header: Array(header.utf8), data: Array(body.utf8))
    let question = CIMessage(.property(piece), from: you, to: me)
    return read(responder.take(question.payload, from: port, host))
  }

  private func read(_ payloads: [[UInt8]]) -> (header: JSONValue?, body: String)? {
    var assembler = PropertyAssembler()
    var whole: PropertyMessage?
    for payload in payloads {
      #expect(payload.count + 2 <= 512, "no longer than the other one takes")
      guard let message = CIMessage(payload: payload), message.source == me, message.destination == you,
        case .property(let piece) = message.body
      else { return nil }
      whole = assembler.take(piece, from: me) ?? whole
    }
    return whole.map { ($0.header, $0.body) }
  }

  @Test mutating func `Whoever asks who is there is told, and how much is answered at once`() {
    let discovery = CIMessage(.discovery(identity), from: you, to: .everybody)
    #expect(
      responder.take(discovery.payload, from: port, Shelf()).compactMap(CIMessage.init(payload:))
        == [CIMessage(.discoveryReply(identity), from: me, to: you)])
    let inquiry = CIMessage(.propertyInquiry(requests: 1), from: you, to: me)
    #expect(
      responder.take(inquiry.payload, from: port, Shelf()).compactMap(CIMessage.init(payload:))
        == [CIMessage(.propertyInquiryReply(requests: 4), from: me, to: you)])
    let elsewhere = CIMessage(.propertyInquiry(requests: 1), from: you, to: MUID(rawValue: 3))
    #expect(responder.take(elsewhere.payload, from: port, Shelf()).isEmpty)
  }

  @Test mutating func `Resources are got, in ASCII and in pieces`() {
    let info = ask(.get, #"{"resource":"DeviceInfo"}"#)
    #expect(info?.header?["status"]?.integer == 200)
    #expect(info?.body == #"{"model":"Klavier \u00fc"}"#)
    #expect(ask(.get, #"{"resource":"Nothing"}"#)?.header?["status"]?.integer == 404)
    #expect(ask(.get, "{}")?.header?["status"]?.integer == 400)
    let long = ask(.get, #"{"resource":"Long"}"#)
    #expect(JSONValue(long?.body ?? "")?.list?.count == 500)
    let part = ask(.get, #"{"resource":"Long","offset":498,"limit":10}"#)
    #expect(part?.header?["totalCount"]?.integer == 500)
    #expect(JSONValue(part?.body ?? "")?.list?.count == 2)
  }

  @Test mutating func `A widget is set, and what is wrong is said`() {
    nonisolated(unsafe) var level = 0.0
    let host = Shelf(set: { level = $0 })
    let header = #"{"resource":"X-Widget","resId":"level"}"#
    #expect(ask(.set, header, #"{"value":0.25}"#, host)?.header?["status"]?.integer == 200)
    #expect(level == 0.25)
    #expect(ask(.set, header, #"{"value":"x"}"#, host)?.header?["status"]?.integer == 400)
    #expect(ask(.set, header, "{", host)?.header?["status"]?.integer == 400)
    #expect(
      ask(.set, #"{"resource":"X-Widget","resId":"gone"}"#, "1", host)?.header?["status"]?.integer == 404)
  }

  @Test mutating func `Subscribers hear of changes until they end it or leave`() {
    let start = #"{"command":"start","resource":"X-Widget","resId":"level"}"#
    let reply = ask(.subscription, start)
    let id = reply?.header?["subscribeId"]?.text ?? ""
    #expect(!id.isEmpty)
    #expect(responder.changes(Shelf()).isEmpty)
    let changes = responder.changes(Shelf(level: 0.75))
    #expect(changes.map(\.port) == [port])
    #expect(read(changes.map(\.payload))?.body == #"{"value":0.75}"#)
    #expect(responder.changes(Shelf(level: 0.75)).isEmpty, "told once")
    _ = ask(.subscription, #"{"command":"end","subscribeId":"\#(id)"}"#)
    #expect(!responder.hasSubscribers)
    _ = ask(.subscription, start)
    responder.portLeft(port)
    #expect(!responder.hasSubscribers)
  }

  @Test mutating func `Two devices with one number choose others`() {
    var other = identity
    other.model += 1
    let twin = CIMessage(.discovery(other), from: me, to: .everybody)
    let answer = responder.take(twin.payload, from: port, Shelf()).compactMap(CIMessage.init(payload:))
    #expect(answer.map(\.body) == [.invalidate(me)])
    #expect(responder.muid != me)
  }

  @Test mutating func `A question that comes back by a loop is not answered`() {
    let question = CIMessage(.discovery(identity), from: me, to: .everybody)
    #expect(responder.take(question.payload, from: port, Shelf()).isEmpty)
    #expect(responder.muid == me)
  }

  @Test func `An instrument learns how a controller calls its controls`() {
    var responder = CIResponder(identity, muid: you)
    var initiator = CIInitiator(identity)
    var names = ControllerNames("DeviceInfo", .object([]))
    var questions = [initiator.discovery(from: me)]
    var rounds = 0
    while !questions.isEmpty, rounds < 20 {
      rounds += 1
      let answers = questions.flatMap { responder.take($0, from: port, Shelf()) }
      questions = []
      for answer in answers {
        let outcome = initiator.take(answer, from: port, as: me)
        questions += outcome.payloads
        guard let told = outcome.names else { continue }
        if names == nil { names = told } else { names?.add(told) }
      }
    }
    #expect(names?.model == "Klavier ü")
    #expect(names?.controls == ["cc 74": "Cutoff", "nrpn 136": "Attack", "ctl 74 of note": "Slide"])
  }
}
