import SpinetFormats
import SpinetMIDI
import SpinetMapping
import SpinetOSC
import SpinetRealtime
import Testing

@testable import SpinetStage

private func channel(_ number: Int) -> Channel { Channel(status: UInt8(number - 1)) }

struct OutsideFileTests {
  private static func stage(_ text: String) throws -> Stage { try Stage(text: text, file: "s.yaml") }

  @Test func `An instrument outside is read whole`() throws {
    let stage = try Self.stage(
      """
      parts:
        lead:
          sound: {midi: "Prophet*", channel: 3, bank: 130, program: 12}
          keys: C4..
          controls: {cutoff: cc 74, detune: cc14 2, attack: nrpn 1234}
          thru: {cc 1: cc 74, bend: off, notes: on, others: off}
        pad: {sound: {midi: Juno}}
      """)
    let lead = try #require(stage.parts[0].outside)
    #expect(lead.port == PortPattern("Prophet*") && lead.channel == channel(3))
    #expect(stage.parts[0].keys == [60...127])
    #expect(
      lead.choice == [
        .controlChange(channel(3), controller: 0, value: 1),
        .controlChange(channel(3), controller: 32, value: 2),
        .programChange(channel(3), program: 11),
      ])
    #expect(
      lead.controls == [.init("cutoff", .cc(74)), .init("detune", .cc14(2)), .init("attack", .nrpn(1234))])
    #expect(!lead.thru.passesOthers && lead.thru.rules.count == 3)
    let pad = try #require(stage.parts[1].outside)
    #expect(pad.channel == nil && pad.choice.isEmpty && pad.controls.isEmpty && pad.thru == ThruRules())
  }

  @Test func `A scene sends messages, in order, to a port or to a part`() throws {
    let stage = try Self.stage(
      """
      parts:
        lead: {sound: {midi: "Prophet*", channel: 3}}
      scenes:
        one:
          send:
            - {to: "Drum*", channel: 10, bank: 1, program: 5}
            - {to: lead, cc 20: 64, nrpn 300: 8193, ch 4 cc 7: 1}
            - {to: "Drum*", sysex: F0 7e 7F 09 01 F7, transport: start}
            - {to: "Drum*", sysex: "7D01"}
      """)
    let sent = stage.scenes[0].messages
    #expect(sent.map(\.port.description) == ["Drum*", "Prophet*", "Drum*", "Drum*"])
    #expect(
      sent.map(\.messages) == [
        [
          .message(.controlChange(channel(10), controller: 0, value: 0)),
          .message(.controlChange(channel(10), controller: 32, value: 1)),
          .message(.programChange(channel(10), program: 4)),
        ],
        [
          .message(.controlChange(channel(3), controller: 20, value: 64)),
          .message(.controlChange(channel(3), controller: 99, value: 2)),
          .message(.controlChange(channel(3), controller: 98, value: 44)),
          .message(.controlChange(channel(3), controller: 6, value: 64)),
          .message(.controlChange(channel(3), controller: 38, value: 1)),
          .message(.controlChange(channel(4), controller: 7, value: 1)),
        ],
        [.exclusive([0xF0, 0x7E, 0x7F, 9, 1, 0xF7]), .message(.start)],
        [.exclusive([0xF0, 0x7D, 1, 0xF7])],
      ])
  }

  @Test(arguments: [
    ("sound: {channel: 3}", "2:14", "without its port"),
    ("sound: {midi: \"\"}", "2:21", "the name of a MIDI port"),
    ("sound: {midi: x}, controls: {part.mute: cc 7}", "2:36", "a widget of every part"),
    ("sound: {midi: x}, controls: {arp.mode: cc 8}", "2:36", "a widget of every part"),
    ("sound: {midi: x}, controls: {\"\": cc 9}", "2:36", "a name such as cutoff"),
    ("sound: {midi: x}, controls: {x/y: cc 9}", "2:36", "a name such as cutoff"),
    ("sound: {midi: x, channel: 17}", "2:33", "from 1 to 16"),
    ("sound: {midi: x, bank: 16384}", "2:30", "from 0 to 16383"),
    ("sound: {midi: x, chanel: 1}", "2:24", "did you mean channel"),
    ("sound: {midi: x}, level: -3", "2:32", "is for sounds"),
    ("sound: pad, controls: {a: cc 1}", "2:29", "is for instruments outside"),
    ("sound: {midi: x}, controls: {a: ch 1 cc 1}", "2:39", "without a channel"),
    ("sound: {midi: x}, controls: {a: note 60}", "2:39", "such as cc 74"),
    ("sound: {midi: x}, controls: {a: cc 200}", "2:39", "0 to 127"),
    ("sound: {midi: x}, thru: {cc 1: loud}", "2:38", "expected on, off, cc N, bend or pressure"),
    ("sound: {midi: x}, thru: {notes: cc 1}", "2:39", "expected on, off"),
    ("sound: {midi: x}, thru: {clock: on}", "2:32", "unknown message"),
  ])
  func `What is wrong with a part is told with its place`(part: String, place: String, message: String) {
    expectError("parts:\n  a: {\(part)}", place, message)
  }

  @Test(arguments: [
    ("{program: 5}", "4:15", "without a receiver"),
    ("{to: x}", "4:15", "no message for x"),
    ("{to: y}, {to: x, program: 0}", "4:15", "no message for y"),
    ("{to: a, program: 5}", "4:20", "a is a sound"),
    ("{to: \"\", program: 5}", "4:20", "a part or the name of a MIDI port"),
    ("{to: x, program: 0}", "4:32", "from 1 to 128"),
    ("{to: x, cc 20: 128}", "4:30", "from 0 to 127"),
    ("{to: x, note C4: 1}", "4:23", "unknown message"),
    ("{to: x, progam: 1}", "4:23", "did you mean program"),
    ("{to: x, sysex: F0 xx}", "4:30", "bytes such as"),
    ("{to: x, sysex: F0 7}", "4:30", "bytes such as"),
    ("{to: x, sysex: F0 F8 F7}", "4:30", "bytes of 00 to 7F"),
    ("{to: x, sysex: F0 F7}", "4:30", "expected one message"),
    ("{to: x, transport: go}", "4:34", "start, stop or continue"),
  ])
  func `What is wrong with a message is told with its place`(item: String, place: String, message: String) {
    expectError("parts:\n  a: x\nscenes:\n  s: {send: [ \(item)]}", place, message)
  }

  private func expectError(_ text: String, _ place: String, _ message: String) {
    let errors = #expect(throws: SpinetError.self) { try Stage(text: text, file: "s.yaml") }
    let said = errors?.description ?? ""
    #expect(said.contains("s.yaml:\(place): error:") && said.contains(message), "\(said)")
  }
}

