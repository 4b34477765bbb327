import Glibc

extension Widget {
  /// The value as text, with its unit: `1023.7 Hz`, `on`, `saw`.
  public var text: String { label?.text ?? text(for: value) }

  /// Any value of this widget as text.
  public func text(for value: Double) -> String {
    switch kind {
    case .toggle, .button, .momentary: return value >= 0.5 ? "on" : "off"
    case .choice(let names):
      guard let index = Int(exactly: value.rounded()), names.indices.contains(index) else {
        return Self.decimal(value, 0)
      }
      return names[index]
    case .text: return ""
    case .label(let precision): return Self.decimal(value, precision) + suffix
    case .slider, .knob: return Self.decimal(value, step?.decimals ?? Self.decimals(for: value)) + suffix
    }
  }

  /// Reads a value that a person has written: a number, `on` or `off`, the name of a choice. Nil if it is not valid.
  public func parse(_ text: String) -> Double? {
    if kind == .text { return nil }
    if case .choice(let names) = kind, let index = names.firstIndex(of: text) { return Double(index) }
    switch text.lowercased() {
    case "on", "true", "yes": return 1
    case "off", "false", "no": return 0
    default: return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// The values that a person may write: `a number from 20.00 Hz to 20000 Hz`, `saw, square or sine`.
  public var expectation: String {
    switch kind {
    case .choice(let names): Self.alternatives(names)
    case .toggle, .button, .momentary: "on or off"
    case .text: "a value to another widget, because this one only shows a text"
    case .slider where isOpen, .knob where isOpen: "a number"
    case .slider, .knob, .label:
      "a number from \(text(for: range.lowerBound)) to \(text(for: range.upperBound))"
    }
  }

  /// `saw, square or sine`
  private static func alternatives(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  private var suffix: String { unit.isEmpty ? "" : " \(unit)" }

  /// `value` with this number of decimals, rounded half away from zero.
  private static func decimal(_ value: Double, _ places: Int) -> String {
    let places = max(0, min(places, 12))
    let scale = pow(10, Double(places))
    let scaled = (abs(value) * scale).rounded()
    // From here on, every double is an integer.
    guard scaled < 9e15 else { return "\(value)" }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let digits = String(Int64(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return sign + padded.dropLast(places) + (places > 0 ? "." + padded.suffix(places) : "")
  }

  /// The number of decimals for about four significant digits.
  private static func decimals(for value: Double) -> Int {
    let size = abs(value)
    return size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3
  }
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
