/// How a PCM wants its samples, all little-endian; the best first.
public enum SampleFormat: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
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

  /// Writes a sample of −1…1; what lies beyond is clipped, what is no number is silence. [audio-thread]
  @_noLocks func store(_ sample: Float, at place: UnsafeMutableRawPointer) {
    let clipped = sample == sample ? max(-1, min(1, sample)) : 0
    switch self {
    case .float32: place.storeBytes(of: clipped, as: Float.self)
    case .int32: place.storeBytes(of: Int32(Double(clipped) * 2_147_483_647), as: Int32.self)
    case .int24: place.storeBytes(of: Int32(clipped * 8_388_607), as: Int32.self)
    case .int24Packed:
      let value = Int32(clipped * 8_388_607)
      place.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
      place.storeBytes(of: UInt8(truncatingIfNeeded: value >> 8), toByteOffset: 1, as: UInt8.self)
      place.storeBytes(of: UInt8(truncatingIfNeeded: value >> 16), toByteOffset: 2, as: UInt8.self)
    case .int16: place.storeBytes(of: Int16(clipped * 32_767), as: Int16.self)
    }
  }

  /// Reads what `store` writes.
  func load(_ place: UnsafeRawPointer) -> Float {
    switch self {
    case .float32: place.loadUnaligned(as: Float.self)
    case .int32: Float(place.loadUnaligned(as: Int32.self)) / 2_147_483_648
    // The eight bits above are the sign, or nothing.
    case .int24: Float((place.loadUnaligned(as: Int32.self) << 8) >> 8) / 8_388_608
    case .int24Packed: Float(packed(place) >> 8) / 8_388_608
    case .int16: Float(place.loadUnaligned(as: Int16.self)) / 32_768
    }
  }

  /// Three bytes in the upper part of four.
  private func packed(_ place: UnsafeRawPointer) -> Int32 {
    let bytes = (0..<3).map { UInt32(place.load(fromByteOffset: $0, as: UInt8.self)) }
    return Int32(bitPattern: bytes[0] << 8 | bytes[1] << 16 | bytes[2] << 24)
  }
}
