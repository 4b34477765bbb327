import SpinetMIDI
import SpinetWidgets

/// The resolution of a control, and which of its numbers are the ends and the centre.
enum Resolution: Hashable, Sendable, BitwiseCopyable {
  case seven
  /// Full scale is 16383 for a controller that sends both halves. Until an LSB has arrived, it is MSB 127 with LSB 0,
  /// so that a controller that sends only the MSB reaches the maximum.
  case fourteen(sendsLSB: Bool)
  /// 8192 is the exact centre.
  case bend
  /// A program number that selects one of several choices, 0 to `last`.
  case program(last: UInt16)
  /// A reading of a sensor, whose numbers 0 to 65534 are its whole range. The control goes from `first` to `last`.
  case reading(first: UInt16, last: UInt16)

  var fullScale: UInt16 {
    switch self {
    case .seven: 127
    case .fourteen(let sendsLSB): sendsLSB ? 16383 : 127 << 7
    case .bend: 16383
    case .program(let last): last
    case .reading(let first, let last): last - first
    }
  }

  private var centre: Double {
    switch self {
    case .seven: 64
    case .fourteen, .bend: 8192
    case .program(let last): Double(last) / 2
    case .reading: Double(fullScale) / 2
    }
  }

  /// The position of `raw` between the ends, 0–1. Both ends are exact.
  ///
  /// - Parameter centred: whether the number of the centre is exactly 0.5, for ranges that have a middle.
  func position(_ raw: UInt16, centred: Bool) -> Double {
    let (raw, full) = (Double(min(raw - min(raw, first), fullScale)), Double(fullScale))
    guard full > 0 else { return 0 }
    guard centred || self == .bend else { return raw / full }
    return raw < centre ? 0.5 * raw / centre : 0.5 + 0.5 * (raw - centre) / (full - centre)
  }

  /// The position of a control that sent 32 bits, 0–1, under the same rules.
  func position(fine raw: UInt32, centred: Bool) -> Double {
    guard centred || self == .bend else { return raw.unitPosition }
    let offset = Double(raw) - 0x1p31
    return 0.5 + 0.5 * offset / (offset > 0 ? 0x1p31 - 1 : 0x1p31)
  }

  /// The number nearest to `position`, the inverse of `position(_:centred:)`. Not a number gives 0.
  func raw(_ position: Double, centred: Bool) -> UInt16 {
    if position.isNaN { return 0 }
    let (position, full) = (min(max(position, 0), 1), Double(fullScale))
    guard centred || self == .bend else { return first + UInt16(bounded: position * full, in: 0...fullScale) }
    let raw = position < 0.5 ? position * 2 * centre : centre + (position - 0.5) * 2 * (full - centre)
    return first + UInt16(bounded: raw, in: 0...fullScale)
  }

  /// The number at the near end.
  private var first: UInt16 {
    if case .reading(let first, _) = self { return first }
    return 0
  }

  /// The resolution after an LSB has arrived.
  var withLSB: Resolution { self == .fourteen(sendsLSB: false) ? .fourteen(sendsLSB: true) : self }

  /// The number that shows `raw` on a controller. The maximum is 127/127, so that receivers of all 14 bits
  /// reach theirs too.
  func shown(_ raw: UInt16) -> UInt16 {
    self == .fourteen(sendsLSB: false) && raw >= fullScale ? 16383 : raw
  }

  /// Whether a switch is on or a button is pressed: the upper half. A bend and a sensor rest in the middle and are on
  /// from three quarters of their ranges.
  func isOn(_ raw: UInt16) -> Bool {
    switch self {
    case .bend: raw >= 3 << 12
    case .reading: position(raw, centred: false) >= 0.75
    default: 2 * UInt32(raw) >= UInt32(fullScale)
    }
  }

  /// The seven bits of an endless encoder's movement: the MSB of a control with 14 bits.
  func sevenBits(_ raw: UInt16) -> UInt8 { UInt8((self == .seven ? raw : raw >> 7) & 127) }

  /// The movement in seven bits of an encoder that may use all 14, such as the BCR2000 in its 14-bit modes.
  /// Near 0, 8192 and 16384, a number has the same meaning as seven bits near 0, 64 and 128. Everywhere else
  /// the movement is in the MSB.
  func turn(_ raw: UInt16) -> UInt8 {
    switch raw {
    case 0..<64: UInt8(raw)
    case 8192 - 64..<8192 + 64: UInt8(raw - (8192 - 64))
    case 16384 - 64..<16384: UInt8(raw - (16384 - 128))
    default: sevenBits(raw)
    }
  }
}

extension Resolution {
  /// - Parameter range: the values at the control's ends, in the reading's unit.
  static func reading(_ reading: SensorReading, over range: ClosedRange<Double>) -> Resolution {
    let ends = (reading.number(of: range.lowerBound), reading.number(of: range.upperBound))
    let first = min(ends.0, lastNumber - 1)
    return .reading(first: first, last: max(ends.1, first + 1))
  }

  fileprivate static let lastNumber: UInt16 = 65534
}

extension SensorReading {
  /// The number of a value in its unit, 0 to 65534 over its whole range. In a range from -x to x, the value 0 is
  /// exactly in the middle.
  func number(of value: Double) -> UInt16 {
    guard !value.isNaN else { return 0 }
    let part = (value.clamped(to: range) - range.lowerBound) / (range.upperBound - range.lowerBound)
    return UInt16(bounded: part * Double(Resolution.lastNumber), in: 0...Resolution.lastNumber)
  }
}

extension Control.Kind {
  var resolution: Resolution {
    switch self {
    case .cc, .note, .keyOn, .keyOff, .pressure, .poly, .program, .noteController, .start, .stop, .clock:
      .seven
    case .cc14, .nrpn, .rpn: .fourteen(sendsLSB: false)
    case .bend, .notePitch: .bend
    case .reading(let reading): .reading(reading, over: reading.usualRange)
    }
  }

  /// Whether its number is sent in two messages, MSB and LSB.
  var hasHalves: Bool { resolution == .fourteen(sendsLSB: false) }
}
