/// How people draw a wave: a place on a pad between four shapes, and sixteen sliders of harmonics.
public struct WaveDrawing: BitwiseCopyable {
  /// 0–1 each: sine, triangle to the right of it, saw above, square across.
  public var x: Float = 0
  public var y: Float = 0
  /// From the pad alone, 0, to the sliders alone, 1.
  public var blend: Float = 0
  /// The 1st to the 8th harmonic, and the 9th to the 16th.
  public var lower = Lanes.zero
  public var upper = Lanes.zero

  @_noLocks public init() {}

  /// [audio-thread]
  @_noLocks func isSame(as other: WaveDrawing) -> Bool {
    x == other.x && y == other.y && blend == other.blend && all(lower .== other.lower)
      && all(upper .== other.upper)
  }

  /// The amplitude of each harmonic that is a sine by itself, together never more than 1; the pad's sine among them.
  @_noLocks func sines() -> (lower: Lanes, upper: Lanes) {
    let sum = lower.total + upper.total
    let scale = sum > 1 ? blend / sum : blend
    var first = lower * scale
    first[0] += (1 - blend) * (1 - x) * (1 - y)
    return (first, upper * scale)
  }

  var triangle: Float { @_noLocks get { (1 - blend) * x * (1 - y) } }
  var saw: Float { @_noLocks get { (1 - blend) * (1 - x) * y } }
  var square: Float { @_noLocks get { (1 - blend) * x * y } }
}
