/// The controller numbers that the MIDI specification defines.
public enum Controller {
  /// The bank of the next program change, its upper seven bits.
  public static let bankSelect: UInt8 = 0
  /// The modulation wheel.
  public static let modWheel: UInt8 = 1
  /// A breath controller.
  public static let breath: UInt8 = 2
  /// A foot controller.
  public static let foot: UInt8 = 4
  /// How long a glide takes.
  public static let portamentoTime: UInt8 = 5
  /// The value of the selected parameter, its upper seven bits.
  public static let dataEntry: UInt8 = 6
  /// The volume of the channel.
  public static let volume: UInt8 = 7
  /// The balance of left and right.
  public static let balance: UInt8 = 8
  /// The place between left and right.
  public static let pan: UInt8 = 10
  /// The volume within a phrase.
  public static let expression: UInt8 = 11
  /// The bank of the next program change, its lower seven bits.
  public static let bankSelectLSB: UInt8 = 32
  /// The value of the selected parameter, its lower seven bits.
  public static let dataEntryLSB: UInt8 = 38
  /// The sustain pedal; down from 64.
  public static let sustain: UInt8 = 64
  /// Glides on from 64.
  public static let portamento: UInt8 = 65
  /// The sostenuto pedal; down from 64.
  public static let sostenuto: UInt8 = 66
  /// The soft pedal; down from 64.
  public static let soft: UInt8 = 67
  /// The legato pedal; down from 64.
  public static let legato: UInt8 = 68
  /// Sound controller 2: timbre, often a resonance.
  public static let timbre: UInt8 = 71
  /// Sound controller 3: the time of the release.
  public static let release: UInt8 = 72
  /// Sound controller 4: the time of the attack.
  public static let attack: UInt8 = 73
  /// Also the third dimension of MPE.
  public static let brightness: UInt8 = 74
  /// How much reverberation.
  public static let reverb: UInt8 = 91
  /// How much chorus.
  public static let chorus: UInt8 = 93
  /// One step up for the selected parameter.
  public static let dataIncrement: UInt8 = 96
  /// One step down for the selected parameter.
  public static let dataDecrement: UInt8 = 97
  /// Selects a non-registered parameter, its lower seven bits.
  public static let nrpnLSB: UInt8 = 98
  /// Selects a non-registered parameter, its upper seven bits.
  public static let nrpnMSB: UInt8 = 99
  /// Selects a registered parameter, its lower seven bits.
  public static let rpnLSB: UInt8 = 100
  /// Selects a registered parameter, its upper seven bits.
  public static let rpnMSB: UInt8 = 101
  /// Silences everything at once.
  public static let allSoundOff: UInt8 = 120
  /// Resets the controllers, as RP-015 says.
  public static let resetAll: UInt8 = 121
  /// Whether a keyboard plays its own sounds.
  public static let localControl: UInt8 = 122
  /// Releases every note.
  public static let allNotesOff: UInt8 = 123
  /// Only the own channel; releases every note.
  public static let omniOff: UInt8 = 124
  /// All channels; releases every note.
  public static let omniOn: UInt8 = 125
  /// One voice; releases every note.
  public static let monoOn: UInt8 = 126
  /// Several voices; releases every note.
  public static let polyOn: UInt8 = 127
}

/// The registered parameter numbers that the MIDI specification defines.
public enum RegisteredParameter {
  /// The MSB is in semitones, the LSB in cents. The two are separate numbers.
  public static let bendRange: UInt16 = 0
  /// The tuning of a channel within a semitone.
  public static let fineTuning: UInt16 = 1
  /// The tuning of a channel in semitones.
  public static let coarseTuning: UInt16 = 2
  /// MPE configuration: the MSB is the number of member channels.
  public static let mpeConfiguration: UInt16 = 6
  /// Selects no parameter; the same number serves non-registered parameters.
  public static let null: UInt16 = 0x3FFF
}
