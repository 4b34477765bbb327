/// A JSON object on one line. Its keys keep the order in which they were added.
package struct JSONLine: CustomStringConvertible {
  private var fields: [String] = []

  package init() {}

  package mutating func add(_ key: String, _ value: String) { append(key, Self.quoted(value)) }
  package mutating func add(_ key: String, _ value: Bool) { append(key, value ? "true" : "false") }
  package mutating func add(_ key: String, _ value: Int) { append(key, String(value)) }
  /// Nil is written as null.
  package mutating func add(_ key: String, _ value: Double?) {
    if let value { add(key, value) } else { addNull(key) }
  }
  package mutating func add(_ key: String, _ value: Double) { append(key, Self.number(value)) }
  package mutating func add(_ key: String, _ values: [String]) {
    append(key, "[" + values.map(Self.quoted).joined(separator: ",") + "]")
  }
  package mutating func add(_ key: String, _ objects: [JSONLine]) {
    append(key, "[" + objects.map(\.description).joined(separator: ",") + "]")
  }
  /// Adds a number as written in `literal`, which must be a valid JSON number.
  package mutating func add(_ key: String, literal: String) { append(key, literal) }
  package mutating func addNull(_ key: String) { append(key, "null") }

  package var description: String { "{" + fields.joined(separator: ",") + "}" }

  private mutating func append(_ key: String, _ json: String) { fields.append("\(Self.quoted(key)):\(json)") }

  /// The shortest text that reads back as `value`. Integers have no decimal point; values that are not finite
  /// become null.
  package static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    return "\(value)"
  }

  /// `text` as a JSON string, which YAML reads as the same text.
  package static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      case "\r": out += "\\r"
      case _ where isUnreadable(scalar):
        out += "\\u" + String(scalar.value, radix: 16).padded(to: 4, .right, with: "0")
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  /// Whether YAML refuses the character, or reads another one: controls, ends of lines, and a byte order mark.
  private static func isUnreadable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}
