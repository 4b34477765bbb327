import SpinetRealtime

/// A recording whose first frames are in memory, in the format of its file. The rest comes from the disk while it plays.
package final class StreamedSample: @unchecked Sendable {
  // Sendable because nothing is written after init.
  let frameCount: Int
  let isStereo: Bool
  /// The first frames, side by side for each channel.
  let start: SampleStart
  /// Opens the file for the rest.
  let open: @Sendable () -> (any SampleReader)?
  private let memory: FixedBuffer<UInt8>

  /// - Parameters:
  ///   - frameCount: all frames.
  ///   - samples: the first frames, side by side for each channel.
  ///   - open: opens the file; nil if it is not there any more.
  package init(
    frameCount: Int, isStereo: Bool, depth: SampleDepth, first samples: [Float],
    open: @escaping @Sendable () -> (any SampleReader)?
  ) {
    self.frameCount = frameCount
    self.isStereo = isStereo
    self.open = open
    let memory = FixedBuffer<UInt8>(repeating: 0, count: max(samples.count * depth.bytes, 4))
    start = SampleStart(memory.start, depth, frameCount: samples.count / (isStereo ? 2 : 1))
    for (index, sample) in samples.enumerated() { start.put(sample, at: index) }
    self.memory = memory
  }

  var memoryBytes: Int { memory.count }
}

/// The first frames of a recording. The memory belongs to a `StreamedSample`.
struct SampleStart: BitwiseCopyable, @unchecked Sendable {
  // Sendable because the memory is written only before it is shared.
  let frameCount: Int
  private let depth: SampleDepth
  private let bytes: UnsafeMutablePointer<UInt8>
  private let words: UnsafeMutablePointer<Int16>
  private let floats: UnsafeMutablePointer<Float>

  init(_ bytes: UnsafeMutablePointer<UInt8>, _ depth: SampleDepth, frameCount: Int) {
    self.frameCount = frameCount
    self.depth = depth
    self.bytes = bytes
    words = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: Int16.self)
    floats = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: Float.self)
  }

  /// For a recording that is in memory.
  static let empty = SampleStart(.allocate(capacity: 4), .floats, frameCount: 0)

  /// [audio-thread]
  @_noLocks @inline(__always) func value(at index: Int) -> Float {
    switch depth {
    case .bits16: return Float(words[index]) * (1 / 32_768)
    case .bits24:
      let byte = bytes + 3 * index
      let bits = UInt32(byte[0]) << 8 | UInt32(byte[1]) << 16 | UInt32(byte[2]) << 24
      return Float(Int32(bitPattern: bits) >> 8) * (1 / 8_388_608)
    case .floats: return floats[index]
    }
  }

  fileprivate func put(_ sample: Float, at index: Int) {
    let sample = sample.isFinite ? sample : 0
    switch depth {
    case .bits16: words[index] = Int16(min(max((sample * 32_768).rounded(), -32_768), 32_767))
    case .bits24:
      let number = Int32(min(max((sample * 8_388_608).rounded(), -8_388_608), 8_388_607))
      for place in 0..<3 {
        bytes[3 * index + place] = UInt8(truncatingIfNeeded: number >> (8 * Int32(place)))
      }
    case .floats: floats[index] = min(max(sample, -16), 16)
    }
  }
}
