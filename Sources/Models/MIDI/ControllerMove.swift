/// A control that was moved, as mappings see it.
package struct ControllerMove: Hashable, Sendable, BitwiseCopyable {
  package enum Kind: Hashable, Sendable, BitwiseCopyable {
    /// A controller by itself, 7 bits.
    case cc(UInt8)
    /// Controllers n (MSB) and n + 32 (LSB) as one of 14 bits; n is 0–31.
    case cc14(UInt8)
    /// A registered parameter, 0–16382.
    case rpn(UInt16)
    /// A non-registered parameter, 0–16382.
    case nrpn(UInt16)
  }

  package enum Amount: Hashable, Sendable, BitwiseCopyable {
    /// Where the control stands: 0–127 for `.cc`, 0–16383 for the others.
    case position(UInt16)
    /// Steps up or down from the parameter's value (controllers 96 and 97); never of `.cc` or `.cc14`.
    case steps(Int16)
  }

  package var channel: Channel
  package var kind: Kind
  package var amount: Amount
  /// Whether the sender of these 14 bits has sent an LSB other than 0. Its full scale is 16383 then.
  package var sendsLSB: Bool

  package init(_ channel: Channel, _ kind: Kind, _ amount: Amount, sendsLSB: Bool = false) {
    self.channel = channel
    self.kind = kind
    self.amount = amount
    self.sendsLSB = sendsLSB
  }

  /// The position as 0...1, both ends exact; nil for steps.
  ///
  /// Of 14 bits, MSB 127 with LSB 0 is full scale as long as no LSB came, so that a sender of the MSB alone
  /// reaches the top: 64 is 64/127 by `.cc` and `.cc14` alike. For a sender of both halves it is 16383.
  package var value: Double? { position.map { Double($0) / Double(fullScale) } }

  /// The position as 0...1 with 64 (of 14 bits 8192) exactly 0.5, for widgets that have a centre.
  package var centredValue: Double? {
    position.map { position in
      let centre = Double(Self.centre)
      let above = Double(fullScale) - centre
      let distance = Double(position) - centre
      return 0.5 + 0.5 * distance / (distance < 0 ? centre : above)
    }
  }

  /// Whether the message only carries a part of something else: the number of a parameter, its data, or the
  /// LSB of a pair. It is no use reporting such a `.cc` as unmapped.
  package var isPart: Bool {
    guard case .cc(let number) = kind else { return false }
    return number == Controller.dataEntry || (32..<64).contains(number) || (96...101).contains(number)
  }

  private static let centre: UInt16 = 64 << 7
  private var fullScale: UInt16 { sendsLSB ? 16383 : 127 << 7 }

  /// In 14 bits, whatever the kind's own width.
  private var position: UInt16? {
    guard case .position(let raw) = amount else { return nil }
    if case .cc = kind { return min(raw, 127) << 7 }
    return min(raw, fullScale)
  }
}
