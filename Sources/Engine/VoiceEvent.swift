/// The number of a voice, counted from 0; -1 means all voices and the instrument itself.
public struct VoiceNumber: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: Int16
  @_noLocks @inlinable public init(rawValue: Int16) { self.rawValue = rawValue }
  @_noLocks @inlinable public init(_ index: Int) { rawValue = Int16(index) }

  public static var all: VoiceNumber { @_noLocks get { VoiceNumber(rawValue: -1) } }
  /// Whether it means all voices and the instrument itself.
  @inlinable public var isAll: Bool { @_noLocks get { rawValue < 0 } }
  @inlinable public var index: Int { @_noLocks get { Int(rawValue) } }
}

/// A message from the keyboard to the engine about a voice. They arrive in the order in which they happen.
public enum VoiceEvent: Hashable, Sendable, BitwiseCopyable {
  /// Begins a voice with every parameter at rest: bend and gain 1, all others 0. Parameters with other values
  /// follow at the same time, before the first sample.
  ///
  /// `serial` counts the starts of this voice number. A late report about an earlier voice of the same number
  /// is recognized by it.
  case start(VoiceNumber, serial: UInt32)
  case set(VoiceNumber, VoiceParameter, Double)
  /// The voice's key was released. The voice may continue to sound; the engine reports its end.
  case release(VoiceNumber)
  /// The voice ends now, without a click, because its number is needed for another note. It may have been
  /// released before.
  case steal(VoiceNumber)
}
