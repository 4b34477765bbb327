import Glibc

/// A scale that repeats. Its pitches are distances from the first degree.
public struct TuningScale: Hashable, Sendable {
  /// The description that its file gives.
  public let name: String
  /// The cents of each degree after the first, which is 0. The last one is the interval of repetition.
  public let cents: [Double]

  /// - Parameter cents: at least one.
  package init(name: String, cents: [Double]) {
    self.name = name
    self.cents = cents
  }

  /// The distance of `degree` from 1/1, also for negative degrees.
  func cents(ofDegree degree: Int) -> Double {
    let (repeats, rest) = degree.quotientAndModulo(by: cents.count)
    return Double(repeats) * cents[cents.count - 1] + (rest == 0 ? 0 : cents[rest - 1])
  }
}

/// Which degree of a scale each key plays, and which key has which frequency.
public struct TuningKeyMap: Hashable, Sendable {
  /// The keys that the map applies to.
  public let keys: ClosedRange<Int>
  /// The key that plays degree 0.
  public let middleKey: Int
  /// The key whose frequency is given.
  public let referenceKey: Int
  /// The frequency of that key.
  public let referenceHertz: Double
  /// The degree at which the map repeats.
  public let octaveDegree: Int
  /// The degree of each key from the middle key on; nil for a silent key. If empty, each key is the next
  /// degree.
  public let degrees: [Int?]

  /// Each key is the next degree. Degree 0 is middle C, and A4 sets the frequency.
  public static func linear(a4: Double) -> TuningKeyMap { TuningKeyMap(a4: a4) }

  private init(a4: Double) {
    (keys, middleKey, referenceKey, referenceHertz) = (0...127, 60, 69, a4)
    (octaveDegree, degrees) = (0, [])
  }

  package init(
    keys: ClosedRange<Int>, middleKey: Int, referenceKey: Int, referenceHertz: Double, octaveDegree: Int,
    degrees: [Int?]
  ) {
    self.keys = keys
    self.middleKey = middleKey
    self.referenceKey = referenceKey
    self.referenceHertz = referenceHertz
    self.octaveDegree = octaveDegree
    self.degrees = degrees
  }

  /// The degree of `key`; nil if it is silent.
  func degree(ofKey key: Int, scaleSize: Int) -> Int? {
    guard !degrees.isEmpty else { return key - middleKey }
    let (repeats, rest) = (key - middleKey).quotientAndModulo(by: degrees.count)
    let octave = octaveDegree > 0 ? octaveDegree : scaleSize
    return degrees[rest].map { $0 + repeats * octave }
  }
}

/// The frequencies of a Scala tuning, computed for each key.
struct TuningTable: Hashable, Sendable {
  private static let lowest = -64
  private static let highest = 192
  /// Limits frequencies to 10⁻⁶…10⁹ Hz, far beyond the audible range, so that they stay finite.
  private static let lowestOctave = -20.0
  private static let highestOctave = 30.0
  /// log₂ of each frequency, so that pitches between keys are interpolated in octaves. A silent key has the
  /// value of the key below.
  private let table: [Double]
  private let silent: Set<Int>

  init(_ scale: TuningScale, on map: TuningKeyMap) {
    let size = scale.cents.count
    let reference = map.degree(ofKey: map.referenceKey, scaleSize: size) ?? 0
    let untuned = log2(map.referenceHertz) - scale.cents(ofDegree: reference) / 1200
    let base = untuned.isFinite ? untuned : 0
    var table: [Double] = []
    var silent: Set<Int> = []
    for key in Self.lowest...Self.highest {
      let degree = map.degree(ofKey: key, scaleSize: size)
      let octaves = degree.map { base + scale.cents(ofDegree: $0) / 1200 } ?? table.last ?? base
      table.append(octaves.isNaN ? base : min(max(octaves, Self.lowestOctave), Self.highestOctave))
      if degree == nil || !map.keys.contains(key) { silent.insert(key) }
    }
    self.table = table
    self.silent = silent
  }

  func sounds(_ key: Int) -> Bool { (Self.lowest...Self.highest).contains(key) && !silent.contains(key) }

  /// log₂ of the frequency in Hz.
  func octaves(_ pitch: Double) -> Double {
    let offset = min(max(pitch - Double(Self.lowest), 0), Double(table.count - 1))
    let key = min(Int(offset), table.count - 2)
    return table[key] + (offset - Double(key)) * (table[key + 1] - table[key])
  }
}
