/// A voice as the keyboard counts them, from 0; -1 stands for all voices and the instrument itself.
public struct VoiceNumber: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: Int16
  @_noLocks @inlinable public init(rawValue: Int16) { self.rawValue = rawValue }
  @_noLocks @inlinable public init(_ index: Int) { rawValue = Int16(index) }

  public static var all: VoiceNumber { @_noLocks get { VoiceNumber(rawValue: -1) } }
  /// Whether all voices are meant, and the instrument itself.
  @inlinable public var isAll: Bool { @_noLocks get { rawValue < 0 } }
  @inlinable public var index: Int { @_noLocks get { Int(rawValue) } }
}

/// What the keyboard tells the engine, in the order in which it happens.
public enum VoiceEvent: Hashable, Sendable, BitwiseCopyable {
  /// A voice begins with every parameter at rest (bend and gain 1, all else 0); those that differ follow at
  /// the same moment, before any sample of it sounds.
  /// `serial` counts the starts of this voice number, so that a late report of an end is not taken for
  /// the end of its successor.
  case start(VoiceNumber, serial: UInt32)
  case set(VoiceNumber, VoiceParameter, Double)
  /// The voice's key is up: it may ring on, and the engine reports when it has ended.
  case release(VoiceNumber)
  /// The voice ends now, without a click: its place is needed for another note. It may have been released.
  case steal(VoiceNumber)
}
