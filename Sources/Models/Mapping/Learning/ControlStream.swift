/// All messages of one control while it was watched.
struct ControlStream: Sendable {
  /// The part of a control's number that a message carried.
  enum Part: Sendable {
    case whole
    /// The LSB, after an MSB.
    case lower
    /// An increment or a decrement, without a value.
    case step
  }

  struct Sample: Sendable {
    /// The number that the control sent, 7 or 14 bits; the velocity of a note, or 0 for a note-off.
    var value: UInt16
    var isOn: Bool
    var part = Part.whole
    var nanoseconds: UInt64
  }

  let control: Control
  /// At least one, in order of time.
  var samples: [Sample]

  /// In nanoseconds. A button released within this time was held by a finger and does not latch.
  private static let longestPress: UInt64 = 1_000_000_000
  /// In nanoseconds. A control that repeats itself faster than this is turned, because detents are faster
  /// than presses.
  private static let fastestPresses: UInt64 = 120_000_000

  var values: [UInt16] { samples.map(\.value) }

  /// Whether it is a button that may still be released.
  var isStillPressed: Bool {
    guard let last = samples.last, last.isOn else { return false }
    if case .note = control.kind { return true }
    return samples.count == 1 && last.value == 127
  }

  /// The movement of the control, as a fraction of its range.
  var travel: Double {
    guard let low = values.min(), let high = values.max() else { return 0 }
    return Double(high - low) / Double(control.kind.resolution.fullScale)
  }

  /// Whether values of `other` arrive shortly before or after this one's, like the halves of a pair.
  func comesTogether(with other: ControlStream) -> Bool {
    let moment: UInt64 = 20_000_000
    let pairs = samples.filter { sample in
      other.samples.contains { abs(Int64($0.nanoseconds) - Int64(sample.nanoseconds)) <= Int64(moment) }
    }
    return pairs.count * 2 >= samples.count
  }

  // MARK: The kind of control

  /// The kind of a 7-bit controller; nil if there were too few values.
  var natureOfController: RecognizedControl.Nature? {
    let distinct = Set(values).sorted()
    if distinct.count == 1 { return natureOfOneValue(distinct[0]) }
    if distinct.count == 2, distinct[0] == 0, distinct[1] >= 64 { return natureOfPresses }
    return encoding.map { .encoder($0) } ?? .position
  }

  /// The kind of a 14-bit parameter. Endless encoders increment it, or send their detents in its upper half.
  var natureOfParameter: RecognizedControl.Nature {
    if samples.allSatisfy({ $0.part == .step }) { return .increments }
    var upper = self
    upper.samples.removeAll { $0.part != .whole }
    let lower = upper.samples.count == samples.count ? samples : samples.filter { $0.part == .lower }
    guard !upper.samples.isEmpty, lower.allSatisfy({ $0.value & 127 == 0 }) else { return .position }
    for index in upper.samples.indices { upper.samples[index].value >>= 7 }
    switch upper.natureOfController {
    case .encoder(let mode): return .encoder(mode)
    case .button: return .button
    default: return .position
    }
  }

  /// The kind of a note: a pad, or a key used as a button.
  var natureOfPresses: RecognizedControl.Nature {
    guard let press = samples.firstIndex(where: \.isOn) else { return .latch }
    let beginsWithEnd = press > 0
    let end = samples[press...].first { !$0.isOn }
    if end == nil { return samples.count - press > 1 ? .button : .latch }
    let held = (end?.nanoseconds ?? 0) &- samples[press].nanoseconds
    return beginsWithEnd || held >= Self.longestPress ? .latch : .button
  }

  private func natureOfOneValue(_ value: UInt16) -> RecognizedControl.Nature? {
    if samples.count == 1 { return value == 0 || value == 127 ? .latch : nil }
    if value == 127, !isFast { return .button }
    if value == 0 { return nil }
    return EncodingEvidence(values).encoding.map { .encoder($0) }
  }

  private var isFast: Bool {
    guard let first = samples.first, let last = samples.last, samples.count > 1 else { return false }
    return (last.nanoseconds &- first.nanoseconds) / UInt64(samples.count - 1) < Self.fastestPresses
  }

  /// The mode of an endless encoder that sends such values; nil if the control sends positions.
  ///
  /// A control that sends positions never sends the same one twice in a row, and does not jump back and
  /// forth.
  private var encoding: ControlMode? {
    guard values.count >= 3 else { return nil }
    let steps = zip(values, values.dropFirst()).map { abs(Int($1) - Int($0)) }
    let repeats = steps.count { $0 == 0 }
    let jumps = steps.count { $0 >= 40 }
    guard repeats * 4 >= steps.count || jumps >= 2 else { return nil }
    return EncodingEvidence(values).encoding
  }
}

/// The encodings of endless encoders that fit a series of 7-bit values.
///
/// An encoder turned by hand moves by few detents at a time. Its values are near 0, 64 and 128, and each
/// encoding uses two of these three regions.
struct EncodingEvidence {
  /// Nobody turns more detents than this at a time.
  private static let fastest: UInt16 = 24

  private var isAbove0 = false
  private var isBelow64 = false
  private var isAbove64 = false
  private var isBelow128 = false
  /// Whether there were values that no encoder sends when it is turned by hand.
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

  /// `autoRelative` if it was turned in only one direction, which fits two encodings; nil if none fits.
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
