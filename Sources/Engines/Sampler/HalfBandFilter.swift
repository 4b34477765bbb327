import CRealtime
import Glibc
import SpinetDSP

/// Removes the upper octave of a recording, so that every second frame can be dropped.
///
/// A symmetric half-band filter, which delays nothing. It is flat up to 0.215 of the sample rate and 70 dB
/// down from 0.285.
struct HalfBandFilter {
  /// Frames that it needs before and after a frame.
  static let reach = 32

  /// 64 weights in groups of eight. The last one is 0.
  private let weights: [Lanes]

  init() {
    let half = Self.reach - 1
    let raw = (-half...half).map { Self.weight(at: Double($0)) } + [0]
    let total = raw.reduce(0, +)
    weights = (0..<8).map { group in Lanes(raw[(8 * group)..<(8 * group + 8)].map { Float($0 / total) }) }
  }

  private static func weight(at distance: Double) -> Double {
    let sinc = distance == 0 ? 1 : sin(.pi * distance / 2) / (.pi * distance / 2)
    return sinc * KaiserWindow.weight(at: distance / Double(reach), beta: 7)
  }

  /// The filtered value at a frame, which needs `reach` frames on either side.
  func value(at frame: UnsafePointer<Float>) -> Float {
    let first = frame - (Self.reach - 1)
    var sum = Lanes.zero
    for group in 0..<8 { sum += rt_load_lanes(first + 8 * group) * weights[group] }
    return sum.total
  }
}
