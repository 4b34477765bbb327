/// The name among `names` that `word` most likely meant, if any is near enough to be worth saying: by letters
/// that are wrong, or as the shortest of which it is a part.
public func nearestName(to word: String, among names: some Collection<String>) -> String? {
  let wanted = Array(word.lowercased())
  let limit = wanted.count < 2 ? 0 : max(1, wanted.count / 3)
  var best: (name: String, distance: Int)?
  for name in names {
    let letters = Array(name.lowercased())
    // What is so much longer or shorter is not near, and a word may be as long as a file.
    guard abs(letters.count - wanted.count) <= limit else { continue }
    let distance = editDistance(wanted, letters)
    if distance <= limit, distance < (best?.distance ?? .max) { best = (name, distance) }
  }
  return best?.name ?? shortestName(with: word.lowercased(), among: names)
}

/// Three letters at least: fewer are a part of anything.
private func shortestName(with part: String, among names: some Collection<String>) -> String? {
  guard part.count >= 3 else { return nil }
  return names.filter { $0.lowercased().contains(part) }.min { $0.count < $1.count }
}

/// How many letters are wrong, missing, too many or swapped with their neighbours, by three rows.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var (older, row) = ([Int](repeating: 0, count: b.count + 1), Array(0...b.count))
  for i in a.indices {
    var next = [i + 1]
    for j in b.indices {
      var distance = min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, older[j - 1] + 1) }
      next.append(distance)
    }
    (older, row) = (row, next)
  }
  return row[b.count]
}
