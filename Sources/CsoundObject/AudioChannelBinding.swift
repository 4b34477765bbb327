#if Csound
  import Realtime

  /// An audio channel that Csound writes: its samples in order, for whoever draws or measures them.
  public final class AudioChannelBinding: TiedBinding, @unchecked Sendable {
    // Sendable because the tie is set before the audio thread hears of it, and taken away after.
    public let channelName: String
    private(set) var tie: ChannelTie?
    private let ring: SPSCRing<Float>

    /// - Parameter capacity: how many samples are kept for `takeSamples`; what comes after is lost.
    public init(channelName: String, capacity: Int = 65_536) {
      self.channelName = channelName
      ring = SPSCRing(capacity: capacity)
    }

    public func setup(_ csound: CsoundObj) {
      let samples = ChannelTie.Partner.samples(ring.handle, frames: csound.ksmps ?? 0)
      tie = csound.outputChannel(channelName, .audio).map { ChannelTie(channel: $0, partner: samples) }
    }

    public func cleanup() { tie = nil }
    public func updateValuesFromCsound() { tie?.takeFromChannel() }

    /// The samples that have come since the last call. [control-thread]
    public func takeSamples() -> [Float] {
      var samples: [Float] = []
      samples.reserveCapacity(ring.count)
      while let sample = ring.pop() { samples.append(sample) }
      return samples
    }
  }
#endif
