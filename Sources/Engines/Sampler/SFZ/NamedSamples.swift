/// A folder of sound files that are named by their notes: `C4.wav`, `piano_A#3_v2.wav`, `060.wav`.
///
/// A key plays the recorded note that is nearest to it. Several files of one note are velocity layers if their
/// names contain `v1`, `v2` and so on. Otherwise they take turns.
package enum NamedSamples {
  /// The regions for the files; those without a note in their names are left out.
  package static func regions(of files: [String]) -> [SFZRegion] {
    var notes: [Int: [(file: String, layer: Int?)]] = [:]
    for file in files.sorted() {
      guard let key = key(of: file) else { continue }
      notes[key, default: []].append((file, layer(of: file)))
    }
    let keys = notes.keys.sorted()
    return keys.enumerated().flatMap { index, key in
      let low = index == 0 ? 0 : (keys[index - 1] + key) / 2 + 1
      let high = index == keys.count - 1 ? 127 : (key + keys[index + 1]) / 2
      return regions(of: notes[key] ?? [], key, low...high)
    }
  }

  private static func regions(
    of files: [(file: String, layer: Int?)], _ key: Int, _ keys: ClosedRange<Int>
  ) -> [SFZRegion] {
    let layers = Set(files.map { $0.layer ?? 0 }).sorted()
    var made: [SFZRegion] = []
    for (index, layer) in layers.enumerated() {
      let turns = files.filter { ($0.layer ?? 0) == layer }
      for (turn, file) in turns.enumerated() {
        var region = SFZRegion()
        region.sample = file.file
        (region.keys, region.centre) = (keys, Double(key))
        region.velocities =
          (index == 0 ? 0 : 128 * index / layers.count)...(128 * (index + 1) / layers.count - 1)
        (region.sequenceLength, region.sequencePosition) = (min(turns.count, 100), min(turn + 1, 100))
        region[.ampRelease] = 0.2
        made.append(region)
      }
    }
    return made
  }

  /// The key in a file's name: the last word that is the name of a note, or else the first word that is the number
  /// of a key.
  static func key(of file: String) -> Int? {
    let words = words(of: file)
    let named = words.last { word in
      word.first.map { $0.isLetter } ?? false && SFZRegion.key(word) != nil
    }
    return (named ?? words.first { Int($0).map { (0...127).contains($0) } ?? false }).flatMap(SFZRegion.key)
  }

  private static func layer(of file: String) -> Int? {
    words(of: file).compactMap { word in
      word.lowercased().hasPrefix("v") ? Int(word.dropFirst()) : nil
    }.first
  }

  private static func words(of file: String) -> [String] {
    let name = file.split(separator: "/").last ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    var words: [String] = []
    var word = ""
    for letter in stem {
      // `A-1` is the lowest octave, `piano-A4` is two words.
      let isSign = letter == "-" && word.count == 1 || letter == "-" && word.count == 2 && word.last == "#"
      if letter.isLetter || letter.isNumber || letter == "#" || letter == "♯" || letter == "♭" || isSign {
        word.append(letter)
      } else {
        words.append(word)
        word = ""
      }
    }
    return (words + [word]).filter { !$0.isEmpty }.flatMap(parts)
  }

  /// A note and a layer in one word: `D#4v16`.
  private static func parts(of word: String) -> [String] {
    guard let sign = word.lastIndex(where: { "vV".contains($0) }), sign != word.startIndex,
      Int(word[sign...].dropFirst()) != nil, SFZRegion.key(String(word[..<sign])) != nil
    else { return [word] }
    return [String(word[..<sign]), String(word[sign...])]
  }
}
