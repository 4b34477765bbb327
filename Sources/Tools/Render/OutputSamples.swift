import SpinetDevices
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
  /// The samples of all outputs, frame by frame.
  var interleaved: [Float] { interleaved(outputs: outputCount) }
}
