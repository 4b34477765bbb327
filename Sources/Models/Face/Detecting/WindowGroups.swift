/// A window in whole pixels.
struct PixelArea: Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// Whether two windows show the same: no side differs by more than a fraction of their mean size.
  func isSimilar(to other: PixelArea, within part: Double) -> Bool {
    let most = part * Double(min(width, other.width) + min(height, other.height)) * 0.5
    func agree(_ one: Int, _ two: Int) -> Bool { Double(abs(one - two)) <= most }
    return agree(x, other.x) && agree(y, other.y) && agree(x + width, other.x + other.width)
      && agree(y + height, other.y + other.height)
  }
}

/// Windows that show the same face, by the rules of OpenCV's `groupRectangles`.
struct WindowGroups {
  private struct Group {
    var area: PixelArea
    var count: Int
  }

  private let groups: [Group]
  private let neighbours: Int
  private static let part = 0.2

  init(_ windows: some Collection<PixelArea>, neighbours: Int) {
    let windows = Array(windows)
    self.neighbours = neighbours
    groups = Self.classes(of: windows).map { members in
      Self.mean(members.map { windows[$0] })
    }
  }

  /// The mean of each group that is large enough and not inside a stronger one.
  var faces: [FaceArea] {
    groups.indices.filter { groups[$0].count > neighbours && !isInside($0) }.map { index in
      let area = groups[index].area
      return FaceArea(
        x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height))
    }
  }

  private func isInside(_ index: Int) -> Bool {
    let inner = groups[index]
    return groups.indices.contains { other in
      let outer = groups[other]
      guard other != index, outer.count > neighbours else { return false }
      let across = Int((Double(outer.area.width) * Self.part).rounded())
      let down = Int((Double(outer.area.height) * Self.part).rounded())
      return inner.area.x >= outer.area.x - across && inner.area.y >= outer.area.y - down
        && inner.area.x + inner.area.width <= outer.area.x + outer.area.width + across
        && inner.area.y + inner.area.height <= outer.area.y + outer.area.height + down
        && (outer.count > max(3, inner.count) || inner.count < 3)
    }
  }

  /// Groups of window indices. Two windows are in one group if they are similar, directly or through others.
  private static func classes(of windows: [PixelArea]) -> [[Int]] {
    var parents = Array(windows.indices)
    func root(of index: Int) -> Int {
      var index = index
      while parents[index] != index {
        parents[index] = parents[parents[index]]
        index = parents[index]
      }
      return index
    }
    for first in windows.indices {
      for second in 0..<first where windows[first].isSimilar(to: windows[second], within: part) {
        parents[root(of: first)] = root(of: second)
      }
    }
    let byRoot = Dictionary(grouping: windows.indices) { root(of: $0) }
    return byRoot.values.sorted { $0[0] < $1[0] }
  }

  private static func mean(_ windows: [PixelArea]) -> Group {
    func mean(_ side: KeyPath<PixelArea, Int>) -> Int {
      Int((Double(windows.reduce(0) { $0 + $1[keyPath: side] }) / Double(windows.count)).rounded())
    }
    let area = PixelArea(x: mean(\.x), y: mean(\.y), width: mean(\.width), height: mean(\.height))
    return Group(area: area, count: windows.count)
  }
}
