/// Which encodings of endless encoders a stream of 7-bit values fits.
///
/// Turned by hand an encoder goes few detents at a time: its values lie near 0, 64 and 128, each encoding in
/// two of these places.
struct EncodingEvidence {
  /// Detents at a time that a hand does not exceed.
  private static let fastest: UInt16 = 24

  private var isAbove0 = false
  private var isBelow64 = false
  private var isAbove64 = false
  private var isBelow128 = false
  /// Values that no encoder writes when it is turned by hand.
  private var isOther = false

  init(_ values: [UInt16]) {
    for value in values {
      switch value {
      case 1...Self.fastest: isAbove0 = true
      case (64 - Self.fastest)..<64: isBelow64 = true
      case 64: break
      case 65...(64 + Self.fastest): isAbove64 = true
      case (128 - Self.fastest)..<128: isBelow128 = true
      default: isOther = true
      }
    }
  }

  /// `autoRelative` when it was turned one way only and that fits two encodings; nil: none fits.
  var encoding: ControlMode? {
    switch (isOther, isAbove0, isBelow64, isAbove64, isBelow128) {
    case (false, true, false, false, true), (false, false, false, false, true): .twosComplement
    case (false, false, true, true, false), (false, false, true, false, false): .offset64
    case (false, true, false, true, false): .signMagnitude
    case (false, true, false, false, false), (false, false, false, true, false): .autoRelative
    default: nil
    }
  }
}
