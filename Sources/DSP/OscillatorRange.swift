import CRealtime

/// What a stream's rate means to oscillators.
public struct OscillatorRange: BitwiseCopyable, Sendable {
  /// log₂ of the sample rate.
  public let octavesPerSample: Float
  /// The pitch up to which all 512 harmonics may sound.
  public let fullBandwidth: Float
  /// The highest pitch there is.
  public let highest: Float

  /// Harmonics may reach so far above half the rate that what folds down stays above 18 kHz.
  public init(framesPerSecond: Double) {
    octavesPerSample = Float(rt_log2(framesPerSecond))
    let limit = min(max(framesPerSecond / 2, framesPerSecond - 18_000), 40_000)
    fullBandwidth = Float(rt_log2(limit / 512))
    highest = Float(rt_log2(framesPerSecond * 0.45))
  }
}
