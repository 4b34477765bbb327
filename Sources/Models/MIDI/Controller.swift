/// The controller numbers that the MIDI specification defines.
public enum Controller {
  public static let bankSelect: UInt8 = 0
  public static let modWheel: UInt8 = 1
  public static let breath: UInt8 = 2
  public static let foot: UInt8 = 4
  public static let portamentoTime: UInt8 = 5
  public static let dataEntry: UInt8 = 6
  public static let volume: UInt8 = 7
  public static let balance: UInt8 = 8
  public static let pan: UInt8 = 10
  public static let expression: UInt8 = 11
  public static let bankSelectLSB: UInt8 = 32
  public static let dataEntryLSB: UInt8 = 38
  public static let sustain: UInt8 = 64
  public static let portamento: UInt8 = 65
  public static let sostenuto: UInt8 = 66
  public static let soft: UInt8 = 67
  public static let legato: UInt8 = 68
  public static let timbre: UInt8 = 71
  public static let release: UInt8 = 72
  public static let attack: UInt8 = 73
  /// Also the third dimension of MPE.
  public static let brightness: UInt8 = 74
  public static let reverb: UInt8 = 91
  public static let chorus: UInt8 = 93
  public static let dataIncrement: UInt8 = 96
  public static let dataDecrement: UInt8 = 97
  public static let nrpnLSB: UInt8 = 98
  public static let nrpnMSB: UInt8 = 99
  public static let rpnLSB: UInt8 = 100
  public static let rpnMSB: UInt8 = 101
  public static let allSoundOff: UInt8 = 120
  public static let resetAll: UInt8 = 121
  public static let localControl: UInt8 = 122
  public static let allNotesOff: UInt8 = 123
  public static let omniOff: UInt8 = 124
  public static let omniOn: UInt8 = 125
  public static let monoOn: UInt8 = 126
  public static let polyOn: UInt8 = 127
}

/// The registered parameter numbers that the MIDI specification defines.
public enum RegisteredParameter {
  /// The MSB is in semitones, the LSB in cents. The two are separate numbers.
  public static let bendRange: UInt16 = 0
  public static let fineTuning: UInt16 = 1
  public static let coarseTuning: UInt16 = 2
  /// MPE configuration: the MSB is the number of member channels.
  public static let mpeConfiguration: UInt16 = 6
  /// Selects no parameter; the same number serves non-registered parameters.
  public static let null: UInt16 = 0x3FFF
}
