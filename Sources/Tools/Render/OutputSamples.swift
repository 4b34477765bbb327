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
    let start = samples.count
    samples += repeatElement(0, count: outputs * block.frameCount)
    samples.withUnsafeMutableBufferPointer {
      block.interleave(into: UnsafeMutableBufferPointer(rebasing: $0[start...]))
    }
  }

  mutating func append(_ samples: [Float]) { self.samples += samples }

  /// Passes on all of them.
  mutating func takeAll<Failure>(_ use: ([Float]) throws(Failure) -> Void) throws(Failure) {
    try use(samples)
    samples.removeAll(keepingCapacity: true)
  }
}

extension AudioBlock {
  /// The samples of all outputs, frame by frame, as a sound file has them.
  var interleaved: [Float] {
    Array(unsafeUninitializedCapacity: outputCount * frameCount) { samples, count in
      interleave(into: samples)
      count = outputCount * frameCount
    }
  }

  private var outputCount: Int { 2 + (further?.count ?? 0) }

  fileprivate func interleave(into samples: UnsafeMutableBufferPointer<Float>) {
    put(left, at: 0, of: outputCount, into: samples)
    put(right, at: 1, of: outputCount, into: samples)
    guard let further else { return }
    for index in 0..<further.count {
      put(further.samples(index), at: 2 + index, of: outputCount, into: samples)
    }
  }

  private func put(
    _ output: UnsafePointer<Float>, at index: Int, of outputs: Int,
    into samples: UnsafeMutableBufferPointer<Float>
  ) {
    for frame in 0..<frameCount { samples[frame * outputs + index] = output[frame] }
  }
}
