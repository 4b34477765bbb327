import Glibc
import SpinetKeyboard
import SpinetRealtime
import SpinetText

extension TuningScale {
  /// Reads a `.scl` file: a description, a count, and one pitch for each line. The first degree, 1/1, is not
  /// written.
  ///
  /// See https://www.huygens-fokker.org/scala/scl_format.html.
  ///
  /// - Throws: the position of each line that cannot be read.
  package init(scala text: String, file: String) throws(SpinetError) {
    var reader = ScalaLines(text, file: file)
    try reader.checkContent()
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
          "“\(line.trimmed.shortened)” is not a pitch, expected cents or a ratio"
        )
      }
    }
    guard reader.isClean else { throw reader.errors }
    self.init(name: name, cents: cents)
  }

  /// A number with a decimal point is in cents. Otherwise it is a ratio or an integer. Everything after the number,
  /// or after a `!`, is a comment.
  private static func cents(_ line: String) -> Double? {
    guard let word = line.split(whereSeparator: { $0.isWhitespace || $0 == "!" }).first else { return nil }
    if word.contains(".") { return Double(word).flatMap { $0.isFinite ? $0 : nil } }
    let terms = word.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...2).contains(terms.count), let above = terms[0], above > 0, above.isFinite else { return nil }
    guard terms.count == 2 else { return 1200 * log2(above) }
    guard let below = terms[1], below > 0, below.isFinite else { return nil }
    return 1200 * log2(above / below)
  }
}

extension TuningKeyMap {
  /// Reads a `.kbm` file.
  ///
  /// See https://www.huygens-fokker.org/scala/help.htm#mappings.
  ///
  /// - Throws: the position of each line that cannot be read.
  package init(scala text: String, file: String) throws(SpinetError) {
    var reader = ScalaLines(text, file: file)
    try reader.checkContent()
    let size = reader.number("the size of the map", in: 0...4096)
    let first = reader.number("the first key", in: 0...127)
    let last = reader.number("the last key, not below the first", in: (first ?? 0)...127)
    let middle = reader.number("the middle key", in: 0...127)
    let reference = reader.number("the reference key", in: 0...127)
    let referenceLine = reader.line
    let hertz = reader.hertz("the reference frequency")
    let octave = reader.number("the degree of the octave", in: 0...4096)
    let degrees = reader.degrees(size ?? 0)
    if let middle, let reference, !degrees.isEmpty {
      let place = ((reference - middle) % degrees.count + degrees.count) % degrees.count
      if degrees[place] == nil {
        reader.report(
          "the reference key \(reference) is silent in the map, expected a key with a degree",
          at: referenceLine)
      }
    }
    guard let first, let last, let middle, let reference, let hertz, let octave, reader.isClean else {
      throw reader.errors
    }
    self.init(
      keys: first...last, middleKey: middle, referenceKey: reference, referenceHertz: hertz,
      octaveDegree: octave, degrees: degrees)
  }
}

extension ScalaLines {
  /// Reads `size` degrees. `x` is a silent key; lines missing at the end are silent keys too.
  fileprivate mutating func degrees(_ size: Int) -> [Int?] {
    var degrees: [Int?] = []
    for _ in 0..<size {
      let word = nextLine()?.split(whereSeparator: \.isWhitespace).first ?? "x"
      let degree = Int(word)
      if word.lowercased() != "x", degree.map({ abs($0) > 4096 }) ?? true {
        report("“\(String(word).shortened)” is not a degree, expected a whole number or x")
      }
      degrees.append(degree)
    }
    return degrees
  }
}

/// The lines of a Scala file without its `!` comments, and the errors in them.
struct ScalaLines {
  private let file: String
  private var rest: ArraySlice<(number: Int, text: String)>
  private(set) var line = 1
  private var diagnostics: [Diagnostic] = []

  init(_ text: String, file: String) {
    self.file = file
    // Some editors begin a file with a byte order mark.
    let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    rest =
      lines.enumerated().map { ($0.offset + 1, String($0.element)) }.filter {
        !$0.1.hasPrefix("!")
      }[...]
  }

  var isClean: Bool { diagnostics.isEmpty }
  var errors: SpinetError { SpinetError(diagnostics) }

  /// Throws if the file has only comments and blank lines.
  mutating func checkContent() throws(SpinetError) {
    guard !rest.contains(where: { line in !line.text.allSatisfy(\.isWhitespace) }) else { return }
    report("the file is empty")
    throw errors
  }

  mutating func nextLine() -> String? {
    guard let next = rest.popFirst() else { return nil }
    line = next.number
    return next.text
  }

  /// The first word of the next line as an integer.
  mutating func number(_ what: String, in range: ClosedRange<Int>) -> Int? {
    let word = nextLine()?.split(whereSeparator: \.isWhitespace).first ?? ""
    if let number = Int(word), range.contains(number) { return number }
    report("expected \(what), \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// The first word of the next line as a frequency.
  mutating func hertz(_ what: String) -> Double? {
    let word = nextLine()?.split(whereSeparator: \.isWhitespace).first ?? ""
    if let hertz = Double(word), hertz.isFinite, hertz > 0 { return hertz }
    report("expected \(what) in Hz")
    return nil
  }

  /// - Parameter other: the number of a line; nil for the current one.
  mutating func report(_ message: String, at other: Int? = nil) {
    let location = TextLocation(line: other ?? line, column: 1)
    diagnostics.append(Diagnostic(file: file, location: location, message))
  }
}
