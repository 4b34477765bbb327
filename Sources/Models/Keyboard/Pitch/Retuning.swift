import Glibc
import SpinetMIDI

/// The frequencies that tuning messages have set, for each channel and key. Other keys have the frequencies of the
/// keyboard's file.
///
/// The last message about a key counts. Between two keys, the pitch is interpolated in octaves, as in every
/// tuning.
struct Retuning: Sendable {
  private static let keyCount = 128

  /// The frequency of each key, one channel after the other; nil for keys without a message. Empty before the
  /// first message.
  private var hertz: [Double?] = []
  private var masterCents = 0.0
  private var masterSemitones = 0
  /// The ratio that the master tuning sets.
  private var masterRatio = 1.0

  private var isEmpty: Bool { hertz.isEmpty }

  /// - Parameter base: the tuning whose A4 is used for equal temperament.
  mutating func apply(_ change: TuningMessage.Change, to base: Tuning) {
    switch change {
    case .masterFine(let cents): masterCents = cents
    case .masterCoarse(let semitones): masterSemitones = semitones
    case .keys, .octave: applyToKeys(change, base)
    }
    masterRatio = Semitones.ratio(Double(masterSemitones) + masterCents / 100)
  }

  private mutating func applyToKeys(_ change: TuningMessage.Change, _ base: Tuning) {
    if isEmpty { hertz = Array(repeating: nil, count: 16 * Self.keyCount) }
    switch change {
    case .masterFine, .masterCoarse: break
    case .keys(let pitches):
      for (key, pitch) in pitches {
        for channel in 0..<16 { hertz[channel * Self.keyCount + Int(key)] = Tuning.hertz(pitch, a4: 440) }
      }
    case .octave(let cents, let channels):
      for channel in 0..<16 where channels & (1 << UInt16(channel)) != 0 {
        for key in 0..<Self.keyCount {
          let pitch = Double(key) + cents[key % 12] / 100
          hertz[channel * Self.keyCount + key] = Tuning.hertz(pitch, a4: base.a4)
        }
      }
    }
  }

  /// - Parameter channel: nil for a finger, which uses the tuning of the first channel.
  func hertz(_ pitch: Double, on channel: Channel?, in base: Tuning) -> Double {
    masterRatio * keyHertz(pitch, on: channel, in: base)
  }

  private func keyHertz(_ pitch: Double, on channel: Channel?, in base: Tuning) -> Double {
    // Pitches far outside the keys always use the file's tuning.
    guard !isEmpty, pitch > -1, pitch < Double(Self.keyCount) else { return base.hertz(pitch) }
    let key = Int(pitch.rounded(.down))
    let (low, high) = (own(key, channel), own(key + 1, channel))
    guard low != nil || high != nil else { return base.hertz(pitch) }
    let from = low ?? base.hertz(Double(key))
    let fraction = pitch - Double(key)
    return fraction == 0 ? from : from * pow((high ?? base.hertz(Double(key + 1))) / from, fraction)
  }

  /// The frequency ratio of `pitch` to `reference`.
  func ratio(of pitch: Double, to reference: Double, in base: Tuning) -> Double {
    guard !isEmpty else { return base.ratio(of: pitch, to: reference) }
    return hertz(pitch, on: nil, in: base) / hertz(reference, on: nil, in: base)
  }

  /// Whether a key has a frequency, from a message or from the file.
  func sounds(_ key: Int, on channel: Channel?, in base: Tuning) -> Bool {
    own(key, channel) != nil || base.sounds(key)
  }

  private func own(_ key: Int, _ channel: Channel?) -> Double? {
    guard !isEmpty, (0..<Self.keyCount).contains(key) else { return nil }
    return hertz[(channel?.index ?? 0) * Self.keyCount + key]
  }
}
