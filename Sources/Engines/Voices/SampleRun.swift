import CRealtime
import SpinetDSP

/// Frames of a recording that a voice plays one after another without a jump. All samples around them can be read.
public struct SampleRun: BitwiseCopyable {
  @usableFromInline let left: UnsafePointer<Float>
  @usableFromInline let right: UnsafePointer<Float>
  @usableFromInline let weights: SincWeights
  @usableFromInline let isStereo: Bool
  @usableFromInline let position: Int64
  @usableFromInline let step: Int64
  @usableFromInline let shift: Int64

  /// - Parameters:
  ///   - left, right: the first samples of both channels; the same in mono.
  ///   - position: where it begins, with 32 fraction bits.
  ///   - step: from frame to frame, with 32 fraction bits.
  ///   - octaves: by how many octaves the rate of these samples is lower than that of the positions.
  @_noLocks @inlinable public init(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, _ weights: SincWeights, position: Int64,
    step: Int64, octaves: Int
  ) {
    (self.left, self.right, self.weights) = (left, right, weights)
    isStereo = left != right
    (self.position, self.step, shift) = (position, step, Int64(octaves))
  }

  /// Writes its frames side by side; in mono only to the left. [audio-thread]
  @_noLocks @_transparent
  public func read(_ count: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    read(self.left, count, into: left)
    if isStereo { read(self.right, count, into: right) }
  }

  @_noLocks @_transparent @usableFromInline
  func read(_ samples: UnsafePointer<Float>, _ count: Int, into frames: UnsafeMutablePointer<Float>) {
    var at = position
    var frame = 0
    while frame + 8 <= count {
      let fifth = at &+ 4 &* step
      let (one, two) = (pair(samples, at), pair(samples, at &+ 2 &* step))
      let (three, four) = (pair(samples, fifth), pair(samples, fifth &+ 2 &* step))
      let values = rt_totals(one.0, one.1, two.0, two.1, three.0, three.1, four.0, four.1)
      rt_store_lanes(values, frames + frame)
      at = fifth &+ 4 &* step
      frame += 8
    }
    while frame < count {
      // In the order of the eight above, so that it does not matter how a run is divided.
      frames[frame] = weights.products(samples, at: at &>> shift).total
      at = at &+ step
      frame += 1
    }
  }

  /// The products of two frames.
  @_noLocks @_transparent @usableFromInline
  func pair(_ samples: UnsafePointer<Float>, _ position: Int64) -> (Lanes, Lanes) {
    (
      weights.products(samples, at: position &>> shift),
      weights.products(samples, at: (position &+ step) &>> shift)
    )
  }
}
