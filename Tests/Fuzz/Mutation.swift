/// A generator that always gives the same numbers for a seed, so that what fails once fails again
/// (Steele, Lea and Flood's SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// Spoils bytes in the ways in which files are spoilt, and in some in which only enemies do it.
struct Mutation {
  private var random: SeededGenerator
  private let pieces: [[UInt8]]

  /// - Parameter pieces: what is put in beside single bytes: words of the language.
  init(seed: UInt64, pieces: [[UInt8]]) {
    random = SeededGenerator(seed: seed)
    self.pieces = pieces
  }

  /// One of `corpus`, spoilt in a few places; now and then as it is.
  mutating func spoil(_ corpus: [[UInt8]]) -> [UInt8] {
    var bytes = corpus.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 0...12, using: &random) { change(&bytes, corpus) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ corpus: [[UInt8]]) {
    let part = range(in: bytes)
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where !part.isEmpty: bytes[part.lowerBound] = UInt8.random(in: 0...255, using: &random)
    case 1 where !part.isEmpty: bytes[part.lowerBound] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: bytes.removeSubrange(part)
    case 3: bytes.insert(contentsOf: bytes[part], at: part.lowerBound)
    case 4: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: part.lowerBound)
    case 5: bytes.replaceSubrange(part, with: pieces.randomElement(using: &random) ?? [])
    case 6: bytes.removeSubrange(part.upperBound...)
    default:
      let other = corpus.randomElement(using: &random) ?? []
      bytes.insert(contentsOf: other[range(in: other)], at: part.lowerBound)
    }
  }

  private mutating func range(in bytes: [UInt8]) -> Range<Int> {
    let start = Int.random(in: 0...bytes.count, using: &random)
    return start..<min(bytes.count, start + Int.random(in: 1...40, using: &random))
  }
}
