import CRealtime
import SpinetDSP

/// Two poles in both sides of eight voices, and how much is heard of their input and of their outputs.
public struct SectionFilter: BitwiseCopyable {
  public var left = StateVariableFilter()
  public var right = StateVariableFilter()
  public var dry = LaneRamp(Lanes(repeating: 1))
  public var band = LaneRamp(.zero)
  public var low = LaneRamp(.zero)

  /// It passes its input.
  @_noLocks public init() {}

  /// Filters frames where they are. [audio-thread]
  ///
  /// - Parameter right: nil in mono.
  @_noLocks @_transparent
  public mutating func process(
    _ count: Int, left: UnsafeMutablePointer<Lanes>, right: UnsafeMutablePointer<Lanes>?
  ) {
    // A local copy stays in registers; memory behind a pointer does not.
    var section = self
    for frame in 0..<count {
      let (dry, band, low) = (section.dry.next(), section.band.next(), section.low.next())
      let x = left[frame]
      let out = section.left.next(x)
      left[frame] = rt_fused(dry, x, rt_fused(band, out.band, low * out.low))
      guard let right else { continue }
      let y = right[frame]
      let other = section.right.next(y)
      right[frame] = rt_fused(dry, y, rt_fused(band, other.band, low * other.low))
    }
    self = section
  }
}
