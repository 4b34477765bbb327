/// Everything that the declaration of a SmartKeyboard or a keyboard file says.
public struct KeyboardConfiguration: Hashable, Sendable {
  /// Which names the keyboard was declared by: these decide the defaults and which values are sent.
  public enum Generation: Hashable, Sendable {
    /// The short names of 2016 (`nKeyb`): pitch is all in `freq`, position is always sent.
    case seed
    /// The long names since 2017 (`Number of Keyboards`): `freq` and `bend`, each value switched by its key.
    case current
  }

  public static let maximumRows = 64
  public static let maximumFingers = 256

  public var generation: Generation
  /// From top to bottom.
  public var rows: [KeyboardRow]
  public var maximumFingers = 10
  public var polyphony: Polyphony
  public var monoMode = MonoMode.last
  public var roundingMode = RoundingMode.quantized
  public var allowsInterKeyboardSlide = true
  public var rounding = RoundingDetector.Settings()
  public var sendsCurrentKey = true
  public var sendsCurrentKeyboard = true
  public var sendsFingersCount = false
  public var sendsSensors = true
  /// For an engine whose channels play different instruments.
  public var sendsChannel = false

  public var tuning = Tuning.standard
  /// Semitones of MIDI's full pitch bend, until RPN 0 sets another range.
  public var bendRange = 2.0
  /// The zones of every port, until RPN 6 sets others.
  public var zones = MPEZones.none
  /// The row that the notes of a zone play; nil: found by the note.
  public var lowerZoneRow: Int?
  public var upperZoneRow: Int?

  /// How its voices are also sent to other instruments; nil: not at all.
  public var output: KeyboardMIDIOutput.Form?
  /// In semitones; nil: the default of `output`.
  public var outputBendRange: Double?

  /// Whether a program played by it hears of its keyboards only by their own names: it has one voice, and
  /// keyboards without `freq` or with one each. The frequency of a MIDI note alone would tell it nothing.
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

  /// The seed document's four keyboards of 13 chromatic keys from 48, 60, 72 and 84: the default without any
  /// configuration.
  public static let seed = KeyboardConfiguration(.seed)

  /// One keyboard of all 128 MIDI keys with as many voices as the engine has: for playing from controllers.
  public static let midi: KeyboardConfiguration = {
    var configuration = KeyboardConfiguration(.current)
    configuration.polyphony = .voices(.max)
    configuration.rows[0].lowestKey = 0
    configuration.rows[0].keyCount = 128
    return configuration
  }()
}

/// How many voices one keyboard may have: `maxKeybPoly`, `Max Keyboard Polyphony`.
public enum Polyphony: Hashable, Sendable {
  /// -1: fingers only write parameters, and MIDI notes have as many voices as the engine.
  case controlSurface
  /// 0: one voice as long as the engine runs; events only write its parameters.
  case instrument
  /// 1 and more, counting ringing voices.
  case voices(Int)

  public init(_ number: Int) {
    switch number {
    case ..<0: self = .controlSurface
    case 0: self = .instrument
    default: self = .voices(number)
    }
  }

  public var number: Int {
    switch self {
    case .controlSurface: -1
    case .instrument: 0
    case .voices(let count): count
    }
  }

  public var isMonophonic: Bool { self == .voices(1) }
}

/// Who sounds when a keyboard has one voice, and several fingers or notes want it: `monoMode`.
public enum MonoMode: Int, Hashable, Sendable, CaseIterable {
  /// The first. Fingers do not hand over; notes do, to the one held longest.
  case first
  /// The last. A finger hands over to the one with the lowest number, a note to the newest held.
  case last
  /// The last, without hand-over.
  case steal
  /// The highest, and at its end the highest of those still down.
  case highest
  /// The lowest, and at its end the lowest of those still down.
  case lowest
}

/// How a position on a key becomes a pitch: `quantizationMode`, `Rounding Mode`.
public enum RoundingMode: Int, Hashable, Sendable, CaseIterable {
  /// The key's own pitch; a slide to another key is a new note.
  case quantized
  /// The pitch under the finger, everywhere.
  case continuous
  /// Rounded while the finger rests, continuous while it moves.
  case rounded
}
