import SpinetRealtime
import SpinetText

// Typed reading. Each returns nil if the node has another type, and reports that in `diagnostics`.
extension DocumentNode {
  package func string(_ diagnostics: inout Diagnostics, as what: String = "a text") -> String? {
    if case .text(let text) = content { return text }
    return mismatch(&diagnostics, what)
  }

  /// A text that is not empty.
  package func name(_ diagnostics: inout Diagnostics, as what: String) -> String? {
    guard let text = string(&diagnostics, as: what) else { return nil }
    guard text.isEmpty else { return text }
    diagnostics.error(at: location, "\"\" found, expected \(what)")
    return nil
  }

  /// A finite number.
  package func double(_ diagnostics: inout Diagnostics, as what: String = "a number") -> Double? {
    guard case .text(let text) = content, let value = Double(text), value.isFinite else {
      return mismatch(&diagnostics, what)
    }
    return value
  }

  package func int(_ diagnostics: inout Diagnostics, as what: String = "a whole number") -> Int? {
    guard case .text(let text) = content, let value = Int(text) else { return mismatch(&diagnostics, what) }
    return value
  }

  /// A whole number in `range`.
  package func int(in range: ClosedRange<Int>, _ diagnostics: inout Diagnostics) -> Int? {
    let what = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let value = int(&diagnostics, as: what) else { return nil }
    return range.contains(value) ? value : mismatch(&diagnostics, what)
  }

  /// `true`, `yes` and `on`, or `false`, `no` and `off`.
  package func bool(_ diagnostics: inout Diagnostics, as what: String = "true or false") -> Bool? {
    guard case .text(let text) = content else { return mismatch(&diagnostics, what) }
    switch text.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default: return mismatch(&diagnostics, what)
    }
  }

  /// A list of texts; one text alone is a list of one.
  package func strings(_ diagnostics: inout Diagnostics, as what: String = "a text or a list of texts")
    -> [String]?
  {
    if case .text(let text) = content { return [text] }
    return items(&diagnostics, as: what)?.compactMap { $0.string(&diagnostics) }
  }

  /// A list of numbers; anything else in it is reported and left out.
  package func doubles(_ diagnostics: inout Diagnostics, as what: String = "a list of numbers") -> [Double]? {
    items(&diagnostics, as: what)?.compactMap { $0.double(&diagnostics) }
  }

  package func items(_ diagnostics: inout Diagnostics, as what: String = "a list") -> [DocumentNode]? {
    if case .list(let items) = content { return items }
    return mismatch(&diagnostics, what)
  }

  package func entries(_ diagnostics: inout Diagnostics, as what: String = "a map") -> [Entry]? {
    if case .map(let entries) = content { return entries }
    return mismatch(&diagnostics, what)
  }

  /// The values of a map that may have these keys and no others; what is unknown is reported with the
  /// nearest name.
  ///
  /// - Parameter what: what a key of this map is called: `option`, `key`.
  package func fields(_ known: [String], calling what: String, _ diagnostics: inout Diagnostics)
    -> [String: DocumentNode]?
  {
    let expected = known.count > 8 ? "a map" : "a map of \(known.joinedByOr)"
    guard let entries = entries(&diagnostics, as: expected) else { return nil }
    var fields: [String: DocumentNode] = [:]
    for entry in entries {
      guard known.contains(entry.key) else {
        diagnostics.error(
          at: entry.location,
          "unknown \(what) \"\(entry.key.shortened)\", expected \(known.joinedByOr)",
          suggestion: nearestName(to: entry.key, among: known))
        continue
      }
      fields[entry.key] = entry.value
    }
    return fields
  }

  private func mismatch<Value>(_ diagnostics: inout Diagnostics, _ what: String) -> Value? {
    if !isRefused { diagnostics.error(at: location, "\(described) found, expected \(what)") }
    return nil
  }
}
