import SpinetMIDI
import SpinetText

/// The ranges of parts as people write them: `C2..B3`, `..B3`, `C4..`, `60`.
package enum PartRange {
  /// Keys by their names or numbers.
  package static func keys(_ text: String) throws(ReadingProblem) -> ClosedRange<UInt8> {
    try range(text, in: 0...127, "two keys such as C2..B3, of which one may be missing") { word in
      Int(word).flatMap { NoteName(key: $0)?.key } ?? NoteName(word)?.key
    }
  }

  /// Velocities from 1 to 127.
  package static func velocities(_ text: String) throws(ReadingProblem) -> ClosedRange<UInt8> {
    try numbers(text, in: 1...127, "two velocities such as 1..63, of which one may be missing")
  }

  /// Channels from 1 to 16.
  package static func channels(_ text: String) throws(ReadingProblem) -> Set<Channel> {
    let range = try numbers(text, in: 1...16, "a channel from 1 to 16, or two such as 1..4")
    return Set(range.compactMap { Channel(number: Int($0)) })
  }

  private static func numbers(
    _ text: String, in limits: ClosedRange<UInt8>, _ expected: String
  ) throws(ReadingProblem) -> ClosedRange<UInt8> {
    try range(text, in: limits, expected) { word in
      word.allSatisfy(\.isNumber) ? UInt8(word).flatMap { limits.contains($0) ? $0 : nil } : nil
    }
  }

  private static func range(
    _ text: String, in limits: ClosedRange<UInt8>, _ expected: String, _ read: (String) -> UInt8?
  ) throws(ReadingProblem) -> ClosedRange<UInt8> {
    guard let dots = text.firstRange(of: "..") else {
      guard let one = read(text) else {
        throw ReadingProblem("\"\(text.shortened)\" found, expected \(expected)")
      }
      return one...one
    }
    let (low, high) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
    guard let first = low.isEmpty ? limits.lowerBound : read(low),
      let last = high.isEmpty ? limits.upperBound : read(high), !(low.isEmpty && high.isEmpty)
    else { throw ReadingProblem("\"\(text.shortened)\" found, expected \(expected)") }
    guard first <= last else {
      throw ReadingProblem(
        "the range \(text.shortened) is backwards, expected \(high.shortened)..\(low.shortened)")
    }
    return first...last
  }
}
