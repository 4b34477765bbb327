import SpinetKeyboard
import SpinetText

extension TuningKeyMap {
  /// Reads a `.kbm` file.
  ///
  /// See https://www.huygens-fokker.org/scala/help.htm#mappings.
  ///
  /// - Throws: `DocumentErrors` with the position of each line that cannot be read.
  public init(scala text: String, file: String) throws {
    var reader = ScalaLines(text, file: file)
    let size = reader.number("the size of the map", in: 0...4096)
    let first = reader.number("the first key", in: 0...127)
    let last = reader.number("the last key, not below the first", in: (first ?? 0)...127)
    let middle = reader.number("the middle key", in: 0...127)
    let reference = reader.number("the reference key", in: 0...127)
    let hertz = reader.hertz("the reference frequency")
    let octave = reader.number("the degree of the octave", in: 0...4096)
    let degrees = reader.degrees(size ?? 0)
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
