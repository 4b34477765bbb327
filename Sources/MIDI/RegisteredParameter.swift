/// The registered parameter numbers that the MIDI specification gives a meaning.
public enum RegisteredParameter {
  /// MSB semitones, LSB cents: two numbers, which are set and not swept.
  public static let bendRange: UInt16 = 0
  public static let fineTuning: UInt16 = 1
  public static let coarseTuning: UInt16 = 2
  /// MPE configuration: the MSB is the number of member channels.
  public static let mpeConfiguration: UInt16 = 6
  /// Selects nothing; for non-registered parameters too.
  public static let null: UInt16 = 0x3FFF
}
