import SpinetRealtime

/// The sample formats of PCMs, all little-endian, the best one first.
package enum SampleFormat: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  case float32 = "FLOAT_LE"
  case int32 = "S32_LE"
  case int24Packed = "S24_3LE"
  case int24 = "S24_LE"
  case int16 = "S16_LE"

  var bytes: Int {
    @_noLocks get {
      switch self {
      case .float32, .int32, .int24: 4
      case .int24Packed: 3
      case .int16: 2
      }
    }
  }

  /// Writes a sample of −1…1. Larger ones are clipped, and not a number becomes silence. [audio-thread]
  @_noLocks func store(_ sample: Float, at address: UnsafeMutableRawPointer) {
    let clipped = sample == sample ? max(-1, min(1, sample)) : 0
    switch self {
    case .float32: address.storeBytes(of: clipped, as: Float.self)
    case .int32: address.storeBytes(of: Int32(Double(clipped) * 2_147_483_647), as: Int32.self)
    case .int24: address.storeBytes(of: Int32(clipped * 8_388_607), as: Int32.self)
    case .int24Packed:
      let value = Int32(clipped * 8_388_607)
      address.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
      address.storeBytes(of: UInt8(truncatingIfNeeded: value >> 8), toByteOffset: 1, as: UInt8.self)
      address.storeBytes(of: UInt8(truncatingIfNeeded: value >> 16), toByteOffset: 2, as: UInt8.self)
    case .int16: address.storeBytes(of: Int16(clipped * 32_767), as: Int16.self)
    }
  }

  /// Reads a sample as `store` writes it.
  func load(_ address: UnsafeRawPointer) -> Float {
    switch self {
    case .float32: address.loadUnaligned(as: Float.self)
    case .int32: Float(address.loadUnaligned(as: Int32.self)) / 2_147_483_648
    // The upper eight bits are copies of the sign, or zero.
    case .int24: Float((address.loadUnaligned(as: Int32.self) << 8) >> 8) / 8_388_608
    case .int24Packed: Float(packed(address) >> 8) / 8_388_608
    case .int16: Float(address.loadUnaligned(as: Int16.self)) / 32_768
    }
  }

  /// Three bytes, in the upper part of an integer.
  private func packed(_ address: UnsafeRawPointer) -> Int32 {
    let bytes = (0..<3).map { UInt32(address.load(fromByteOffset: $0, as: UInt8.self)) }
    return Int32(bitPattern: bytes[0] << 8 | bytes[1] << 16 | bytes[2] << 24)
  }
}

/// The layout of the frames in a device's memory.
struct Interleaving: BitwiseCopyable, Sendable {
  let format: SampleFormat
  let channels: Int

  init(format: SampleFormat, channels: Int) { (self.format, self.channels) = (format, channels) }

  init(_ granted: OutputFormat) { self.init(format: granted.sampleFormat, channels: granted.channels) }

  var bytesPerFrame: Int { @_noLocks get { format.bytes * channels } }

  /// Writes a block. A single channel gets the mix of the first two outputs; a channel without an output is silent.
  /// [audio-thread]
  @_noLocks func store(_ block: AudioBlock, at address: UnsafeMutableRawPointer) {
    var next = address
    for frame in 0..<block.frameCount {
      store(block.left[frame], block.right[frame], at: next)
      next += bytesPerFrame
    }
    for channel in 2..<max(2, channels) { store(block.further, channel - 2, block.frameCount, at: address) }
  }

  /// Writes an output beyond the first two, or silence.
  @_noLocks private func store(
    _ further: PlanarSamples?, _ output: Int, _ frames: Int, at address: UnsafeMutableRawPointer
  ) {
    let first = address + (2 + output) * format.bytes
    guard let further, output < further.channelCount else {
      for frame in 0..<frames { format.store(0, at: first + frame * bytesPerFrame) }
      return
    }
    let samples = further[output]
    for frame in 0..<frames { format.store(samples[frame], at: first + frame * bytesPerFrame) }
  }

  /// Reads the first `frame.count` channels of a frame. A single channel is used for both sides. Channels that the
  /// device does not have are silent.
  func load(_ address: UnsafeRawPointer, into frame: Samples) {
    for channel in 0..<frame.count {
      let source = channels == 1 && channel == 1 ? 0 : channel
      frame[channel] = source < channels ? format.load(address + source * format.bytes) : 0
    }
  }

  @_noLocks private func store(_ left: Float, _ right: Float, at address: UnsafeMutableRawPointer) {
    guard channels > 1 else { return format.store(0.5 * (left + right), at: address) }
    format.store(left, at: address)
    format.store(right, at: address + format.bytes)
  }
}

/// Memory for one period of interleaved frames.
struct FrameMemory: ~Copyable {
  let bytes: UnsafeMutableRawPointer

  init(_ format: OutputFormat) {
    bytes = .allocate(
      byteCount: Interleaving(format).bytesPerFrame * format.periodFrames, alignment: 16)
  }

  deinit { bytes.deallocate() }
}
