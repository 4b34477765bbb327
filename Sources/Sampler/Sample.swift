import DSP

/// A recording in memory, ready to be read at any speed.
public final class Sample: @unchecked Sendable {
  // Sendable because nothing is written after init.
  public let frameCount: Int
  public let isStereo: Bool
  public let framesPerSecond: Double
  /// The note that it sounds when it is played as it is: 60 is middle C, fractions are cents.
  public let rootNote: Double?
  /// The stretch that is to be repeated.
  public let loop: Range<Int>?
  private let memory: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - frameCount: 1 or more.
  ///   - fill: writes `frameCount` samples to the left and, if it is stereo, to the right.
  public init<Failure: Error>(
    frameCount: Int, isStereo: Bool, framesPerSecond: Double, rootNote: Double? = nil,
    loop: Range<Int>? = nil,
    fill: (_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>?) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(frameCount > 0)
    self.frameCount = frameCount
    self.isStereo = isStereo
    self.framesPerSecond = framesPerSecond
    self.rootNote = rootNote
    let loop = loop?.clamped(to: 0..<frameCount)
    self.loop = loop?.isEmpty == false ? loop : nil
    let stride = frameCount + 2 * Self.margin
    memory = .allocate(capacity: stride * (isStereo ? 2 : 1))
    memory.initialize(repeating: 0, count: stride * (isStereo ? 2 : 1))
    try fill(memory + Self.margin, isStereo ? memory + stride + Self.margin : nil)
    finish(memory + Self.margin)
    if isStereo { finish(memory + stride + Self.margin) }
  }

  deinit { memory.deallocate() }

  /// Must not outlive this object.
  var frames: SampleFrames {
    let left = UnsafePointer(memory + Self.margin)
    let right = isStereo ? left + frameCount + 2 * Self.margin : left
    return SampleFrames(left: left, right: right, count: frameCount, isStereo: isStereo)
  }

  /// Samples beyond each end, so that what reads around a place need not ask where the end is.
  static let margin = 2 * SincWeights.reach

  /// Makes everything a number that filters bear, and mirrors the ends outwards.
  private func finish(_ samples: UnsafeMutablePointer<Float>) {
    for frame in 0..<frameCount {
      let sample = samples[frame]
      samples[frame] = sample.isFinite ? min(max(sample, -16), 16) : 0
    }
    let last = frameCount - 1
    for distance in 1...Self.margin {
      samples[-distance] = samples[min(distance, last)]
      samples[last + distance] = samples[max(last - distance, 0)]
    }
  }
}

/// Where a `Sample` lies, free of reference counting.
struct SampleFrames: BitwiseCopyable {
  let left: UnsafePointer<Float>
  /// The left one again, if there is only one.
  let right: UnsafePointer<Float>
  let count: Int
  let isStereo: Bool
}
