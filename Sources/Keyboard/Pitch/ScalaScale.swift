import Documents
import Foundation

/// A scale as Scala's `.scl` files have it: a description, a count, and a pitch a line above an unwritten
/// 1/1.
///
/// See https://www.huygens-fokker.org/scala/scl_format.html.
public struct ScalaScale: Hashable, Sendable {
  public let name: String
  /// Of each degree after the unwritten 1/1; the last is the interval of repetition.
  public let cents: [Double]

  /// - Throws: `DocumentErrors` with the place of each line that cannot be read.
  public init(_ text: String, file: String) throws {
    var reader = ScalaLines(text, file: file)
    name = reader.nextLine() ?? ""
    guard let count = reader.number("the number of notes", in: 1...4096) else { throw reader.errors }
    var cents: [Double] = []
    for degree in 0..<count {
      guard let line = reader.nextLine() else {
        reader.report("expected \(count) pitches, found \(degree)")
        break
      }
      if let pitch = Self.cents(line) {
        cents.append(pitch)
      } else {
        reader.report(
          "“\(line.trimmingCharacters(in: .whitespaces).shortened)” is no pitch, expected cents or a ratio")
      }
    }
    guard reader.isClean else { throw reader.errors }
    self.cents = cents
  }

  /// A number with a point is cents; else it is a ratio or a whole number.
  private static func cents(_ line: String) -> Double? {
    guard let word = line.split(whereSeparator: \.isWhitespace).first else { return nil }
    if word.contains(".") { return Double(word).flatMap { $0.isFinite ? $0 : nil } }
    let terms = word.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...2).contains(terms.count), let above = terms[0], above > 0, above.isFinite else { return nil }
    guard terms.count == 2 else { return 1200 * log2(above) }
    guard let below = terms[1], below > 0, below.isFinite else { return nil }
    return 1200 * log2(above / below)
  }

  /// The distance of `degree` from 1/1, below it too.
  func cents(ofDegree degree: Int) -> Double {
    let (repeats, rest) = degree.quotientAndModulo(by: cents.count)
    return Double(repeats) * cents[cents.count - 1] + (rest == 0 ? 0 : cents[rest - 1])
  }
}
