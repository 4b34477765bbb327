import SpinetRealtime

/// Holds back silence until sound follows, so that a file ends exactly with the last audible frame.
struct SilenceTrimmer {
  private var heldLeft: [Float] = []
  private var heldRight: [Float] = []
  /// −100 dB of full scale.
  private static let threshold: Float = 1e-5

  /// How many frames are held back.
  var frames: Int { heldLeft.count }

  /// Takes a block, and writes everything up to the last audible frame.
  mutating func take(
    _ block: AudioBlock,
    _ write: (_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) throws -> Void
  ) rethrows {
    let audible = (0..<block.frameCount).last {
      abs(block.left[$0]) >= Self.threshold || abs(block.right[$0]) >= Self.threshold
    }
    let due = audible.map { frames + $0 + 1 } ?? 0
    heldLeft.append(contentsOf: UnsafeBufferPointer(start: block.left, count: block.frameCount))
    heldRight.append(contentsOf: UnsafeBufferPointer(start: block.right, count: block.frameCount))
    guard due > 0 else { return }
    try write(heldLeft, heldRight, due)
    heldLeft.removeFirst(due)
    heldRight.removeFirst(due)
  }
}
