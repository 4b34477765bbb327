import SpinetWidgets

extension Widget {
  /// Its range as people read it: `20 Hz to 20 kHz`, `0 to 100 %`; nil for a widget without a number.
  var ends: String? {
    switch kind {
    case .slider, .knob: range.upperBound.isFinite ? text(from: range.lowerBound, to: range.upperBound) : nil
    default: nil
    }
  }

  /// What lies between two values. A unit that both have is said once.
  func text(from first: Double, to last: Double) -> String {
    let (first, last) = (text(for: first), text(for: last))
    guard kind == .slider || kind == .knob, let (number, unit) = Self.split(first),
      let end = Self.split(last),
      unit == end.unit
    else { return "\(first) to \(last)" }
    return "\(number) to \(last)"
  }

  /// `20 Hz` is 20 and Hz. A ratio such as `70 : 30` has no unit.
  private static func split(_ text: String) -> (number: Substring, unit: Substring)? {
    let words = text.split(separator: " ")
    return words.count == 2 ? (words[0], words[1]) : nil
  }
}
