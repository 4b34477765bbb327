/// Finds out from the stream which encoding an encoder uses, and thinks again when the stream contradicts it.
///
/// Of the values around 0, 64 and 128, where turns by hand lie, each encoding uses two places. Down is 127 in
/// two's complement, 63 in offset-64 and 65 in sign-magnitude; up is 1, 65 and 1. A value in a place that an
/// encoding does not use, and would read as a turn of 32 detents or more, speaks against it.
struct EncodingDetector: Hashable, Sendable, BitwiseCopyable {
  /// Offset-64 first: more encoders begin with 65 for up in it than with 65 for down.
  private(set) var encoding = RelativeEncoding.offset64
  private var twosComplement = Hypothesis()
  private var offset64 = Hypothesis()
  private var signMagnitude = Hypothesis()
  /// How many values came; a wrong guess is made good only at the beginning.
  private var count = 0

  /// What an encoding makes of the stream.
  private struct Hypothesis: Hashable, BitwiseCopyable {
    var contradictions = 0
    /// Where it says the encoder has come to.
    var detents = 0
  }

  /// In values, and in detents that are made good.
  private static let beginning = 8
  /// In contradictions.
  private static let memory = 32

  /// Detents, up or down; with those that make good what a wrong guess has moved.
  ///
  /// 0 and 64 are no movement, whatever the encoding: nobody turns 64 detents at once, and some encoders send
  /// them between their movements.
  mutating func detents(_ value: UInt8) -> Int {
    guard value != 0, value != 64 else { return 0 }
    let before = hypothesis(encoding).detents
    note(value, .twosComplement, &twosComplement)
    note(value, .offset64, &offset64)
    note(value, .signMagnitude, &signMagnitude)
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

  /// What was long ago counts less: another encoder may have been switched to.
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

  private func note(_ value: UInt8, _ encoding: RelativeEncoding, _ hypothesis: inout Hypothesis) {
    let detents = encoding.detents(value)
    hypothesis.detents &+= detents
    if abs(detents) >= 32 { hypothesis.contradictions += 1 }
  }
}
