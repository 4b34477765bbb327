/// How finely a control tells its position, and where in its numbers the ends and the centre are.
enum Resolution: Hashable, Sendable, BitwiseCopyable {
  case seven
  /// 16383 is full scale for a sender of both halves. Until an LSB was heard, MSB 127 with LSB 0 is full
  /// scale, so that a sender of the MSB alone reaches the top.
  case fourteen(sendsLSB: Bool)
  /// 8192 is the exact centre.
  case bend
  /// A program number that selects one of several things: 0 to `last`.
  case program(last: UInt16)

  var fullScale: UInt16 {
    switch self {
    case .seven: 127
    case .fourteen(let sendsLSB): sendsLSB ? 16383 : 127 << 7
    case .bend: 16383
    case .program(let last): last
    }
  }

  private var centre: Double {
    switch self {
    case .seven: 64
    case .fourteen, .bend: 8192
    case .program(let last): Double(last) / 2
    }
  }

  /// Where `raw` lies between the ends, 0–1; both ends are exact.
  ///
  /// - Parameter centred: whether the centre's number is exactly 0.5, for ranges that have a middle.
  func position(_ raw: UInt16, centred: Bool) -> Double {
    let (raw, full) = (Double(min(raw, fullScale)), Double(fullScale))
    guard full > 0 else { return 0 }
    guard centred || self == .bend else { return raw / full }
    return raw < centre ? 0.5 * raw / centre : 0.5 + 0.5 * (raw - centre) / (full - centre)
  }

  /// The number nearest to `position`: the inverse of `position(_:centred:)`; 0 for NaN.
  func raw(_ position: Double, centred: Bool) -> UInt16 {
    if position.isNaN { return 0 }
    let (position, full) = (min(max(position, 0), 1), Double(fullScale))
    guard centred || self == .bend else { return UInt16((position * full).rounded()) }
    let raw = position < 0.5 ? position * 2 * centre : centre + (position - 0.5) * 2 * (full - centre)
    return UInt16(raw.rounded())
  }

  /// The resolution once an LSB was heard.
  var withLSB: Resolution { self == .fourteen(sendsLSB: false) ? .fourteen(sendsLSB: true) : self }

  /// The number that shows `raw` on a controller: all the way up is 127/127, so that receivers of all 14 bits
  /// reach their top too.
  func shown(_ raw: UInt16) -> UInt16 {
    self == .fourteen(sendsLSB: false) && raw >= fullScale ? 16383 : raw
  }

  /// Whether a switch is on, or a button pressed: the upper half. A bend rests in the middle, and is on from
  /// three quarters of its way.
  func isOn(_ raw: UInt16) -> Bool {
    self == .bend ? raw >= 3 << 12 : 2 * UInt32(raw) >= UInt32(fullScale)
  }

  /// The seven bits that hold an endless encoder's movement, if they are those of the MSB.
  func sevenBits(_ raw: UInt16) -> UInt8 { UInt8((self == .seven ? raw : raw >> 7) & 127) }

  /// The movement in seven bits, of an encoder that may use all 14, as the BCR2000's do in their 14-bit
  /// modes. Near 0, 8192 and 16384 a number means what seven bits mean near 0, 64 and 128. Anywhere else the
  /// movement is in the MSB.
  func turn(_ raw: UInt16) -> UInt8 {
    switch raw {
    case 0..<64: UInt8(raw)
    case 8192 - 64..<8192 + 64: UInt8(raw - (8192 - 64))
    case 16384 - 64..<16384: UInt8(raw - (16384 - 128))
    default: sevenBits(raw)
    }
  }
}

extension Control.Kind {
  var resolution: Resolution {
    switch self {
    case .cc, .note, .pressure, .poly, .program: .seven
    case .cc14, .nrpn, .rpn: .fourteen(sendsLSB: false)
    case .bend: .bend
    }
  }

  /// Whether its number comes in two messages, MSB and LSB.
  var hasHalves: Bool { resolution == .fourteen(sendsLSB: false) }
}
