import SpinetModels

/// An engine of this program: the last key's pitch as a square wave, at the level of a widget.
public final class ToneEngine: SoundEngine, @unchecked Sendable {
  // Sendable because `prepare` and `render` are never called at the same time.
  public let name = "Tone"
  public let level = Widget("level", default: 0.5)
  public var widgets: [Widget] { [level] }
  public let voiceCapacity = 1
  private var framesPerHalfWave = 50.0
  private var frame = 0.0

  public init() {}

  public func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws {
    framesPerHalfWave = framesPerSecond / 880
  }

  @_noLocks public func render(_ block: AudioBlock) {
    let height = Float(level.cell.value)
    for index in 0..<block.frameCount {
      frame += 1
      if frame >= 2 * framesPerHalfWave { frame -= 2 * framesPerHalfWave }
      block.left[index] = frame < framesPerHalfWave ? height : -height
      block.right[index] = block.left[index]
    }
  }
}
