import Glibc

/// Numbers as people read them.
enum Digits {
  /// Three significant digits at most, without zeros at the end, and with a true minus. Digits before the point are
  /// never left out.
  static func shown(_ value: Double) -> String {
    let size = abs(value)
    guard size > 0, size.isFinite else { return signed(value, size == 0 ? "0" : "\(size)") }
    let exponent = Int(bounded: log10(size).rounded(.down), in: -400...400)
    if exponent < -4 || exponent > 14 { return signed(value, scientific(size, exponent)) }
    return signed(value, trimmed(fixed(size, max(0, 2 - exponent))))
  }

  /// With a sign before numbers above 0 too.
  static func withSign(_ value: Double) -> String {
    let text = shown(value)
    return value > 0 && text != "0" ? "+" + text : text
  }

  /// Rounded to three significant digits.
  static func rounded(_ value: Double) -> Double {
    let size = abs(value)
    guard size > 0, size.isFinite else { return value }
    let scale = pow(10, 2 - log10(size).rounded(.down))
    guard scale.isFinite, scale > 0 else { return value }
    return (value * scale).rounded() / scale
  }

  /// With this number of decimals, rounded half away from zero.
  static func fixed(_ value: Double, _ places: Int) -> String {
    let places = max(0, min(places, 12))
    let scale = pow(10, Double(places))
    let scaled = (abs(value) * scale).rounded()
    // From here on, every double is an integer.
    guard scaled < 9e15 else { return "\(value)" }
    let digits = String(UInt64(bounded: scaled, in: 0...UInt64(9e15)))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return signed(
      scaled > 0 ? value : 0, padded.dropLast(places) + (places > 0 ? "." + padded.suffix(places) : ""))
  }

  /// The shortest text that reads back as the same number: `20000`, `0.004`.
  static func exact(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(exactly: value) ?? 0) }
    return "\(value)"
  }

  private static func signed(_ value: Double, _ size: String) -> String { value < 0 ? "−" + size : size }

  /// Without zeros after the point.
  private static func trimmed(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = Substring(text)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }

  /// `9.83e32`
  private static func scientific(_ size: Double, _ exponent: Int) -> String {
    let mantissa = trimmed(fixed(size / pow(10, Double(exponent)), 2))
    return mantissa == "10" ? "1e\(exponent + 1)" : "\(mantissa)e\(exponent)"
  }

  /// Reads the number at the start of a text, in which a comma counts as a point. Nil without one.
  ///
  /// - Returns: also what stands behind it.
  static func read(_ text: String) -> (value: Double, rest: String)? {
    var number = ""
    var rest = Substring(text)
    while let character = rest.first, isOfNumber(character, after: number, before: rest.dropFirst()) {
      number.append(character == "," ? "." : character == "−" ? "-" : character)
      rest.removeFirst()
    }
    while rest.first == " " { rest.removeFirst() }
    return Double(number).map { ($0, String(rest)) }
  }

  private static func isOfNumber(_ character: Character, after number: String, before rest: Substring) -> Bool
  {
    switch character {
    case "0"..."9", ".": true
    case ",": !number.contains(".")
    case "+", "-", "−": number.isEmpty || number.last == "e" || number.last == "E"
    // Not the beginning of a unit.
    case "e", "E":
      !number.isEmpty && (rest.first.map { ("0"..."9").contains($0) || "+-−".contains($0) } ?? false)
    default: false
    }
  }
}
