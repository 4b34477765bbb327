import Testing

/// No number from outside becomes whole before it is bounded, because a number that does not fit ends the process.
struct BoundedNumberTests {
  /// Where messages, files and requests become values.
  private static let folders = [
    "Panel", "Bridge", "Models/OSC", "Models/Surface", "Models/Mapping", "Session/Requests", "Session/Remote",
    "Session/Handle",
    "Session/Input", "Formats", "Text", "Library", "Tools/Journal", "Tools/Traces", "Tools/Learn",
  ]

  /// The fractions that a line makes whole by an initializer that traps, by what shows that they are fractions.
  private static func conversions(in text: String) -> [String] {
    let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    let conversion =
      /\bU?Int(8|16|32|64)?\((?!bounded:|exactly:|clamping:|bitPattern:|truncatingIfNeeded:)/
    return lines.filter { $0.contains("Int") }.flatMap { line in
      line.matches(of: conversion).map { argument(in: line[$0.range.upperBound...]) }
    }.filter { $0.contains(/\.rounded\(|\* -?1e|[mM]illiseconds/) }
  }

  /// Up to the parenthesis that closes it.
  private static func argument(in rest: Substring) -> String {
    var depth = 1
    return String(
      rest.prefix { character in
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        return depth > 0
      })
  }

  /// Constants of the program, which are no numbers from outside.
  private static let known: Set = [
    "TouchClock.longestDelay / stepMilliseconds", "Date.now.timeIntervalSince1970 * 1e9",
    "seconds.truncatingRemainder(dividingBy: 1) * 1e6",
  ]

  @Test(arguments: folders)
  func `Fractions are bounded before they become whole`(folder: String) throws {
    for file in Repository.swiftFiles(below: "Sources/\(folder)") {
      let found = Self.conversions(in: try Repository.text(of: file)).filter { !Self.known.contains($0) }
      #expect(found == [], "\(file)")
    }
  }

  @Test func `A conversion that can trap is seen, and others are not`() {
    for text in ["Int(lag / 0.125 * 1e3)", "UInt8((x * 127).rounded())", "UInt64(milliseconds)"] {
      #expect(!Self.conversions(in: "let a = \(text)").isEmpty, "\(text)")
    }
    for text in [
      "Int(bounded: x.rounded(), in: 0...1)", "Int(exactly: x.rounded())", "Int(text)", "// Int(x.rounded())",
    ] {
      #expect(Self.conversions(in: text).isEmpty, "\(text)")
    }
  }
}
