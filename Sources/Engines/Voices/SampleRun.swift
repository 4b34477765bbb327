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

  /// Writes its frames to one lane of a buffer; in mono only to the left. [audio-thread]
  ///
  /// - Parameters:
  ///   - left: the lane's first frame. The next one is eight floats further.
  ///   - right: the same of the right side.
  @_noLocks @_transparent
  public func read(_ count: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    read(self.left, count, into: left)
    if isStereo { read(self.right, count, into: right) }
  }

  @_noLocks @_transparent @usableFromInline
  func read(_ samples: UnsafePointer<Float>, _ count: Int, into lane: UnsafeMutablePointer<Float>) {
    var at = position
    var frame = 0
    while frame + 4 <= count {
      let (one, two) = (at, at &+ step)
      let (three, four) = (two &+ step, two &+ step &+ step)
      let values = Lanes.totals(
        weights.products(samples, at: one &>> shift), weights.products(samples, at: two &>> shift),
        weights.products(samples, at: three &>> shift), weights.products(samples, at: four &>> shift))
      lane[8 * frame] = values.x
      lane[8 * frame + 8] = values.y
      lane[8 * frame + 16] = values.z
      lane[8 * frame + 24] = values.w
      at = four &+ step
      frame += 4
    }
    while frame < count {
      let products = weights.products(samples, at: at &>> shift)
      // In the order of the four above, so that it does not matter how a run is divided.
      lane[8 * frame] = Lanes.totals(products, products, products, products).x
      at = at &+ step
      frame += 1
    }
  }
}
