/// Where the music is at each frame, in quarter notes.
struct MusicPosition: BitwiseCopyable {
  private let start: Double
  private let startFrame: Int64
  private let perFrame: Double

  /// The music is at `quarters` in a frame, and goes on at a tempo. [audio-thread]
  @_noLocks init(_ quarters: Double, at frame: Int64, perFrame: Double) {
    start = quarters
    startFrame = frame
    self.perFrame = perFrame
  }

  /// [audio-thread]
  @_noLocks func quarters(at frame: Int64) -> Double { start + Double(frame - startFrame) * perFrame }
}
