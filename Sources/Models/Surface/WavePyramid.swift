import SpinetWidgets

/// The lowest and highest samples of a recording in blocks of growing length: any part of hours of sound is drawn from
/// a bounded number of them.
public struct WavePyramid: Sendable {
  /// The lowest and the highest of some samples.
  public struct Extent: Hashable, Sendable {
    /// The lowest sample.
    public var lowest: Float
    /// The highest sample.
    public var highest: Float

    /// Two samples.
    public init(lowest: Float, highest: Float) { (self.lowest, self.highest) = (lowest, highest) }

    mutating func include(_ other: Extent) {
      lowest = min(lowest, other.lowest)
      highest = max(highest, other.highest)
    }
  }

  /// Fills a span with the samples from a frame on.
  public typealias Reader = (_ first: Int, _ samples: inout MutableSpan<Float>) -> Void

  /// The length of the recording.
  public let frameCount: Int
  /// The levels, from blocks of `blockFrames` frames to a single block.
  private var levels: [[Extent]] = []

  /// The frames of a block on the lowest level.
  public static let blockFrames = 64
  /// Blocks of one level in a block of the next.
  private static let ratio = 4
  /// The fewest blocks per column. Below this, single samples are read.
  private static let blocksInColumn = 4
  /// The most columns that are drawn. No screen has more.
  public static let mostColumns = 2048

  /// Reads every frame once.
  public init(frameCount: Int, _ read: Reader) {
    self.frameCount = max(0, frameCount)
    var blocks = Self.blocks(self.frameCount, read)
    levels.append(blocks)
    while blocks.count > 1 {
      blocks = stride(from: 0, to: blocks.count, by: Self.ratio).map { first in
        Self.extent(of: blocks[first..<min(first + Self.ratio, blocks.count)])
      }
      levels.append(blocks)
    }
  }

  /// The largest amplitude; 0 for silence.
  public var peak: Float { levels.last?.first.map { max(-$0.lowest, $0.highest) } ?? 0 }

  /// The part between two positions, from 0 to 1, in at most `mostColumns` columns. Neighbouring columns may share a
  /// block at their seam; nothing between them is missed.
  ///
  /// - Parameter read: gives single samples where the part is short.
  public func columns(from start: Double, to end: Double, count: Int, _ read: Reader) -> [Extent] {
    let (start, end) = (min(max(start, 0), 1), min(max(end, 0), 1))
    guard frameCount > 0, start < end, count > 0 else { return [] }
    let count = min(count, Self.mostColumns)
    let (first, last) = (start * Double(frameCount), end * Double(frameCount))
    let width = (last - first) / Double(count)
    let edges = (0...count).map {
      Int(bounded: (first + Double($0) * width).rounded(.down), in: 0...frameCount - 1)
    }
    guard let level = level(for: width) else { return samples(edges, read) }
    let length = Self.blockFrames << (2 * level)
    return zip(edges, edges.dropFirst()).map { from, to in
      Self.extent(of: levels[level][(from / length)...(max(from, to - 1) / length)])
    }
  }

  /// The highest level whose blocks are short enough for columns of `width` frames; nil if none is.
  private func level(for width: Double) -> Int? {
    levels.indices.last { Double((Self.blockFrames << (2 * $0)) * Self.blocksInColumn) <= width }
  }

  private func samples(_ edges: [Int], _ read: Reader) -> [Extent] {
    let first = edges[0]
    var samples = [Float](repeating: 0, count: (edges.last ?? first) - first + 1)
    Self.fill(&samples, from: first, read)
    return zip(edges, edges.dropFirst()).map { from, to in
      Self.extent(of: samples[(from - first)...(max(from, to - 1) - first)])
    }
  }

  private static func blocks(_ frameCount: Int, _ read: Reader) -> [Extent] {
    var samples = [Float](repeating: 0, count: blockFrames)
    return stride(from: 0, to: frameCount, by: blockFrames).map { first in
      // Only the last block may be shorter.
      samples.removeLast(max(0, blockFrames - (frameCount - first)))
      fill(&samples, from: first, read)
      return extent(of: samples[...])
    }
  }

  private static func fill(_ samples: inout [Float], from first: Int, _ read: Reader) {
    var span = samples.mutableSpan
    read(first, &span)
  }

  private static func extent(of samples: ArraySlice<Float>) -> Extent {
    let first = samples.first ?? 0
    return samples.reduce(into: Extent(lowest: first, highest: first)) { extent, sample in
      extent.lowest = min(extent.lowest, sample)
      extent.highest = max(extent.highest, sample)
    }
  }

  private static func extent(of blocks: ArraySlice<Extent>) -> Extent {
    let first = blocks.first ?? Extent(lowest: 0, highest: 0)
    return blocks.reduce(into: first) { $0.include($1) }
  }
}
