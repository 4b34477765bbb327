import Logging
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetMIDI
import SpinetMIDICI
import SpinetRealtime
import SpinetSynth
import SpinetWidgets
import Testing

@testable import SpinetSession

/// What one instrument sees of the other: a port of MIDI 2.0, which keeps what is sent to it.
private final class Neighbour: MIDISource {
  static let port = PortID(rawValue: 40 << 8 | 1)
  private let receives: Bool
  private var sent: [[UInt8]] = []

  init(receives: Bool) { self.receives = receives }

  var descriptor: Int32? { nil }
  var announcement: String { "" }
  var hasOutput: Bool { true }

  var connectedPorts: [MIDIPort] {
    var port = MIDIPort(
      id: Self.port, client: "Spinet", name: "Spinet Out", address: "40:1", identity: nil, isHardware: false,
      sends: true, receives: receives)
    port.isMIDI2 = true
    return [port]
  }

  func ports() -> [MIDIPort] { connectedPorts }
  func read(_ handle: (MIDISourceEvent) -> Void) {}
  func send(_ message: MIDIMessage, to port: PortID?) {}
  func send(exclusive bytes: [UInt8], to port: PortID?) { sent.append(bytes) }

  func popSent() -> [[UInt8]] {
    defer { sent = [] }
    return sent
  }
}

/// An instrument that answers and asks by MIDI-CI.
private final class Instrument {
  let performer: Performer
  let exchange: PropertyExchange
  private let neighbour: Neighbour
  private var now = HostTime(seconds: 100)

  init(_ name: String, byPortThatReceives receives: Bool = true) {
    neighbour = Neighbour(receives: receives)
    performer = Performer(
      instrument: LoadedInstrument(name: name, engine: SynthEngine(voices: 8)), mappings: ActiveMappings(),
      keyboard: nil)
    exchange = PropertyExchange(
      of: performer, on: neighbour, in: Surroundings(), logger: Logger(label: "test"), wake: {})
    performer.news.add(exchange)
    neighbour.connectedPorts.forEach(performer.portAppeared)
  }

  /// A turn of the control thread. Returns what it sends.
  func turn() -> [[UInt8]] {
    now = now.advanced(bySeconds: 0.1)
    exchange.turn(at: now, isReady: false)
    return neighbour.popSent()
  }

  /// Takes system exclusive messages. Returns what it sends in answer.
  func take(_ messages: [[UInt8]]) -> [[UInt8]] {
    for bytes in messages {
      performer.take(exclusive: Array(bytes.dropFirst().dropLast()), from: Neighbour.port, at: now)
    }
    return turn()
  }
}

@Suite struct PropertyExchangeTests {
  private let identity = CIIdentity(manufacturer: [0x7D, 0, 0], revision: [0, 0, 0, 0], mostBytes: 4096)
  private let me = MUID(rawValue: 7)

  private func framed(_ body: CIMessage.Body, to other: MUID) -> [UInt8] {
    [0xF0] + CIMessage(body, from: me, to: other).payload + [0xF7]
  }

  private func said(_ messages: [[UInt8]]) -> [CIMessage] {
    messages.compactMap { CIMessage(payload: Array($0.dropFirst().dropLast())) }
  }

  /// Asks for a property, or changes one. Returns the header and the body of the answer.
  private func ask(
    _ instrument: Instrument, _ kind: PropertyPiece.Kind, _ header: String, _ body: String = "",
    to other: MUID
  ) throws -> (header: String, body: String) {
    let piece = PropertyPiece(kind, request: 1, header: Array(header.utf8), data: Array(body.utf8))
    let answers = said(instrument.take([framed(.property(piece), to: other)]))
    return try #require(answers.compactMap(Self.text).first)
  }

  private static func text(_ message: CIMessage) -> (header: String, body: String)? {
    guard case .property(let piece) = message.body else { return nil }
    return (String(decoding: piece.header, as: UTF8.self), String(decoding: piece.data, as: UTF8.self))
  }

  @Test func `Two instruments ask each other who they are, and come to an end`() {
    let (one, two) = (Instrument("warm"), Instrument("round"))
    var (toTwo, toOne) = (one.turn(), two.turn())
    for _ in 0..<16 { (toOne, toTwo) = (two.take(toTwo), one.take(toOne)) }
    #expect(one.exchange.names(of: Neighbour.port)?.model == "round")
    #expect(two.exchange.names(of: Neighbour.port)?.model == "warm")
    #expect(toOne.isEmpty && toTwo.isEmpty)
  }

  @Test(arguments: [true, false])
  func `Who only sends is asked again when something is connected to the output`(receives: Bool) {
    let instrument = Instrument("warm", byPortThatReceives: receives)
    #expect(instrument.turn().count == 1)
    #expect(instrument.turn().isEmpty)
    instrument.performer.ports.addListener()
    #expect(instrument.turn().count == (receives ? 0 : 1))
    #expect(instrument.turn().isEmpty)
  }

  @Test func `Another device reads, sets and follows a widget`() throws {
    let instrument = Instrument("warm")
    _ = instrument.turn()
    let replies = said(instrument.take([framed(.discovery(identity), to: .everybody)]))
    let other = try #require(
      replies.first { if case .discoveryReply = $0.body { true } else { false } }?.source)
    let cutoff = try #require(instrument.performer.instrument.widgets["filter.cutoff"])
    let widget = #""resource":"X-Widget","resId":"filter.cutoff""#

    let info = try ask(instrument, .get, #"{"resource":"DeviceInfo"}"#, to: other)
    #expect(info.header == #"{"status":200}"# && info.body.contains(#""model":"warm""#))
    let channels = try ask(instrument, .get, #"{"resource":"ChannelList"}"#, to: other)
    #expect(channels.body.contains(#""channel":1"#))
    #expect(try ask(instrument, .set, "{\(widget)}", #"{"value":800}"#, to: other).header.contains("200"))
    #expect(cutoff.value == 800)
    #expect(try ask(instrument, .set, "{\(widget)}", #"{"value":1e9}"#, to: other).header.contains("400"))
    #expect(try ask(instrument, .get, "{\(widget)}", to: other).body.contains(#""value":800"#))

    let begun = try ask(instrument, .subscription, #"{"command":"start",\#(widget)}"#, to: other)
    #expect(begun.header.contains(#""subscribeId":"s1""#))
    cutoff.set(900)
    let told = try #require(said(instrument.turn()).compactMap(Self.text).first)
    #expect(told.header.contains("s1") && told.body.contains(#""value":900"#))
    #expect(instrument.turn().isEmpty, "told once")
  }
}
