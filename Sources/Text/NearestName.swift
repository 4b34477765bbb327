import SpinetRealtime

/// The name that `word` was probably meant to be; nil if none is similar enough. A name is similar if few
/// letters differ, or if it contains the word; then the shortest such name is used.
package func nearestName(to word: String, among names: some Collection<String>) -> String? {
  let wanted = Letters(word)
  var limit = wanted.count < 2 ? 0 : max(1, wanted.count / 3)
  var (best, shortest): (String?, String?) = (nil, nil)
  for name in names {
    let letters = Letters(name)
    if let distance = wanted.distance(to: letters, atMost: limit) {
      if distance == 0 { return name }
      (best, limit) = (name, distance - 1)
    }
    if name.count < shortest?.count ?? .max, wanted.isPart(of: letters) { shortest = name }
  }
  return best ?? shortest
}

extension Remedy {
  /// For a name that nothing has: the name that was probably meant, or else another remedy.
  package init(
    forUnknown word: String, among names: some Collection<String>, otherwise other: @autoclosure () -> Remedy
  ) {
    self = nearestName(to: word, among: names).map { Remedy(.takeSimilarName, $0) } ?? other()
  }

  /// Tells the names that there are, or the first twelve of them.
  package static func available(_ names: [String]) -> Remedy {
    let shown = names.prefix(12)
    let others = names.count - shown.count
    return Remedy(.chooseAvailable, values: shown + (others > 0 ? ["and \(others) more"] : []))
  }
}

/// The small letters of a word, to be compared with those of many others.
private struct Letters {
  private let word: String
  /// How many letters have each of the last bits. What differs here differs in the word, whatever its order.
  private let counts: SIMD32<Int32>
  let count: Int

  init(_ word: String) {
    let isSmall = word.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) }
    self.word = isSmall ? word : word.lowercased()
    (counts, count) = Self.counts(self.word)
  }

  private static func counts(_ word: String) -> (SIMD32<Int32>, Int) {
    var (counts, count) = (SIMD32<Int32>.zero, 0)
    for letter in word.unicodeScalars {
      counts[Int(letter.value % 32)] &+= 1
      count += 1
    }
    return (counts, count)
  }

  /// Whether it stands in a word. At least three letters, because shorter ones are part of too many words.
  func isPart(of other: Letters) -> Bool {
    count >= 3 && count <= other.count && all(counts .<= other.counts) && other.word.contains(word)
  }

  /// The number of letters that are wrong, missing, extra or swapped with a neighbour (the Damerau–Levenshtein
  /// distance); nil if it is larger than `limit`.
  func distance(to other: Letters, atMost limit: Int) -> Int? {
    guard abs(count - other.count) <= limit, differ(from: other) <= limit else { return nil }
    return Self.distance(
      word.unicodeScalars.map(\.value), other.word.unicodeScalars.map(\.value), atMost: limit)
  }

  /// How many letters differ at least.
  private func differ(from other: Letters) -> Int {
    let difference = counts &- other.counts
    let extra = difference.replacing(with: 0, where: difference .< 0).wrappedSum()
    return Int(max(extra, extra &- difference.wrappedSum()))
  }

  /// Computed with three rows. No row's least distance is smaller than that of the row before.
  private static func distance(_ a: [UInt32], _ b: [UInt32], atMost limit: Int) -> Int? {
    var (older, row) = ([Int](repeating: 0, count: b.count + 1), Array(0...b.count))
    var next = older
    for i in a.indices {
      next[0] = i + 1
      var least = i + 1
      for j in b.indices {
        var distance = min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, older[j - 1] + 1) }
        next[j + 1] = distance
        least = min(least, distance)
      }
      guard least <= limit else { return nil }
      (older, row, next) = (row, next, older)
    }
    return row[b.count] <= limit ? row[b.count] : nil
  }
}
