import Documents

/// Which degree of a scale each key plays, as Scala's `.kbm` files have it.
///
/// See https://www.huygens-fokker.org/scala/help.htm#mappings.
public struct ScalaKeyMap: Hashable, Sendable {
  /// The keys that are mapped at all.
  public let keys: ClosedRange<Int>
  /// The key on which degree 0 lies.
  public let middleKey: Int
  public let referenceKey: Int
  public let referenceHertz: Double
  /// The degree that is the interval of repetition of the map.
  public let octaveDegree: Int
  /// The degree of each key from the middle key on, nil where a key is silent; empty maps one to one.
  public let degrees: [Int?]

  /// One degree a key: degree 0 on middle C, tuned by A4.
  public static func linear(a4: Double) -> ScalaKeyMap { ScalaKeyMap(a4: a4) }

  private init(a4: Double) {
    (keys, middleKey, referenceKey, referenceHertz) = (0...127, 60, 69, a4)
    (octaveDegree, degrees) = (0, [])
  }

  /// - Throws: `DocumentErrors` with the place of each line that cannot be read.
  public init(_ text: String, file: String) throws {
    var reader = ScalaLines(text, file: file)
    let size = reader.number("the size of the map", in: 0...4096)
    let first = reader.number("the first key", in: 0...127)
    let last = reader.number("the last key, not below the first", in: (first ?? 0)...127)
    let middle = reader.number("the middle key", in: 0...127)
    let reference = reader.number("the reference key", in: 0...127)
    let hertz = reader.hertz("the reference frequency")
    let octave = reader.number("the degree of the octave", in: 0...4096)
    degrees = reader.degrees(size ?? 0)
    guard let first, let last, let middle, let reference, let hertz, let octave, reader.isClean else {
      throw reader.errors
    }
    (keys, middleKey, referenceKey, referenceHertz) = (first...last, middle, reference, hertz)
    octaveDegree = octave
  }

  /// The degree of `key`, nil if it is silent.
  func degree(ofKey key: Int, scaleSize: Int) -> Int? {
    guard !degrees.isEmpty else { return key - middleKey }
    let (repeats, rest) = (key - middleKey).quotientAndModulo(by: degrees.count)
    let octave = octaveDegree > 0 ? octaveDegree : scaleSize
    return degrees[rest].map { $0 + repeats * octave }
  }
}

extension ScalaLines {
  /// `size` degrees, `x` for a silent key; lines that are missing at the end are silent keys too.
  fileprivate mutating func degrees(_ size: Int) -> [Int?] {
    var degrees: [Int?] = []
    for _ in 0..<size {
      let word = nextLine()?.split(whereSeparator: \.isWhitespace).first ?? "x"
      let degree = Int(word)
      if word.lowercased() != "x", degree.map({ abs($0) > 4096 }) ?? true {
        report("“\(String(word).shortened)” is no degree, expected a whole number or x")
      }
      degrees.append(degree)
    }
    return degrees
  }
}
