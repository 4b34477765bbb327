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

/// Finds out from the stream which encoding an encoder uses.
///
/// Slow turns tell: of the values around 0, 64 and 128, each encoding uses two.
/// Down is 127 in two's complement, 63 in offset-64 and 65 in sign-magnitude; up is 1, 65 and 1.
struct EncodingDetector: Hashable, Sendable, BitwiseCopyable {
  private enum Evidence: BitwiseCopyable {
    case none
    /// A 65 came first: up if it is offset-64, which more encoders are than not.
    case above64
    /// A 1 came: not offset-64.
    case near0
    case certain
  }

  private var evidence = Evidence.none
  private var encoding = RelativeEncoding.offset64

  mutating func detents(_ value: UInt8) -> Int {
    switch value {
    case 1..<32 where evidence == .none: settle(.twosComplement, .near0)
    case 1..<32 where evidence == .above64: settle(.signMagnitude, .certain)
    case 32..<64 where evidence != .certain: settle(.offset64, .certain)
    case 65..<96 where evidence == .none: settle(.offset64, .above64)
    case 65..<96 where evidence == .near0: settle(.signMagnitude, .certain)
    case 96..<128 where evidence != .certain: settle(.twosComplement, .certain)
    default: break
    }
    return encoding.detents(value)
  }

  private mutating func settle(_ encoding: RelativeEncoding, _ evidence: Evidence) {
    (self.encoding, self.evidence) = (encoding, evidence)
  }
}
