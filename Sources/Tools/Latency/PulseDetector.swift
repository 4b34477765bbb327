/// Finds short pulses in the sound of an input: the frame of each one's highest sample.
package struct PulseDetector {
  /// In the order in which they came.
  package private(set) var pulses: [Int64] = []
  /// The level of what comes in between pulses.
  private var floor: Float = 0
  /// The pulse that is coming in.
  private var candidate: (begin: Int64, frame: Int64, level: Float)?
  /// Until which frame nothing counts, because a pulse rings.
  private var deafUntil = Int64.min
  /// Until which frame it only learns how loud the input is; nil before the first.
  private var learnsUntil: Int64?

  /// Softer sound is never a pulse: −46 dB.
  private static let softest: Float = 0.005
  /// How much louder than the rest a pulse is.
  private static let distance: Float = 4
  /// A pulse that a converter's filter has spread is over after these frames.
  private static let longest: Int64 = 96
  private static let rest: Int64 = 2400
  private static let learning: Int64 = 4800

  package init() {}

  package mutating func take(_ sample: Float, at frame: Int64) {
    let level = abs(sample)
    let learnsUntil = self.learnsUntil ?? frame + Self.learning
    self.learnsUntil = learnsUntil
    if frame < learnsUntil {
      floor = max(level, floor)
      return
    }
    if let pulse = candidate {
      if level > pulse.level { candidate = (pulse.begin, frame, level) }
      guard frame - pulse.begin >= Self.longest, let found = candidate else { return }
      pulses.append(found.frame)
      candidate = nil
      deafUntil = frame + Self.rest
    } else if frame >= deafUntil, level > max(Self.softest, Self.distance * floor) {
      candidate = (frame, frame, level)
    } else if frame >= deafUntil {
      // It rises slowly, because the filter of a converter lets a pulse begin softly.
      floor = level > floor ? floor + (level - floor) * 0.02 : floor * 0.9999
    }
  }
}
