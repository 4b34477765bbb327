/// For each corner, the sum of all pixels above and to the left of it. Four such sums give the sum of any block.
struct IntegralImage {
  private(set) var sums: [UInt32] = []
  private(set) var width = 0
  private(set) var height = 0

  /// The distance from one row of sums to the next.
  var stride: Int { width + 1 }

  mutating func fill(from pixels: Span<UInt8>, width: Int, height: Int) {
    self.width = width
    self.height = height
    let stride = width + 1
    let count = stride * (height + 1)
    if sums.count < count { sums = Array(repeating: 0, count: count) }
    precondition(pixels.count >= width * height)
    var sums = self.sums.mutableSpan
    for column in 0...width { sums[column] = 0 }
    // Unchecked: both have room for all rows.
    for row in 0..<height {
      var line: UInt32 = 0
      let above = row * stride
      sums[above + stride] = 0
      for column in 0..<width {
        line &+= UInt32(pixels[unchecked: row * width + column])
        sums[unchecked: above + stride + column + 1] = sums[unchecked: above + column + 1] &+ line
      }
    }
  }
}

/// A smaller copy of a frame, interpolated linearly between its pixels.
struct ScaledFrame {
  private(set) var pixels: [UInt8] = []
  private(set) var width = 0
  private(set) var height = 0

  mutating func fill(from frame: GrayFrame, width: Int, height: Int) {
    self.width = width
    self.height = height
    if pixels.count < width * height { pixels = Array(repeating: 0, count: width * height) }
    let columns = Self.neighbours(width, from: frame.width)
    let rows = Self.neighbours(height, from: frame.height)
    let source = frame.pixels.span
    var target = pixels.mutableSpan
    // Unchecked: neighbours are pixels of the frame, and the target has room for all rows.
    for (row, down) in rows.enumerated() {
      let upper = down.first * frame.width
      let lower = down.second * frame.width
      for column in 0..<width {
        let across = columns[column]
        let above = Self.mix(
          source[unchecked: upper + across.first], source[unchecked: upper + across.second], across.weight)
        let below = Self.mix(
          source[unchecked: lower + across.first], source[unchecked: lower + across.second], across.weight)
        let value = above * (256 - down.weight) + below * down.weight
        target[unchecked: row * width + column] = UInt8(truncatingIfNeeded: (value + 32768) >> 16)
      }
    }
  }

  /// Two neighbouring pixels of the larger frame, and the weight of the second, 0–256.
  private struct Neighbours {
    let first: Int
    let second: Int
    let weight: Int
  }

  @inline(__always) private static func mix(_ first: UInt8, _ second: UInt8, _ weight: Int) -> Int {
    Int(first) * (256 - weight) + Int(second) * weight
  }

  private static func neighbours(_ count: Int, from old: Int) -> [Neighbours] {
    (0..<count).map { index in
      let position = (Double(index) + 0.5) * Double(old) / Double(count) - 0.5
      let first = position.rounded(.down).clamped(to: 0...Double(old - 1))
      let weight = (position - first).clamped(to: 0...1)
      return Neighbours(
        first: Int(first), second: min(Int(first) + 1, old - 1), weight: Int((weight * 256).rounded()))
    }
  }
}
