/// Maps a position on a keyboard to a pitch. Key 0 is the lowest note, and each key is one interval higher.
public struct ScaleMap: Hashable, Sendable {
  /// Semitones from each degree to the next, starting at the scale's root. They repeat.
  public let intervals: [Double]
  /// The key that is the root, counted from the lowest key.
  public let root: Int
  /// Whether keys have piano names and colours. Only the chromatic scale 0 allows that.
  public let isNamed: Bool
  /// `offsets[k]` is the distance of degree `k` from degree 0, both counted from the lowest key.
  private let offsets: [Double]

  /// Semitones, with the names of a piano's keys.
  public static let chromatic = ScaleMap(intervals: [1], isNamed: true)!
  /// Semitones, without names.
  public static let unnamedChromatic = ScaleMap(intervals: [1])!
  /// The major scale.
  public static let major = ScaleMap(intervals: [2, 2, 1, 2, 2, 2, 1])!
  /// The harmonic minor scale.
  public static let harmonicMinor = ScaleMap(intervals: [2, 1, 2, 2, 1, 3, 1])!

  /// Nil unless there are 1 to 128 intervals, each finite and from 0 to 128.
  public init?(intervals: [Double], root: Int = 0, isNamed: Bool = false) {
    guard (1...128).contains(intervals.count) else { return nil }
    guard intervals.allSatisfy({ $0.isFinite && (0...128).contains($0) }) else { return nil }
    self.intervals = intervals
    self.root = root
    self.isNamed = isNamed
    var offsets = [0.0]
    for step in 0..<intervals.count {
      offsets.append(offsets[step] + intervals[(step - root).modulo(intervals.count)])
    }
    self.offsets = offsets
  }

  /// The same intervals from another root.
  public func rooted(at root: Int) -> ScaleMap {
    ScaleMap(intervals: intervals, root: root, isNamed: isNamed) ?? self
  }

  /// Whether each key is a semitone above the one before.
  public var isChromatic: Bool { intervals.allSatisfy { $0 == 1 } }

  /// The pitch at `keyPosition`, in keys from the lowest, whose pitch is `lowest`; interpolated between keys.
  public func pitch(at keyPosition: Double, from lowest: Double) -> Double {
    let key = Int(keyPosition)
    let fraction = keyPosition - Double(key)
    let (octaves, degree) = key.quotientAndModulo(by: intervals.count)
    let step = offsets[degree + 1] - offsets[degree]
    return lowest + Double(octaves) * offsets[intervals.count] + offsets[degree] + fraction * step
  }
}

extension Int {
  /// The remainder of flooring division: never negative for a positive divisor.
  func modulo(_ divisor: Int) -> Int { quotientAndModulo(by: divisor).modulo }

  func quotientAndModulo(by divisor: Int) -> (quotient: Int, modulo: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
