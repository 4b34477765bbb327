/// Names for controls: each the end of its path that no other has, as short as may be.
enum ControlNames {
  /// - Parameter paths: the labels of the groups around each control and its own, from outside. Groups
  ///   without a name do not count.
  static func shortest(of paths: [[String]]) -> [String] {
    let paths = paths.map { path in path.dropLast().filter { isName($0) } + path.suffix(1) }
    var owners: [String: Int] = [:]
    for path in paths {
      for length in 1...max(1, path.count) { owners[end(of: path, length), default: 0] += 1 }
    }
    var seen: [String: Int] = [:]
    return paths.map { path in
      let length = (1...max(1, path.count)).first { owners[end(of: path, $0)] == 1 } ?? path.count
      let name = end(of: path, length)
      // Two controls on one path: only their order tells them apart.
      seen[name, default: 0] += 1
      return seen[name] == 1 ? name : "\(name) \(seen[name] ?? 0)"
    }
  }

  private static func end(of path: [String], _ length: Int) -> String {
    path.suffix(length).joined(separator: "/")
  }

  /// Faust calls what has no label `0x00`.
  private static func isName(_ label: String) -> Bool { !label.isEmpty && label != "0x00" }
}
