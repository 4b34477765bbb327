/// Everything one control sent while it was watched.
struct ControlStream: Sendable {
  /// What of a control's number was told.
  enum Part: Sendable {
    case whole
    /// The LSB, behind an MSB.
    case lower
    /// Only that it is one more or one less.
    case step
  }

  struct Sample: Sendable {
    /// The control's own number, 7 or 14 bits; a note's velocity, 0 for its end.
    var value: UInt16
    var isOn: Bool
    var part = Part.whole
    var nanoseconds: UInt64
  }

  let control: Control
  /// At least one, in the order of time.
  var samples: [Sample]

  /// A button let go within this time was held by a finger, and does not latch.
  private static let longestPress: UInt64 = 1_000_000_000
  /// Presses come slower than detents: a control that repeats itself faster than this is turned.
  private static let fastestPresses: UInt64 = 120_000_000

  var values: [UInt16] { samples.map(\.value) }

  /// A button whose end may still come.
  var isStillPressed: Bool {
    guard let last = samples.last, last.isOn else { return false }
    if case .note = control.kind { return true }
    return samples.count == 1 && last.value == 127
  }

  /// The part of its way that the control went, 0–1.
  var travel: Double {
    guard let low = values.min(), let high = values.max() else { return 0 }
    return Double(high - low) / Double(control.kind.resolution.fullScale)
  }

  /// Whether a value of `other` follows or precedes one of this within a moment, as the halves of a pair do.
  func comesTogether(with other: ControlStream) -> Bool {
    let moment: UInt64 = 20_000_000
    let pairs = samples.filter { sample in
      other.samples.contains { abs(Int64($0.nanoseconds) - Int64(sample.nanoseconds)) <= Int64(moment) }
    }
    return pairs.count * 2 >= samples.count
  }

  // MARK: What it is

  /// What a controller of 7 bits is; nil if too little came.
  var natureOfController: RecognizedControl.Nature? {
    let distinct = Set(values).sorted()
    if distinct.count == 1 { return natureOfOneValue(distinct[0]) }
    if distinct.count == 2, distinct[0] == 0, distinct[1] >= 64 { return natureOfPresses }
    return encoding.map { .encoder($0) } ?? .position
  }

  /// What a parameter of 14 bits is. Endless encoders count it, or write their detents into its upper half.
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

  /// What a note is: a pad or a key that is used as a button.
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

  /// The mode of an endless encoder that writes such values; nil: it tells positions.
  ///
  /// What tells positions never says the same twice running, nor jumps to and fro.
  private var encoding: ControlMode? {
    guard values.count >= 3 else { return nil }
    let steps = zip(values, values.dropFirst()).map { abs(Int($1) - Int($0)) }
    let repeats = steps.count { $0 == 0 }
    let jumps = steps.count { $0 >= 40 }
    guard repeats * 4 >= steps.count || jumps >= 2 else { return nil }
    return EncodingEvidence(values).encoding
  }
}
