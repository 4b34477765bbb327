/// What a byte means for the system exclusive message it belongs to.
public enum SysExPart: Hashable, Sendable, BitwiseCopyable {
  case start
  /// One byte of the payload, below 128; F0 and F7 are not part of it.
  case data(UInt8)
  /// Ended by F7.
  case end
  /// Ended by another status byte, as a pulled cable does it; what came is not to be trusted.
  case cutOff
}
