import Foundation
import SpinetKeyboard
import SpinetText

extension TuningScale {
  /// Reads a `.scl` file: a description, a count, and one pitch for each line. The first degree, 1/1, is not
  /// written.
  ///
  /// See https://www.huygens-fokker.org/scala/scl_format.html.
  ///
  /// - Throws: `DocumentErrors` with the position of each line that cannot be read.
  public init(scala text: String, file: String) throws {
    var reader = ScalaLines(text, file: file)
    let name = reader.nextLine() ?? ""
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
          "“\(line.trimmingCharacters(in: .whitespaces).shortened)” is not a pitch, expected cents or a ratio"
        )
      }
    }
    guard reader.isClean else { throw reader.errors }
    self.init(name: name, cents: cents)
  }

  /// A number with a decimal point is in cents. Otherwise it is a ratio or an integer.
  private static func cents(_ line: String) -> Double? {
    guard let word = line.split(whereSeparator: \.isWhitespace).first else { return nil }
    if word.contains(".") { return Double(word).flatMap { $0.isFinite ? $0 : nil } }
    let terms = word.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...2).contains(terms.count), let above = terms[0], above > 0, above.isFinite else { return nil }
    guard terms.count == 2 else { return 1200 * log2(above) }
    guard let below = terms[1], below > 0, below.isFinite else { return nil }
    return 1200 * log2(above / below)
  }
}
