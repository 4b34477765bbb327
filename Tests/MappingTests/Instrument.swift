import SpinetFormats
import SpinetMapping
import SpinetRealtime
import SpinetTools
import SpinetWidgets

/// The widgets that the mappings of these tests move.
func instrument() -> WidgetSet {
  WidgetSet([
    Widget("filter.cutoff", kind: .knob, range: 20...20_000, default: 2_000, unit: "Hz", curve: .logarithmic),
    Widget("filter.resonance", kind: .knob),
    Widget("osc.mix"),
    Widget("reverb.mix"),
    Widget("master.pan", range: -1...1, default: 0),
    Widget("master.volume", default: 0.8),
    Widget("keyboard.octave", range: -4...4, default: 0),
    Widget("osc1.wave", kind: .choice(["sine", "triangle", "saw", "square", "noise"])),
    Widget("engine.running", kind: .toggle),
    Widget("hold", kind: .button),
    Widget("panic", kind: .momentary),
    Widget("level", kind: .label(precision: 1)),
  ])
}

/// A mapping of the lines of its `map:`.
func mapping(_ lines: String...) throws -> Mapping {
  try Mapping(text: "map:\n" + lines.map { "  \($0)\n" }.joined(), file: "m.yaml")
}

/// What a mapping makes of a trace whose lines stand at 0, 10, 20 ms and so on.
func trace(_ mapping: Mapping, _ events: [String], _ widgets: WidgetSet = instrument()) throws -> [String] {
  let text = events.enumerated().map { "\($0 * 10) \($1)\n" }.joined()
  return try MappingTrace.lines(of: text, file: "t", mapping: mapping, widgets: widgets).map {
    String($0.drop { $0 != "," }.dropFirst().dropLast())
  }
}

/// What is wrong with the text of a mapping file called `m`.
func complaints(_ text: String, against widgets: WidgetSet? = nil) -> [String] {
  do {
    let mapping = try Mapping(text: text, file: "m")
    return widgets.map(mapping.check(against:))?.map(\.description) ?? []
  } catch {
    return error.diagnostics.map(\.description)
  }
}
