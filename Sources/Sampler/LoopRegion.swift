/// The stretch of a sample that a voice stays in, in whole frames.
struct LoopRegion: BitwiseCopyable {
  var isOn = false
  var start: Int64 = 0
  var end: Int64 = 1

  /// The shortest loop there is: that of a voice of 6 kHz.
  static var shortest: Int64 { @_noLocks get { 8 } }

  @_noLocks init() {}

  /// - Parameters:
  ///   - start, end: fractions of the sample, either way round.
  @_noLocks init(isOn: Bool, start: Double, end: Double, frameCount: Int) {
    let count = Double(frameCount)
    let first = Int64(min(start, end) * count + 0.5)
    let last = Int64(max(start, end) * count + 0.5)
    self.end = min(max(last, first + Self.shortest), Int64(frameCount))
    self.start = max(min(first, self.end - Self.shortest), 0)
    self.isOn = isOn
  }
}
