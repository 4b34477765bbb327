/// A JSON object on one line. Its keys keep the order in which they were added.
public struct JSONLine: CustomStringConvertible {
  private var fields: [String] = []

  public init() {}

  public mutating func add(_ key: String, _ value: String) { append(key, Self.quoted(value)) }
  public mutating func add(_ key: String, _ value: Bool) { append(key, value ? "true" : "false") }
  public mutating func add(_ key: String, _ value: Int) { append(key, String(value)) }
  /// Nil is written as null.
  public mutating func add(_ key: String, _ value: Double?) {
    if let value { add(key, value) } else { addNull(key) }
  }
  public mutating func add(_ key: String, _ value: Double) { append(key, Self.number(value)) }
  public mutating func add(_ key: String, _ values: [String]) {
    append(key, "[" + values.map(Self.quoted).joined(separator: ",") + "]")
  }
  /// Adds a number as written in `literal`, which must be a valid JSON number.
  public mutating func add(_ key: String, literal: String) { append(key, literal) }
  public mutating func addNull(_ key: String) { append(key, "null") }

  public var description: String { "{" + fields.joined(separator: ",") + "}" }

  private mutating func append(_ key: String, _ json: String) { fields.append("\(Self.quoted(key)):\(json)") }

  /// The shortest text that reads back as `value`. Integers have no decimal point; values that are not finite
  /// become null.
  public static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    return "\(value)"
  }

  /// `text` as a JSON string.
  public static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      case "\r": out += "\\r"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
