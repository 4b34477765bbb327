/// When a region of an SFZ file plays, and how its sample sounds there.
package struct SFZRegion: Hashable, Sendable {
  /// `loop_mode`.
  package enum LoopMode: String, Hashable, Sendable {
    case none = "no_loop"
    case oneShot = "one_shot"
    case continuous = "loop_continuous"
    case sustain = "loop_sustain"
  }

  /// `trigger`.
  package enum Trigger: String, Hashable, Sendable, BitwiseCopyable {
    case attack, release, first, legato
  }

  /// The path of the sound file, from the folder of the SFZ file.
  package var sample = ""
  /// The file and line that name its sample, for messages.
  package var place = ""
  /// The keys and the velocities that play it.
  package var keys = 0...127
  package var velocities = 0...127
  /// It plays if a random number, 0–1, is in this range.
  package var random = 0.0...1.0
  /// Round robin: of `sequenceLength` notes that fit, it plays the one at `sequencePosition`, counted from 1.
  package var sequenceLength = 1
  package var sequencePosition = 1
  package var trigger = Trigger.attack
  /// The range of the keyswitches, the one that is active at first, and the one that must be active.
  package var switchKeys: ClosedRange<Int>?
  package var switchDefault: Int?
  package var switchLast: Int?
  /// The group that it belongs to, see `offBy`.
  package var group = 0
  /// Ends when a region of this group begins; 0 for never.
  package var offBy = 0

  /// The key that plays the sample at its own pitch.
  package var centre = 60.0
  /// Cents per key.
  package var keyTracking = 100.0
  /// In semitones.
  package var transpose = 0.0
  /// In cents.
  package var tune = 0.0
  /// In decibels.
  package var volume = 0.0
  /// −1 is left, 1 is right.
  package var pan = 0.0
  /// How much velocity makes it louder, −1 to 1.
  package var velocityTracking = 1.0
  /// In seconds; the sustain level is 0–1.
  package var attack = 0.0
  package var hold = 0.0
  package var decay = 0.0
  package var sustain = 1.0
  package var release = 0.001

  /// The first and the last frame that play; nil for the last frame of the file.
  package var offset = 0
  package var end: Int?
  /// Nil to loop if the sound file has a loop.
  package var loopMode: LoopMode?
  /// The first and the last frame of the loop; nil for those of the sound file.
  package var loopStart: Int?
  package var loopEnd: Int?

  /// Conditions that Spinet does not evaluate, such as a pressed pedal. They count as false, so a region that has one
  /// does not play.
  package var unmetConditions: Set<String> = []

  package init() {}
}

extension SFZRegion {
  /// Takes an opcode. An invalid value changes nothing.
  mutating func take(_ name: String, _ value: String) -> Outcome {
    switch name {
    case "sample": sample = value
    case "key": return setKey(value)
    case "lokey": return Self.set(value, key: true) { keys = Self.range(Int($0), keys.upperBound, low: true) }
    case "hikey":
      return Self.set(value, key: true) { keys = Self.range(keys.lowerBound, Int($0), low: false) }
    case "lovel":
      return Self.set(value) { velocities = Self.range(Int($0), velocities.upperBound, low: true) }
    case "hivel":
      return Self.set(value) { velocities = Self.range(velocities.lowerBound, Int($0), low: false) }
    case "lorand": return Self.set(value) { random = $0...max($0, random.upperBound) }
    case "hirand": return Self.set(value) { random = min($0, random.lowerBound)...$0 }
    case "seq_length": return Self.set(value) { sequenceLength = Int(min(max($0, 1), 100)) }
    case "seq_position": return Self.set(value) { sequencePosition = Int(min(max($0, 1), 100)) }
    case "trigger": return Self.choose(value) { trigger = $0 }
    case "loop_mode", "loopmode": return Self.choose(value) { loopMode = $0 }
    default: return takePlaying(name, value)
    }
    return .taken
  }

  /// The result of an opcode. `unmet` is a condition that Spinet does not evaluate: its region does not play.
  enum Outcome { case taken, unknown, wrong, unmet }

  private mutating func takePlaying(_ name: String, _ value: String) -> Outcome {
    switch name {
    case "group": return Self.set(value) { group = Int($0) }
    case "off_by", "offby": return Self.set(value) { offBy = Int($0) }
    case "sw_last": return Self.set(value, key: true) { switchLast = Int($0) }
    case "sw_default": return Self.set(value, key: true) { switchDefault = Int($0) }
    case "sw_lokey":
      return Self.set(value, key: true) {
        switchKeys = Self.range(Int($0), switchKeys?.upperBound ?? 127, low: true)
      }
    case "sw_hikey":
      return Self.set(value, key: true) {
        switchKeys = Self.range(switchKeys?.lowerBound ?? 0, Int($0), low: false)
      }
    case "offset": return Self.set(value) { offset = Int(max($0, 0)) }
    case "end": return Self.set(value) { end = Int($0) }
    case "loop_start", "loopstart": return Self.set(value) { loopStart = Int(max($0, 0)) }
    case "loop_end", "loopend": return Self.set(value) { loopEnd = Int(max($0, 0)) }
    default: return takeSound(name, value)
    }
  }

