import SpinetText
import SpinetWidgets

extension Patch {
  /// The text of a patch with the current values of the widgets. It has sections like the shipped patches, and only
  /// values that differ from the engine's defaults. What belongs to a performance, such as the modulation wheel, is
  /// left out.
  ///
  /// - Parameters:
  ///   - name: the new patch's.
  ///   - family: nil for that of this patch.
  ///   - tags: nil for those of this patch.
  package func text(
    of widgets: [Widget], named name: String, family: String? = nil, tags: [String]? = nil
  ) -> String {
    var lines = ["name: \(JSONLine.quoted(name))"]
    if let author { lines.append("author: \(JSONLine.quoted(author))") }
    if let family = family ?? self.family, !family.isEmpty {
      lines.append("family: \(JSONLine.quoted(family))")
    }
    if let tags = Optional(tags ?? self.tags), !tags.isEmpty {
      lines.append("tags: [\(tags.map(JSONLine.quoted).joined(separator: ", "))]")
    }
    if engine != .synth { lines.append("engine: \(engine.rawValue)") }
    let changed = widgets.filter { $0.isSound && $0.value != $0.defaultValue && $0.value.isFinite }
    return (lines + Section(changed.map { ($0.name, $0.patchText) }).lines).joined(separator: "\n") + "\n"
  }

  private static let performance: Set<String> = [
    "mod.wheel", "master.expression", "pitch.bend", "clock.tempo",
  ]

  fileprivate static func isPerformance(_ name: String) -> Bool { performance.contains(name) }

  /// Values by the first word of their names.
  private struct Section {
    private var names: [String] = []
    private var values: [String: [(name: String, text: String)]] = [:]
    private var alone: [(name: String, text: String)] = []

    init(_ settings: [(name: String, text: String)]) {
      for (name, text) in settings {
        guard let dot = name.firstIndex(of: ".") else {
          alone.append((name, text))
          continue
        }
        let section = String(name[..<dot])
        if values[section] == nil { names.append(section) }
        values[section, default: []].append((String(name[name.index(after: dot)...]), text))
      }
    }

    var lines: [String] {
      alone.map { "\($0.name): \($0.text)" }
        + names.map { name in
          let entries = (values[name] ?? []).map { "\($0.name): \($0.text)" }
          return "\(name): {\(entries.joined(separator: ", "))}"
        }
    }
  }
}

extension Widget {
  /// Whether its value is part of a sound: no button, no label, nothing that only playing moves.
  fileprivate var isSound: Bool {
    switch kind {
    case .slider, .knob, .toggle, .choice: !Patch.isPerformance(name)
    case .button, .momentary, .label, .text: false
    }
  }

  /// The value as a patch writes it: in full, without its unit.
  fileprivate var patchText: String {
    switch kind {
    case .toggle, .choice: text
    default: JSONLine.number(value)
    }
  }
}