/// What scenes send by OSC.
struct SceneDatagramTests {
  private static func datagrams(_ item: String) throws -> [OSCDatagram] {
    try Stage(text: "parts: {a: b}\nscenes: {s: {send: \(item)}}", file: "s.yaml").scenes[0].datagrams
  }

  @Test(
    arguments: [
      ("value: 2", .integer(2)), ("value: 0.5", .float(0.5)), ("value: go on", .text("go on")),
      ("value: \"2\"", .text("2")), ("value: '0.5'", .text("0.5")),
    ] as [(String, OSCArgument)])
  func `A value is a number or a text`(value: String, argument: OSCArgument) throws {
    let sent = try Self.datagrams("{osc: \"127.0.0.1:9000/scene\", \(value)}")
    #expect(sent == [OSCDatagram(to: try OSCReceiver("127.0.0.1:9000/scene"), argument)])
  }

  @Test func `Without a value something happens`() throws {
    #expect(try Self.datagrams("{osc: \"localhost:1/a\"}").map(\.argument) == [.impulse])
  }

  @Test(arguments: [
    "", "9000/a", "127.0.0.1/a", "127.0.0.1:9000", "127.0.0.1:0/a", "127.0.0.1:70000/a", "127.0.0:1/a",
    "127.0.0.256:1/a", "host.example:1/a", "127.0.0.1:1/", "127.0.0.1:1/a b", "127.0.0.1:1/a*",
  ])
  func `What is no address is told`(text: String) {
    #expect(throws: SpinetError.self) { try Self.datagrams("{osc: \"\(text)\"}") }
  }
}
