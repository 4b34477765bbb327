/// The name among `names` that `word` most likely meant, if any is near enough to be worth saying.
public func nearestName(to word: String, among names: some Sequence<String>) -> String? {
  let wanted = Array(word.lowercased())
  let limit = max(1, wanted.count / 3)
  var best: (name: String, distance: Int)?
  for name in names {
    let distance = editDistance(wanted, Array(name.lowercased()))
    if distance <= limit, distance < (best?.distance ?? .max) { best = (name, distance) }
  }
  return best?.name
}

/// Levenshtein's distance, by one row.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var row = Array(0...b.count)
  for (i, left) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, right) in b.enumerated() {
      let substitution = diagonal + (left == right ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(substitution, row[j] + 1, diagonal + 1)
    }
  }
  return row[b.count]
}
