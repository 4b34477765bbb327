import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetOSC
import SpinetTools
import SpinetWidgets
import Testing

@testable import SpinetFaust

/// `[midi:…]` metadata, against what Faust's MidiUI.h and ValueConverter.h compute.
struct MetadataTests {
  struct Case: Sendable {
    /// Without its end: `hslider("a[midi:ctrl 7]",0,0,1,0.01)`.
    let control: String
    let bytes: String
    /// Nil: it does not move.
    let value: Double?
    var strict: Double??

    init(_ control: String, _ bytes: String, _ value: Double?, strict: Double?? = nil) {
      self.control = control
      self.bytes = bytes
      self.value = value
      self.strict = strict
    }
  }

  private static let cases = [
    Case("hslider(\"a[midi:ctrl 7]\",0,0,1,0.01)", "B00740", 64 / 127.0),
    Case("hslider(\"a[midi:ctrl 7]\",0,0,1,0.01)", "B3077F", 1),
    Case("hslider(\"a[midi:ctrl 7 4]\",0,0,1,0.01)", "B0077F", nil),
    Case("hslider(\"a[midi:ctrl 7 0]\",0,0,1,0.01)", "B0077F", 1),
    Case("hslider(\"a[midi:ctrl 7]\",0,-1,1,0.01)", "B00740", 0, strict: -1 + 2 * 64 / 127.0),
    Case("nentry(\"a[midi:ctrl 7]\",0,0,10,1)", "B00745", 5, strict: 10 * 69 / 127.0),
    Case("checkbox(\"a[midi:ctrl 7]\")", "B00745", 1, strict: 69 / 127.0),
    Case("hslider(\"a[midi:ctrl 7][scale:log]\",1,1,100,0.01)", "B00740", 10.182959),
    Case("hslider(\"a[midi:pgm]\",0,0,127,1)", "C005", 5),
    Case("hslider(\"a[midi:pgm]\",0,0,7,1)", "C005", 5),
    Case("hslider(\"a[midi:pgm]\",0,0,7,1)", "C008", nil),
    Case("hslider(\"a[midi:pgm 2]\",0,0,7,1)", "C105", 5),
    Case("hslider(\"a[midi:chanpress]\",0,0,2,0.01)", "D040", 2 * 64 / 127.0),
    Case("hslider(\"a[midi:keypress 60]\",0,0,1,0.01)", "A03C40", 64 / 127.0),
    Case("hslider(\"a[midi:keyon 60]\",0,0,1,0.01)", "903C40803C20", 64 / 127.0),
    Case("hslider(\"a[midi:keyoff 60]\",0,0,1,0.01)", "903C40", nil),
    Case("hslider(\"a[midi:keyoff 60]\",0,0,1,0.01)", "903C40803C20", 32 / 127.0),
    Case("hslider(\"a[midi:key 60]\",0,0,1,0.01)", "903C40", 64 / 127.0),
    Case("hslider(\"a[midi:key 60]\",0,0,1,0.01)", "903C40803C20", 0),
    Case("hslider(\"a[midi:pitchwheel]\",0,-2,6,0.01)", "E00040", 0, strict: 6 / 8192.0),
    Case("hslider(\"a[midi:pitchwheel]\",0,-2,6,0.01)", "E07F3F", -2 / 8192.0, strict: 0),
    Case("hslider(\"a[midi:pitchwheel]\",0,-2,6,0.01)", "E07F7F", 6),
    Case("hslider(\"a[midi:pitchwheel]\",0,-2,6,0.01)", "E00000", -2),
    Case("hslider(\"a[midi:pitchwheel]\",0.5,0,1,0.01)", "E00040", 0, strict: 1 / 8192.0),
    Case("hslider(\"a[midi:pitchbend]\",1,1,3,0.01)", "E00040", 2, strict: 2 + 1 / 8192.0),
    Case("checkbox(\"a[midi:start][midi:stop]\")", "FA", 1),
    Case("checkbox(\"a[midi:start][midi:stop]\")", "FB", 1),
    Case("checkbox(\"a[midi:start][midi:stop]\")", "FAFC", 0),
    Case("checkbox(\"a[midi:clock]\")", "F8", 1),
    Case("checkbox(\"a[midi:clock]\")", "F8F8", 0),
    Case("checkbox(\"a[midi:clock]\")", "F8F8F8", 1),
  ]

