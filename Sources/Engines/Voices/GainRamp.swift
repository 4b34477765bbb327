import CRealtime
import SpinetDSP

/// The gains from both sides of a voice to both sides of the output, which move in straight lines.
public struct GainRamp: BitwiseCopyable {
  /// From left to left, from right to left, from left to right, and from right to right.
  public typealias Gains = SIMD4<Float>

  /// At a control step.
  @usableFromInline var start = Gains.zero
  /// By how much they grow with each frame.
  @usableFromInline var growth = Gains.zero

  @_noLocks public init() {}

  /// Whether the gains stay as they are.
  public var isLevel: Bool { @_noLocks get { growth == .zero } }

  /// Sets the gains at once.
  @_noLocks public mutating func set(_ gains: Gains) { (start, growth) = (gains, .zero) }

  /// Begins a control step where the last one, of so many frames, ends.
  @_noLocks public mutating func passStep(frames: Int) {
    start += growth * Float(frames)
    growth = .zero
  }

  /// Moves to other gains.
  ///
  /// - Parameters:
  ///   - elapsed: frames since the control step.
  ///   - frames: how long it takes.
  @_noLocks public mutating func approach(_ gains: Gains, elapsed: Int, frames: Int) {
    let now = start + growth * Float(elapsed)
    growth = (gains - now) * (1 / Float(frames))
    start = now - growth * Float(elapsed)
  }

  /// Adds frames of a voice to sums. It does not matter how the frames of a control step are divided. [audio-thread]
  ///
  /// - Parameters:
  ///   - right: nil in mono.
  ///   - count: frames, of which up to seven more are read and written.
  ///   - elapsed: frames from the control step to the first.
  @_noLocks @_transparent
  public func add(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>?, _ count: Int, elapsed: Int,
    toLeft: UnsafeMutablePointer<Float>, toRight: UnsafeMutablePointer<Float>
  ) {
    let first = Lanes(0, 1, 2, 3, 4, 5, 6, 7) + Lanes(repeating: Float(elapsed))
    var frame = 0
    while frame < count {
      let time = first + Lanes(repeating: Float(frame))
      let heard = rt_load_lanes(left + frame)
      var sums = (rt_load_lanes(toLeft + frame), rt_load_lanes(toRight + frame))
      sums.0 = rt_fused(heard, gain(0, time), sums.0)
      sums.1 = rt_fused(heard, gain(2, time), sums.1)
      if let right {
        let other = rt_load_lanes(right + frame)
        sums.0 = rt_fused(other, gain(1, time), sums.0)
        sums.1 = rt_fused(other, gain(3, time), sums.1)
      }
      rt_store_lanes(sums.0, toLeft + frame)
      rt_store_lanes(sums.1, toRight + frame)
      frame += 8
    }
  }

  @_noLocks @_transparent @usableFromInline
  func gain(_ index: Int, _ time: Lanes) -> Lanes {
    rt_fused(Lanes(repeating: growth[index]), time, Lanes(repeating: start[index]))
  }
}
