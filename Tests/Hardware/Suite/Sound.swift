import Foundation
import SpinetSession

/// Some recorded sound, one channel, and what an ear would say of it.
///
/// Works in whole numbers as far as it can: floating point in an emulated machine is a hundred times slower.
struct Sound {
  /// Frames a second; half of what is usual, so that the emulated machine keeps up beside other work.
  static let rate = 24_000

  var samples: [Int16]

  var seconds: Double { Double(samples.count) / Double(Sound.rate) }

  /// Root mean square, in decibels below full scale; -200 for silence.
  var level: Double { decibels(of: energy(of: samples[...])) }

  /// The levels of one part after the other, each of so many seconds.
  func levels(every seconds: Double) -> [Double] {
    let length = Int(seconds * Double(Sound.rate))
    return stride(from: 0, through: samples.count - length, by: length).map {
      Sound(samples: Array(samples[$0..<$0 + length])).level
    }
  }

  private func decibels(of energy: Int64) -> Double {
    guard energy > 0, !samples.isEmpty else { return -200 }
    return 10 * log10(Double(energy) / Double(samples.count) / (32_768 * 32_768))
  }

  /// The fundamental, in hertz, by autocorrelation of the middle; `nil` when nothing repeats.
  var pitch: Double? {
    let window = samples.dropFirst(max(0, samples.count / 2 - 2_048)).prefix(4_096)
    guard window.count == 4_096, level > -70 else { return nil }
    let likeness = (0...500).map { lag in Sound.likeness(of: Array(window), after: lag) }
    // The first lag that comes near the best one, once the sound has first become unlike itself.
    guard let start = likeness.firstIndex(where: { $0 < 0.5 }) else { return nil }
    let best = likeness[start...].max() ?? 0
    guard best > 0.5,
      let peak = (start..<500).first(where: {
        likeness[$0] > 0.9 * best && likeness[$0] >= likeness[$0 - 1] && likeness[$0] > likeness[$0 + 1]
      })
    else { return nil }
    let (before, at, after) = (likeness[peak - 1], likeness[peak], likeness[peak + 1])
    let offset = 0.5 * (before - after) / (before - 2 * at + after)
    return Double(Sound.rate) / (Double(peak) + offset)
  }

  /// Whether the fundamental is within a sixth of a semitone of `hertz`.
  func has(pitch hertz: Double) -> Bool { pitch.map { abs($0 / hertz - 1) < 0.01 } ?? false }

  /// 1 where the sound is the same `lag` samples later, 0 where it has nothing in common.
  private static func likeness(of samples: [Int16], after lag: Int) -> Double {
    var product: Int64 = 0
    var power: Int64 = 1
    for index in 0..<(samples.count - lag) {
      let (here, there) = (Int64(samples[index]), Int64(samples[index + lag]))
      product &+= here &* there
      power &+= here &* here &+ there &* there
    }
    return 2 * Double(product) / Double(power)
  }

  /// The middle of the spectrum, in hertz: the root of its second moment, from the slope of the wave.
  var brightness: Double {
    let power = energy(of: samples[...])
    guard power > 0 else { return 0 }
    let slope = zip(samples, samples.dropFirst()).reduce(into: Int64(0)) { sum, pair in
      let step = Int64(pair.1) - Int64(pair.0)
      sum &+= step &* step
    }
    return (Double(slope) / Double(power)).squareRoot() * Double(Sound.rate) / (2 * .pi)
  }

  private func energy(of samples: ArraySlice<Int16>) -> Int64 {
    samples.reduce(into: Int64(0)) { $0 &+= Int64($1) &* Int64($1) }
  }

  /// How much of one frequency is in it, in decibels below a full-scale sine.
  func level(at hertz: Double) -> Double {
    let window = samples.suffix(4_800)
    let turn = 2 * cos(2 * .pi * hertz / Double(Sound.rate))
    var (last, beforeLast) = (0.0, 0.0)
    for (index, sample) in window.enumerated() {
      // A Hann window, so that a neighbour a few semitones away does not leak in.
      let weight = 1 - cos(2 * .pi * Double(index) / Double(window.count))
      (last, beforeLast) = (weight * Double(sample) / 32_768 + turn * last - beforeLast, last)
    }
    let power = last * last + beforeLast * beforeLast - turn * last * beforeLast
    return 10 * log10(max(power, 1e-20)) - 20 * log10(Double(window.count) / 2)
  }

  /// The frequency between `range`'s ends, in steps of a hertz, of which there is most.
  func loudest(in range: ClosedRange<Double>) -> Double {
    let steps = stride(from: range.lowerBound, through: range.upperBound, by: 1)
    return steps.max { level(at: $0) < level(at: $1) } ?? range.lowerBound
  }

  /// Frames at which notes begin: the first sample over a twentieth of the peak after 50 ms below it.
  var onsets: [Int] {
    let threshold = Int(samples.lazy.map { $0.magnitude }.max() ?? 0) / 20
    guard threshold > 8 else { return [] }
    var quiet = 0
    var onsets: [Int] = []
    for (frame, sample) in samples.enumerated() {
      if Int(sample.magnitude) <= threshold {
        quiet += 1
        continue
      }
      if quiet >= Sound.rate / 20 { onsets.append(frame) }
      quiet = 0
    }
    return onsets
  }
}