  @Test(arguments: cases) func `A control moves as in MidiUI`(example: Case) throws {
    let value = try Self.value(of: example, isStrict: false)
    #expect(
      Self.isNear(value, example.value), "\(example.control) \(example.bytes): \(String(describing: value))")
  }

  @Test(arguments: cases) func `A strict program does exactly what MidiUI does`(example: Case) throws {
    let value = try Self.value(of: example, isStrict: true)
    let expected = example.strict ?? example.value
    #expect(Self.isNear(value, expected), "\(example.control) \(example.bytes): \(String(describing: value))")
  }

  @Test func `A line for a channel does not hide the line for all`() throws {
    let program = try FaustRig.program(
      "process = hslider(\"a[midi:ctrl 7]\",0,0,1,0.01) + hslider(\"b[midi:ctrl 7 2]\",0,0,1,0.01);")
    let mapping = try #require(FaustInterface(program).mapping)
    let lines = try MappingTrace.lines(
      of: "0 B1077F", file: "trace", mapping: mapping, widgets: WidgetSet(program.widgets), portNames: [])
    #expect(lines.count == 2)
  }

  @Test func `What Spinet does not do is told`() throws {
    let program = try FaustRig.program(
      "process = hslider(\"a[osc:/a 0 1]\",0,0,1,0.01) + hslider(\"b[osc:/b 1][midi:odd]\",0,0,1,0.01)"
        + " : hbargraph(\"c[midi:odder]\",0,1);")
    #expect(
      FaustInterface(program).notes.sorted() == [
        "b: [midi:odd] is ignored, because Spinet has no such control",
        "b: [osc:/b 1] is ignored, because it is no address, or one of Spinet's own",
        "c: [midi:odder] is ignored, because Spinet has no such control",
      ])
  }

  @Test func `OSC addresses are those that a program declares`() throws {
    let program = try FaustRig.program(
      "process = hslider(\"a[osc:/cut/off 0 10]\",0,0,1,0.01) + hslider(\"b[osc:/b]\",0,0,1,0.01);")
    let addresses = FaustInterface(program).addresses
    #expect(addresses.map(\.text) == ["/cut/off", "/b"] && addresses.map(\.widget.name) == ["a", "b"])
    #expect(addresses.map { $0.value(for: 0.5) } == [0.05, 0.5])
  }

  @Test func `A bargraph sends what it shows`() throws {
    let rig = try FaustRig("process = hslider(\"a\",0,0,2,0.1) : hbargraph(\"level[midi:ctrl 9 2]\",0,2);")
    var sent = try #require(rig.interface.sent.first)
    #expect(rig.interface.sent.count == 1 && rig.interface.mapping == nil)
    try rig.widget("a").set(1)
    _ = rig.render(128)
    // As MidiUI converts 63.5 to a whole number.
    #expect(sent.messages().map(\.bytes) == [[0xB1, 9, 63]])
    _ = rig.render(128)
    #expect(sent.messages().isEmpty)
  }

  private static func value(of example: Case, isStrict: Bool) throws -> Double? {
    var settings = FaustRig.settings
    settings.isStrict = isStrict
    let program = try FaustProgram(path: FaustRig.file("process = \(example.control);"), settings: settings)
    let lines = try MappingTrace.lines(
      of: "0 \(example.bytes)", file: "trace", mapping: try #require(FaustInterface(program).mapping),
      widgets: WidgetSet(program.widgets), portNames: [])
    let moves = lines.filter { $0.contains("\"value\"") }
    return moves.last.flatMap { Double($0.split(separator: ":").last?.dropLast() ?? "") }
  }

  private static func isNear(_ value: Double?, _ expected: Double?) -> Bool {
    guard let value, let expected else { return value == nil && expected == nil }
    return abs(value - expected) < 1e-3 * max(1, abs(expected)) * 0.01 + 1e-5
  }
}
