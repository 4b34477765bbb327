/// Detects the encoding of an encoder from its messages, and corrects itself when they contradict the result.
///
/// An encoder turned by hand sends values around 0, 64 and 128, and each encoding uses two of these three regions.
/// Down is 127 in two's complement, 63 in offset-64 and 65 in sign-magnitude; up is 1, 65 and 1. A value that
/// would be a turn of 32 detents or more contradicts an encoding.
struct EncodingDetector: Hashable, Sendable, BitwiseCopyable {
  /// Begins with offset-64, because 65 is more often up in offset-64 than down in sign-magnitude.
  private(set) var encoding = RelativeEncoding.offset64
  private var twosComplement = Hypothesis()
  private var offset64 = Hypothesis()
  private var signMagnitude = Hypothesis()
  /// The number of values so far. A wrong guess is only corrected at the beginning.
  private var count = 0

  /// The result of reading the values in one encoding.
  private struct Hypothesis: Hashable, BitwiseCopyable {
    var contradictions = 0
    /// The position of the encoder in this encoding.
    var detents = 0
  }

  /// The number of values that count as the beginning, and the largest correction, in detents.
  private static let beginning = 8
  /// The number of contradictions from which old ones lose weight.
  private static let memory = 32

  /// The detents of `value`, up or down. Includes a correction if an earlier guess was wrong.
  ///
  /// 0 and 64 are no movement in any encoding: 64 detents at once are not possible, and some encoders send these
  /// values between their movements.
  mutating func detents(_ value: UInt8) -> Int {
    guard value != 0, value != 64 else { return 0 }
    let before = hypothesis(encoding).detents
    record(value, .twosComplement, &twosComplement)
    record(value, .offset64, &offset64)
    record(value, .signMagnitude, &signMagnitude)
    count = min(count + 1, Self.beginning + 1)
    let old = encoding
    prefer(.twosComplement)
    prefer(.offset64)
    prefer(.signMagnitude)
    forget()
    let repair = hypothesis(encoding).detents - before
    let isSmall = count <= Self.beginning && abs(repair) <= Self.beginning
    return encoding != old && isSmall ? repair : encoding.detents(value)
  }

  private mutating func prefer(_ other: RelativeEncoding) {
    if hypothesis(other).contradictions < hypothesis(encoding).contradictions { encoding = other }
  }

  /// Reduces the weight of old contradictions, because another encoder may be in use now.
  private mutating func forget() {
    guard hypothesis(encoding).contradictions > Self.memory else { return }
    twosComplement.contradictions /= 2
    offset64.contradictions /= 2
    signMagnitude.contradictions /= 2
  }

  private func hypothesis(_ encoding: RelativeEncoding) -> Hypothesis {
    switch encoding {
    case .twosComplement: twosComplement
    case .offset64: offset64
    case .signMagnitude: signMagnitude
    }
  }

  private func record(_ value: UInt8, _ encoding: RelativeEncoding, _ hypothesis: inout Hypothesis) {
    let detents = encoding.detents(value)
    hypothesis.detents &+= detents
    if abs(detents) >= 32 { hypothesis.contradictions += 1 }
  }
}

/// The encodings of an endless encoder's movement in seven bits.
enum RelativeEncoding: Hashable, Sendable, BitwiseCopyable {
  case twosComplement, offset64, signMagnitude

  /// The detents of `value`, up or down.
  func detents(_ value: UInt8) -> Int {
    let value = Int(value)
    return switch self {
    case .twosComplement: value < 64 ? value : value - 128
    case .offset64: value - 64
    case .signMagnitude: value < 64 ? value : 64 - value
    }
  }
}
