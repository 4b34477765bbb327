#if Csound
  import Realtime

  /// An audio channel that Csound writes: its samples in order, for whoever draws or measures them.
  public final class AudioChannelBinding: CsoundBinding, @unchecked Sendable {
    // Sendable because the channel is set before the audio thread hears of the binding, and taken away after.
    public let channelName: String
    private var channel: UnsafeMutablePointer<Double>?
    private var frames = 0
    private let ring: SPSCRing<Float>

    /// - Parameter capacity: how many samples are kept for `takeSamples`; what comes after is lost.
    public init(channelName: String, capacity: Int = 65_536) {
      self.channelName = channelName
      ring = SPSCRing(capacity: capacity)
    }

    public func setup(_ csound: CsoundObj) {
      frames = csound.ksmps ?? 0
      channel = csound.outputChannel(channelName, .audio)
    }

    public func cleanup() { channel = nil }

    public func updateValuesFromCsound() {
      guard let channel else { return }
      for frame in 0..<frames where !ring.push(Float(channel[frame])) { return }
    }

    /// The samples that have come since the last call. [control-thread]
    public func takeSamples() -> [Float] {
      var samples: [Float] = []
      samples.reserveCapacity(ring.count)
      while let sample = ring.pop() { samples.append(sample) }
      return samples
    }
  }
#endif
