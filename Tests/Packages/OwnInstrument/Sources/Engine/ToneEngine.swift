import SpinetModels

/// An engine of this program: a square wave at 440 Hz, at the level of a widget.
public final class ToneEngine: SoundEngine, @unchecked Sendable {
  // Sendable because `prepare` and `render` are never called at the same time.
  public let name = "Tone"
  public let level = Widget("level", default: 0.5)
  public var widgets: [Widget] { [level] }
  public let voiceCapacity = 1
  /// The frames rendered so far; to be read when nothing plays.
  public private(set) var frameCount = 0
  /// The widget's value, which is read without counting references.
  private let height: WidgetCell
  private var framesPerHalfWave = 50.0
  private var frame = 0.0

  public init() { height = level.cell }

  public func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    framesPerHalfWave = framesPerSecond / 880
  }

  @_noLocks public func render(_ block: AudioBlock) {
    let height = Float(height.value)
    for index in 0..<block.frameCount {
      frame += 1
      if frame >= 2 * framesPerHalfWave { frame -= 2 * framesPerHalfWave }
      block.left[index] = frame < framesPerHalfWave ? height : -height
      block.right[index] = block.left[index]
    }
    frameCount += block.frameCount
  }
}
