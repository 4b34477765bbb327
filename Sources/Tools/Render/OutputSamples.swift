import SpinetRealtime

/// Collects rendered frames, so that the sound file gets them in few large pieces.
struct OutputSamples {
  private let outputs: Int
  /// A sample for each output, frame by frame.
  private var samples: [Float] = []

  private static let framesAtOnce = 4096

  init(outputs: Int) { self.outputs = outputs }

  /// Whether there are enough to be written.
  var isFull: Bool { samples.count >= Self.framesAtOnce * outputs }

  mutating func append(_ block: AudioBlock) {
    samples += block.interleaved
  }

  mutating func append(_ samples: [Float]) { self.samples += samples }

  /// Returns all of them.
  mutating func removeAll() -> [Float] {
    defer {
      samples = []
      samples.reserveCapacity(Self.framesAtOnce * outputs)
    }
    return samples
  }
}

extension AudioBlock {
  /// The samples of all outputs, frame by frame, as a sound file has them.
  var interleaved: [Float] {
    var samples = [Float](repeating: 0, count: outputCount * frameCount)
    var span = samples.mutableSpan
    put(left, at: 0, into: &span)
    put(right, at: 1, into: &span)
    for index in 0..<outputCount - 2 {
      if let further { put(further[index], at: 2 + index, into: &span) }
    }
    return samples
  }

  private var outputCount: Int { 2 + (further?.channelCount ?? 0) }

  private func put(_ output: Samples, at index: Int, into samples: inout MutableSpan<Float>) {
    for frame in 0..<frameCount { samples[frame * outputCount + index] = output[frame] }
  }
}
