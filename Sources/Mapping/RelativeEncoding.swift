/// How an endless encoder writes a turn into seven bits.
enum RelativeEncoding: Hashable, Sendable, BitwiseCopyable {
  case twosComplement, offset64, signMagnitude

  /// Detents, up or down.
  func detents(_ value: UInt8) -> Int {
    let value = Int(value)
    return switch self {
    case .twosComplement: value < 64 ? value : value - 128
    case .offset64: value - 64
    case .signMagnitude: value < 64 ? value : 64 - value
    }
  }
}
