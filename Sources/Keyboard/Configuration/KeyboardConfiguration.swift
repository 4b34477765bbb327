/// Everything a SmartKeyboard's declaration or a keyboard file says.
public struct KeyboardConfiguration: Hashable, Sendable {
  /// Which names were used, and with them which defaults and which values are sent.
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
  /// Semitones that MIDI's full pitch bend goes, until RPN 0 says otherwise.
  public var bendRange = 2.0
  /// As every port has them, until RPN 6 says otherwise.
  public var zones = MPEZones.none
  /// The row that a zone's notes play; nil finds it by the note.
  public var lowerZoneRow: Int?
  public var upperZoneRow: Int?

  /// How its voices are sent to other instruments as well; nil sends nothing.
  public var output: FingerOutput.Form?
  /// In semitones; nil is the form's own.
  public var outputBendRange: Double?

  /// Whether a program that is played by it hears of its keyboards only by their own names: one voice, and
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

  /// The seed document's four keyboards of 13 chromatic keys from 48, 60, 72 and 84: what there is without
  /// any configuration.
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
