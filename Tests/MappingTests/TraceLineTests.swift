import SpinetFormats
import SpinetMapping
import SpinetRealtime
import SpinetTools
import Testing

private func tracing(_ text: String, ports: [String] = [], mapping source: String = "map: {cc 1: osc.mix}")
  throws
  -> [String]
{
  let mapping = try Mapping(text: source, file: "m")
  return try MappingTrace.lines(
    of: text, file: "t", mapping: mapping, widgets: instrument(), portNames: ports)
}

@Test(arguments: [
  ("0 B0 01 7F", #"{"t":0,"widget":"osc.mix","value":1}"#),
  ("120.50 b0017f", #"{"t":120.50,"widget":"osc.mix","value":1}"#),
  ("  1\tB0 01 7F  # full", #"{"t":1,"widget":"osc.mix","value":1}"#),
  ("6 F0 7E 01 F7 B0 01 7F", #"{"t":6,"widget":"osc.mix","value":1}"#),
  ("007 B0 01 7F\r", #"{"t":7,"widget":"osc.mix","value":1}"#),
  (".5 B0 01 7F", #"{"t":0.5,"widget":"osc.mix","value":1}"#),
])
func `A line of a trace is a time and bytes`(line: String, output: String) throws {
  #expect(try tracing("\n# a comment\n" + line + "\n\n") == [output])
}

@Test func `A byte order mark at the beginning of a trace is no event`() throws {
  #expect(try tracing("\u{FEFF}0 B0 01 7F") == [#"{"t":0,"widget":"osc.mix","value":1}"#])
}

@Test func `One line may hold several messages, with running status`() throws {
  #expect(try tracing("5 B0 01 7F 01 00 90 3C 7F").count == 3)
}

@Test(arguments: [
  ("x B0 01 7F", "t:1:1: error: \"x\" found, expected a time in milliseconds"),
  ("-5 B0 01 7F", "t:1:1: error: \"-5\" found, expected a time in milliseconds"),
  ("1e300 B0 01 7F", "t:1:1: error: \"1e300\" found, expected a time in milliseconds"),
  ("9999999999999 B0 01 7F", "t:1:1: error: \"9999999999999\" found, expected a time in milliseconds"),
  ("5", "t:1:1: error: a time alone, expected MIDI bytes after it, such as B0 4A 40"),
  ("5 B0 XY 40", "t:1:6: error: \"XY\" found, expected bytes of two hexadecimal digits"),
  ("5 B0 +1 40", "t:1:6: error: \"+1\" found, expected bytes of two hexadecimal digits"),
  ("5 B0 1 40", "t:1:6: error: \"1\" found, expected bytes of two hexadecimal digits"),
  ("5 B0 01", "t:1:6: error: incomplete MIDI message, expected bytes such as B0 4A 40"),
  ("5 01 02", "t:1:6: error: incomplete MIDI message, expected bytes such as B0 4A 40"),
  ("5 F0 7E", "t:1:6: error: incomplete MIDI message, expected bytes such as B0 4A 40"),
  ("5 F0 B0 01 7F", "t:1:12: error: incomplete MIDI message, expected bytes such as B0 4A 40"),
  ("5 B0", "t:1:3: error: incomplete MIDI message, expected bytes such as B0 4A 40"),
  ("5 B0 01 7F\n4 B0 01 7F", "t:2:1: error: 4 ms is before the line above, expected 5 or later"),
])
func `A line that is none is explained`(text: String, complaint: String) {
  let errors = #expect(throws: SpinetError.self) { try tracing(text) }
  #expect(errors?.description == complaint)
}

@Test func `All bad lines of a trace come at once`() {
  let errors = #expect(throws: SpinetError.self) { try tracing("x\n5 B0 01 7F\n6 zz\n") }
  #expect(errors?.diagnostics.map(\.location.line) == [1, 3])
}

@Test func `A mapping that does not fit the widgets is not traced`() {
  let errors = #expect(throws: SpinetError.self) { try tracing("", mapping: "map: {cc 1: nothing}") }
  #expect(errors?.diagnostics.count == 1)
}

@Test func `A mapping for other ports maps nothing`() throws {
  let source = "ports: nano*\nmap: {cc 1: osc.mix}"
  let event = "0 B0 01 7F"
  #expect(
    try tracing(event, ports: ["nanoKONTROL2"], mapping: source) == [#"{"t":0,"widget":"osc.mix","value":1}"#]
  )
  #expect(try tracing(event, ports: ["APC"], mapping: source) == [#"{"t":0,"unmapped":"cc 1 ch 1"}"#])
  #expect(try tracing(event, mapping: source).first?.contains("osc.mix") == true)
}

@Test func `An address of another program is moved as a widget`() throws {
  let source =
    "map: {cc 30: {osc: \"127.0.0.1:9000/cut\", range: [20, 8000]}, cc 31: {osc: \"127.0.0.1:9000/on\"}}"
  #expect(
    try tracing("0 B0 1E 7F B0 1F 00 B0 1F 7F B0 21 01", mapping: source) == [
      #"{"t":0,"widget":"osc:127.0.0.1:9000/cut","value":8000}"#,
      #"{"t":0,"widget":"osc:127.0.0.1:9000/on","value":0}"#,
      #"{"t":0,"widget":"osc:127.0.0.1:9000/on","value":1}"#, #"{"t":0,"unmapped":"cc 33 ch 1"}"#,
    ])
}