  private mutating func takeSound(_ name: String, _ value: String) -> Outcome {
    switch name {
    case "pitch_keycenter": return Self.set(value, key: true) { centre = $0 }
    case "pitch_keytrack": return Self.set(value) { keyTracking = min(max($0, -1200), 1200) }
    case "transpose": return Self.set(value) { transpose = min(max($0, -127), 127) }
    case "tune", "pitch": return Self.set(value) { tune = min(max($0, -9600), 9600) }
    case "volume": return Self.set(value) { volume = min(max($0, -144), 24) }
    case "pan": return Self.set(value) { pan = min(max($0, -100), 100) / 100 }
    case "amp_veltrack": return Self.set(value) { velocityTracking = min(max($0, -100), 100) / 100 }
    case "ampeg_attack": return Self.set(value) { attack = min(max($0, 0), 100) }
    case "ampeg_hold": return Self.set(value) { hold = min(max($0, 0), 100) }
    case "ampeg_decay": return Self.set(value) { decay = min(max($0, 0), 100) }
    case "ampeg_sustain": return Self.set(value) { sustain = min(max($0, 0), 100) / 100 }
    case "ampeg_release": return Self.set(value) { release = min(max($0, 0), 100) }
    default: return takeCondition(name, value)
    }
  }

  /// Takes a condition on controllers, pressure or the previous key.
  ///
  /// Spinet does not evaluate them: it plays as if all controllers and pressure were at 0 and no key had been played
  /// before. A region whose condition is not true then does not sound.
  private mutating func takeCondition(_ name: String, _ value: String) -> Outcome {
    let isRange = ["locc", "lochanaft", "lopolyaft"].contains { name.hasPrefix($0) }
    let isEvent = ["on_locc", "on_hicc", "start_locc", "start_hicc"].contains { name.hasPrefix($0) }
    guard isRange || isEvent || name == "sw_down" || name == "sw_previous" else { return .unknown }
    guard isRange, Self.number(value).map({ $0 <= 0 }) ?? true else {
      unmetConditions.insert(name)
      return .unmet
    }
    unmetConditions.remove(name)
    return .unknown
  }

  private mutating func setKey(_ value: String) -> Outcome {
    guard let key = Self.key(value), (0...127).contains(key) else { return value == "-1" ? .taken : .wrong }
    (keys, centre) = (key...key, Double(key))
    return .taken
  }

  /// - Parameter key: whether the value may be the name of a key.
  private static func set(_ value: String, key: Bool = false, _ store: (Double) -> Void) -> Outcome {
    let number = key ? Self.key(value).map(Double.init) : Self.number(value)
    guard let number else { return .wrong }
    store(number)
    return .taken
  }

  private static func choose<Choice: RawRepresentable<String>>(
    _ value: String, _ store: (Choice) -> Void
  ) -> Outcome {
    guard let choice = Choice(rawValue: value.lowercased()) else { return .wrong }
    store(choice)
    return .taken
  }

  private static func number(_ value: String) -> Double? {
    Double(value).flatMap { $0.isFinite ? min(max($0, -1e9), 1e9) : nil }
  }

  /// Setting one end beyond the other moves the other. The range is clipped to −1–128: outside of MIDI's numbers it
  /// fits no note.
  private static func range(_ low: Int, _ high: Int, low isLow: Bool) -> ClosedRange<Int> {
    let (low, high) = (min(max(low, -1), 128), min(max(high, -1), 128))
    return isLow ? low...max(low, high) : min(low, high)...high
  }

  /// The key of a name such as `C4`, which is 60, or of a number.
  static func key(_ text: String) -> Int? {
    if let number = Int(text) { return (-1...128).contains(number) ? number : nil }
    var rest = Substring(text.lowercased())
    guard let letter = rest.popFirst(),
      let step = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11][letter]
    else { return nil }
    var key = step
    if let sign = rest.first, let shift = ["#": 1, "♯": 1, "s": 1, "b": -1, "♭": -1][sign] {
      key += shift
      rest.removeFirst()
    }
    guard let octave = Int(rest), (-1...9).contains(octave) else { return nil }
    return (0...127).contains(key + 12 * (octave + 1)) ? key + 12 * (octave + 1) : nil
  }
}
