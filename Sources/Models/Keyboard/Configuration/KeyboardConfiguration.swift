/// All settings of a SmartKeyboard declaration or of a keyboard file.
public struct KeyboardConfiguration: Hashable, Sendable {
  /// The kind of names that declared the keyboard. They decide the defaults and which values are sent.
  public enum Generation: Hashable, Sendable {
    /// The short names of 2016 (`nKeyb`): `freq` contains the bend, and positions are always sent.
    case seed
    /// The long names since 2017 (`Number of Keyboards`): `freq` and `bend` are separate, and each value is
    /// sent only if its key is set.
    case current
  }

  /// The largest number of keyboards.
  public static let maximumRows = 64
  /// The largest number of fingers.
  public static let maximumFingers = 256

  /// The kind of names that declared it.
  public var generation: Generation
  /// From top to bottom.
  public var rows: [KeyboardRow]
  /// How many fingers may touch it at once: `Max Fingers`.
  public var maximumFingers = 10
  /// The voices of each keyboard: `Max Keyboard Polyphony`.
  public var polyphony: Polyphony
  /// Which note sounds where there is one voice: `Mono Mode`.
  public var monoMode = MonoMode.last
  /// Whether pitches are those of keys: `Rounding Mode`.
  public var roundingMode = RoundingMode.quantized
  /// Whether a finger may slide to another keyboard: `Inter-Keyboard Slide`.
  public var allowsInterKeyboardSlide = true
  /// When a moving finger counts as resting.
  public var rounding = RoundingDetector.Settings()
  /// Whether voices get `key`.
  public var sendsCurrentKey = true
  /// Whether voices get `keyboard`.
  public var sendsCurrentKeyboard = true
  /// Whether the number of fingers on each keyboard is sent.
  public var sendsFingersCount = false
  /// Whether motion sensors move the program's controls.
  public var sendsSensors = true
  /// For engines whose channels play different instruments.
  public var sendsChannel = false
  /// For engines with sounds that a pedal does not hold.
  public var sendsPedals = false

  /// Whether a key that was struck twice sounds until its second note-off. Otherwise the first one ends it, so that a
  /// contact that bounces or a note-off that is lost heals itself.
  public var countsStrikes = false
  /// What happens to a note that a pedal holds when its key is struck again.
  public var restrike = Restrike.automatic
  /// Maps the velocities that controllers send to gains.
  public var velocityCurve = VelocityCurve.linear
  /// What MIDI keys play other than themselves.
  package var noteEffects = NoteEffects.none
  /// Shifts every note and every finger, in semitones.
  public var transpose = 0
  /// The pitch of every key.
  public var tuning = Tuning.standard
  /// The range of MIDI's pitch bend in semitones, until RPN 0 changes it.
  public var bendRange = 2.0
  /// The MPE zones of every port, until RPN 6 changes them.
  public var zones = MPEZones.none
  /// The row that plays the notes of the lower zone. If nil, the row is found by the note.
  public var lowerZoneRow: Int?
  /// The row that plays the notes of the upper zone. If nil, the row is found by the note.
  public var upperZoneRow: Int?

  /// The form in which voices are also sent to other instruments; nil if they are not sent.
  public var output: KeyboardMIDIOutput.Form?
  /// In semitones; nil: the default of `output`.
  public var outputBendRange: Double?

  /// Whether the program follows the values of each keyboard instead of notes. It has a single voice, and at least one
  /// keyboard without `freq` or with its own `kbKfreq`. A MIDI note's frequency alone would not make it sound.
  public var listensToTouches: Bool {
    generation == .current && polyphony == .instrument
      && rows.contains { !$0.sendsFreq || $0.sendsKeyboardFreq }
  }

  /// The defaults of one generation.
  public init(_ generation: Generation) {
    self.generation = generation
    polyphony = .voices(generation == .seed ? 10 : 16)
    let count = generation == .seed ? 4 : 1
    rows = (0..<count).map { KeyboardRow(generation, index: $0) }
  }

  /// The default of the seed document: four keyboards of 13 chromatic keys, from 48, 60, 72 and 84.
  public static let seed = KeyboardConfiguration(.seed)

  /// One keyboard of all 128 MIDI keys, with all voices of the engine, for controllers.
  public static let midi: KeyboardConfiguration = {
    var configuration = KeyboardConfiguration(.current)
    configuration.polyphony = .voices(.max)
    configuration.rows[0].lowestKey = 0
    configuration.rows[0].keyCount = 128
    return configuration
  }()
}

/// What happens to a note that a pedal holds when its key is struck again.
public enum Restrike: String, Hashable, Sendable, CaseIterable {
  /// It rings on if the sound fades by itself, and ends otherwise.
  case automatic = "auto"
  case ring, damp
}

/// How many voices one keyboard may have: `maxKeybPoly`, `Max Keyboard Polyphony`.
public enum Polyphony: Hashable, Sendable {
  /// -1: fingers only set parameters. MIDI notes have as many voices as the engine.
  case controlSurface
  /// 0: a single voice sounds as long as the engine runs. Events only set its parameters.
  case instrument
  /// 1 and more. Voices that ring after their release are counted too.
  case voices(Int)

  /// The polyphony of a number in a declaration: −1, 0, or 1 and more.
  public init(_ number: Int) {
    switch number {
    case ..<0: self = .controlSurface
    case 0: self = .instrument
    default: self = .voices(number)
    }
  }

  /// The number in a declaration.
  public var number: Int {
    switch self {
    case .controlSurface: -1
    case .instrument: 0
    case .voices(let count): count
    }
  }

  /// Whether there is exactly one voice at a time.
  public var isMonophonic: Bool { self == .voices(1) }
}

/// Which finger or note sounds when a keyboard has one voice: `monoMode`.
public enum MonoMode: Int, Hashable, Sendable, CaseIterable {
  /// The first one. When it ends, fingers do not hand the voice over; a note hands it to the one held
  /// longest.
  case first
  /// The last one. When it ends, a finger hands the voice to the finger with the lowest number, a note to the
  /// newest one held.
  case last
  /// The last one. The voice is not handed over.
  case steal
  /// The highest one. When it ends, the highest of those still held.
  case highest
  /// The lowest one. When it ends, the lowest of those still held.
  case lowest
}

/// How a position on a key becomes a pitch: `quantizationMode`, `Rounding Mode`.
public enum RoundingMode: Int, Hashable, Sendable, CaseIterable {
  /// The pitch of the key. Sliding to another key starts a new note.
  case quantized
  /// The pitch at the exact position of the finger.
  case continuous
  /// Rounded while the finger rests, continuous while it moves.
  case rounded
}
