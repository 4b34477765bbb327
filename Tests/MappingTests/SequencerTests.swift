import SpinetFormats
import SpinetMapping
import SpinetTools
import SpinetWidgets
import Testing

/// Presses and releases of keys alone, and what a sequencer sends.
struct SequencerTests {
  struct Case: Sendable {
    let line: String
    let bytes: String
    /// What the widget is after each message that moves it.
    let values: [Double]
  }

  @Test(arguments: [
    Case(line: "key-on C4: a", bytes: "903C7F 803C40", values: [1]),
    Case(line: "key-off C4: a", bytes: "903C7F 803C7F", values: [1]),
    Case(line: "key-off 60: a", bytes: "903C7F", values: []),
    Case(line: "ch 2 key-on C4: a", bytes: "903C7F 913C7F", values: [1]),
    Case(line: "start: {widget: a, mode: trigger}", bytes: "FA FC FB", values: [1, 1]),
    Case(line: "stop: {widget: a, mode: toggle}", bytes: "FA FC FC", values: [1, 0]),
    Case(line: "clock: {widget: a, mode: toggle}", bytes: "F8 F8 F8", values: [1, 0, 1]),
  ]) func `They move widgets`(example: Case) throws {
    let mapping = try Mapping(text: "map:\n  \(example.line)\n", file: "test.yaml")
    let events = example.bytes.split(separator: " ").enumerated().map { "\($0) \($1)" }
    let lines = try MappingTrace.lines(
      of: events.joined(separator: "\n"), file: "trace", mapping: mapping,
      widgets: WidgetSet([Widget("a")]), portNames: [])
    let moves = lines.filter { $0.contains("\"value\"") }
    #expect(moves.compactMap { Double($0.split(separator: ":").last?.dropLast() ?? "") } == example.values)
  }
}
