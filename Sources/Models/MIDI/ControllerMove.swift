/// A movement of a control, as mappings see it.
package struct ControllerMove: Hashable, Sendable, BitwiseCopyable {
  package enum Kind: Hashable, Sendable, BitwiseCopyable {
    /// A single controller, 7 bits.
    case cc(UInt8)
    /// Controllers n (MSB) and n + 32 (LSB) as one 14-bit control; n is 0–31.
    case cc14(UInt8)
    /// A registered parameter, 0–16382.
    case rpn(UInt16)
    /// A non-registered parameter, 0–16382.
    case nrpn(UInt16)
  }

  package enum Amount: Hashable, Sendable, BitwiseCopyable {
    /// The position of the control: 0–127 for `.cc`, 0–16383 for the others.
    case position(UInt16)
    /// Steps up or down from the parameter's value (controllers 96 and 97). Never for `.cc` or `.cc14`.
    case steps(Int16)
  }

  package var channel: Channel
  package var kind: Kind
  package var amount: Amount
  /// Whether the sender of these 14 bits has sent an LSB other than 0. Then its full scale is 16383.
  package var sendsLSB: Bool

  package init(_ channel: Channel, _ kind: Kind, _ amount: Amount, sendsLSB: Bool = false) {
    self.channel = channel
    self.kind = kind
    self.amount = amount
    self.sendsLSB = sendsLSB
  }

  /// The position as 0...1, both ends exact; nil for steps.
  ///
  /// For 14 bits, MSB 127 with LSB 0 is full scale as long as no LSB arrived, so that a sender of only the
  /// MSB reaches the maximum: 64 is 64/127 for `.cc` and for `.cc14`. For a sender of both halves, full scale
  /// is 16383.
  package var value: Double? { position.map { Double($0) / Double(fullScale) } }

  /// Whether the message only carries a part of another value: the number of a parameter, its data, or the
  /// LSB of a pair. Such a `.cc` need not be reported as unmapped.
  package var isPart: Bool {
    guard case .cc(let number) = kind else { return false }
    return number == Controller.dataEntry || (32..<64).contains(number) || (96...101).contains(number)
  }

  private var fullScale: UInt16 { sendsLSB ? 16383 : 127 << 7 }

  /// In 14 bits, whatever the width of the kind.
  private var position: UInt16? {
    guard case .position(let raw) = amount else { return nil }
    if case .cc = kind { return min(raw, 127) << 7 }
    return min(raw, fullScale)
  }
}
