extension Widget {
  /// The value as people read it, with its unit: `1.02 kHz`, `8 ms`, `35 %`, `on`, `saw`.
  public var text: String { label?.text ?? text(for: value) }

  /// Any value of this widget as text.
  public func text(for value: Double) -> String {
    switch kind {
    case .toggle, .button, .momentary: return value >= 0.5 ? "on" : "off"
    case .choice(let names):
      guard let index = Int(exactly: value.rounded()), names.indices.contains(index) else {
        return Digits.exact(value)
      }
      return names[index]
    case .text: return ""
    case .label(let precision): return Digits.fixed(value, precision) + suffix
    case .slider, .knob: return precision.map { Digits.fixed(value, $0) + suffix } ?? style.text(of: value)
    }
  }

  /// Reads a value that a person has written: a number with or without its unit (`440`, `1.5k`, `1,5 kHz`, `250 ms`,
  /// `35 %`, `30 L`), `on` or `off`, the name of a choice. Choices that are numbered, as `2 night-drive`, also have their
  /// numbers. Nil if it is not valid.
  public func parse(_ text: String) -> Double? {
    if kind == .text { return nil }
    if case .choice(let names) = kind {
      if let index = names.firstIndex(of: text) { return Double(index) }
      if Self.areNumbered(names) { return Self.number(text, of: names) }
    }
    switch text.lowercased() {
    case "on", "true", "yes": return 1
    case "off", "false", "no": return 0
    default: return style.value(of: text).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// The values that a person may write: `a number from 20 Hz to 20 kHz`, `saw, square or sine`.
  public var expectation: String {
    switch kind {
    case .choice(let names): Self.alternatives(names)
    case .toggle, .button, .momentary: "on or off"
    case .text: "a value to another widget, because this one only shows a text"
    case .slider where !limits.upperBound.isFinite, .knob where !limits.upperBound.isFinite: "a number"
    case .slider, .knob, .label: "a number from \(end(limits.lowerBound)) to \(end(limits.upperBound))"
    }
  }

  /// An end of the range as its values are shown, where that is exact.
  private func end(_ value: Double) -> String {
    let shown = text(for: value)
    return parse(shown) == value ? shown : Digits.exact(value) + suffix
  }

  /// Whether each name begins with its number, from 1.
  private static func areNumbered(_ names: [String]) -> Bool {
    !names.isEmpty
      && names.indices.allSatisfy { names[$0] == "\($0 + 1)" || names[$0].hasPrefix("\($0 + 1) ") }
  }

  /// The index of the choice with this number, or with this name after its number.
  private static func number(_ text: String, of names: [String]) -> Double? {
    let index = Int(text).map { $0 - 1 } ?? names.indices.first { names[$0].hasSuffix(" " + text) }
    return index.flatMap { names.indices.contains($0) ? Double($0) : nil }
  }

  /// The range of an open widget says nothing about its values.
  private var style: ValueStyle {
    ValueStyle(unit: unit, range: isOpen ? -.infinity...Double.infinity : range, name: name)
  }

  /// `saw, square or sine`
  private static func alternatives(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  private var suffix: String { unit.isEmpty ? "" : " \(unit)" }
}

extension Widget.Kind {
  /// One word for scripts and pages.
  public var word: String {
    switch self {
    case .slider: "slider"
    case .knob: "knob"
    case .toggle: "switch"
    case .button: "button"
    case .momentary: "momentary"
    case .label: "label"
    case .text: "text"
    case .choice: "choice"
    }
  }
}
