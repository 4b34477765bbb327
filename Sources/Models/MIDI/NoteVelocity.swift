/// How hard a key was struck: seven bits, or sixteen from a controller that sends MIDI 2.0.
package struct NoteVelocity: Hashable, Sendable, BitwiseCopyable {
  /// 1–127 for a note-on, which is what MIDI 1.0 knows of it.
  package let seven: UInt8
  /// Nil if only seven bits were sent.
  private let sixteen: UInt16?

  package init(_ seven: UInt8) { (self.seven, sixteen) = (min(seven, 127), nil) }

  /// In MIDI 2.0 a note-on with velocity 0 is a note-on. MIDI 1.0 calls it 1.
  package init(sixteenBits: UInt16) {
    seven = UInt8(max(sixteenBits >> 9, 1))
    sixteen = sixteenBits
  }

  /// 0–127, with the fraction that the sixteen bits add.
  package var exact: Double { sixteen.map { Double($0) * 127 / Double(UInt16.max) } ?? Double(seven) }

  /// Half the way to the hardest strike.
  package var accented: NoteVelocity {
    guard let sixteen else { return NoteVelocity(seven + (127 - seven + 1) / 2) }
    return NoteVelocity(sixteenBits: sixteen + (.max - sixteen) / 2)
  }

  /// In the scale of a controller; nil if only seven bits were sent.
  package var thirtyTwoBits: UInt32? {
    sixteen.map { ValueScaling.widen(UInt32($0), from: 16, to: 32) }
  }

  /// As MIDI 2.0 sends it.
  package var sixteenBits: UInt16 {
    sixteen ?? UInt16(truncatingIfNeeded: ValueScaling.widen(UInt32(seven), from: 7, to: 16))
  }
}

extension NoteVelocity: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: UInt8) { self.init(value) }
}

/// How a note begins.
package struct Strike: Hashable, Sendable, BitwiseCopyable {
  package var velocity: NoteVelocity
  /// The pitch in semitones, where C4 is 60, of a note that does not sound as its key; nil for one that does.
  package var pitch: Double?

  package init(_ velocity: NoteVelocity, pitch: Double? = nil) {
    (self.velocity, self.pitch) = (velocity, pitch)
  }
}

extension Strike {
  /// The same for a key that is some semitones away.
  package func moved(by semitones: Int) -> Strike {
    Strike(velocity, pitch: pitch.map { $0 + Double(semitones) })
  }
}

extension Strike: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: UInt8) { self.init(NoteVelocity(value)) }
}
