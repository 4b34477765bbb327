import Foundation
import MIDI

/// What tuning messages have made of the keys' frequencies, by channel; the rest is as the keyboard's file has
/// it.
///
/// Of several messages about a key the last one counts. Between two keys the pitch goes in proportion to the
/// interval, as in every tuning.
struct Retuning: Sendable {
  private static let keyCount = 128

  /// log₂ of each key's frequency, the channels one after the other; nil for keys that no message was about.
  /// Empty until the first message.
  private var octaves: [Double?] = []

  var isEmpty: Bool { octaves.isEmpty }

  /// - Parameter base: where notes of equal temperament are counted from.
  mutating func apply(_ change: TuningMessage.Change, to base: Tuning) {
    if isEmpty { octaves = Array(repeating: nil, count: 16 * Self.keyCount) }
    switch change {
    case .keys(let pitches):
      for (key, pitch) in pitches {
        for channel in 0..<16 {
          octaves[channel * Self.keyCount + Int(key)] = Self.octaves(of: pitch, a4: 440)
        }
      }
    case .octave(let cents, let channels):
      for channel in 0..<16 where channels & (1 << UInt16(channel)) != 0 {
        for key in 0..<Self.keyCount {
          let pitch = Double(key) + cents[key % 12] / 100
          octaves[channel * Self.keyCount + key] = Self.octaves(of: pitch, a4: base.a4)
        }
      }
    }
  }

  /// - Parameter channel: nil for a finger, which belongs to none and has the tuning of the first.
  func hertz(_ pitch: Double, on channel: Channel?, in base: Tuning) -> Double {
    isEmpty ? base.hertz(pitch) : exp2(octaves(pitch, on: channel, in: base))
  }

  /// How much higher `pitch` is than `reference`, as a frequency ratio.
  func ratio(of pitch: Double, to reference: Double, in base: Tuning) -> Double {
    guard !isEmpty else { return base.ratio(of: pitch, to: reference) }
    return exp2(octaves(pitch, on: nil, in: base) - octaves(reference, on: nil, in: base))
  }

  /// Whether a key has a note: of its own, or one of the file's.
  func sounds(_ key: Int, on channel: Channel?, in base: Tuning) -> Bool {
    own(key, channel) != nil || base.sounds(key)
  }

  private func octaves(_ pitch: Double, on channel: Channel?, in base: Tuning) -> Double {
    // What lies far beyond the keys is the file's alone.
    guard pitch > -1, pitch < Double(Self.keyCount) else { return log2(base.hertz(pitch)) }
    let key = Int(pitch.rounded(.down))
    let fraction = pitch - Double(key)
    let low = own(key, channel) ?? log2(base.hertz(Double(key)))
    guard fraction > 0 else { return low }
    let high = own(key + 1, channel) ?? log2(base.hertz(Double(key + 1)))
    return low + fraction * (high - low)
  }

  private func own(_ key: Int, _ channel: Channel?) -> Double? {
    guard !isEmpty, (0..<Self.keyCount).contains(key) else { return nil }
    return octaves[(channel?.index ?? 0) * Self.keyCount + key]
  }

  private static func octaves(of pitch: Double, a4: Double) -> Double { log2(a4) + (pitch - 69) / 12 }
}
