/// The number of a voice, counted from 0; -1 means all voices and the instrument itself.
public struct VoiceNumber: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The number; negative for all voices.
  public let rawValue: Int16
  /// The number; negative for all voices.
  @_noLocks @inlinable public init(rawValue: Int16) { self.rawValue = rawValue }
  /// The voice of an index, counted from 0.
  @_noLocks @inlinable public init(_ index: Int) { rawValue = Int16(index) }

  /// All voices and the instrument itself.
  public static var all: VoiceNumber { @_noLocks get { VoiceNumber(rawValue: -1) } }
  /// Whether it means all voices and the instrument itself.
  @inlinable public var isAll: Bool { @_noLocks get { rawValue < 0 } }
  /// The number as an index.
  @inlinable public var index: Int { @_noLocks get { Int(rawValue) } }
}

/// A message from the keyboard to the engine about a voice. They arrive in the order in which they happen.
public enum VoiceEvent: Hashable, Sendable, BitwiseCopyable {
  /// Begins a voice with every parameter at rest: bend 1, the timbre that the engine has without one, all others 0.
  /// Its frequency and gain, and parameters that are not at rest, follow at the same time, before the first sample.
  ///
  /// `serial` counts the starts of this voice number. It identifies late reports about an earlier voice of the same
  /// number.
  case start(VoiceNumber, serial: UInt32)
  /// A parameter of a voice, or of all voices, has a new value.
  case set(VoiceNumber, VoiceParameter, Double)
  /// The voice's key was released. The voice may continue to sound; the engine reports its end.
  case release(VoiceNumber)
  /// The voice ends now, without a click, because its number is needed for another note. It may have been
  /// released before.
  case steal(VoiceNumber)
}

/// A parameter of a voice. The names are the SmartKeyboard's.
public enum VoiceParameter: Hashable, Sendable, BitwiseCopyable {
  /// Hz, without bend.
  case freq
  /// A frequency ratio, 1 at rest.
  case bend
  /// 1 while the key is pressed.
  case gate
  /// The velocity, 0–1.
  case gain
  case key
  case keyboard
  /// The MIDI channel of the note, 1–16. In MPE, the master channel of its zone.
  case channel
  case x
  case y
  /// 0–1, from channel pressure or key pressure.
  case pressure
  /// 0–1, the third dimension of MPE (CC 74).
  case timbre
  /// The pedals that hold the voice since its key was let go: 1 for sustain, 2 for sostenuto, 3 for both. For engines
  /// that ask for them.
  case pedals
  /// `xN`, `yN`: the position of the finger with this number.
  case fingerX(UInt8)
  /// `yN`: the same, from top to bottom.
  case fingerY(UInt8)
  /// `kbNfreq`: the frequency of the keyboard with this number.
  case keyboardFreq(UInt8)
  /// `kbNbend`: its bend, as a frequency ratio.
  case keyboardBend(UInt8)
  /// `kbNfingers`: how many fingers are on it.
  case keyboardFingers(UInt8)
  /// `kbNkMx`: where on this key a finger is, from left to right.
  case keyX(keyboard: UInt8, key: UInt8)
  /// `kbNkMy`: the same, from top to bottom.
  case keyY(keyboard: UInt8, key: UInt8)
  /// `kbNkMstatus`: whether a finger is on this key.
  case keyStatus(keyboard: UInt8, key: UInt8)
}

extension VoiceParameter: CustomStringConvertible {
  /// The name of the parameter in a Faust program: `freq`, `x0`, `kb1k3status`.
  public var description: String {
    switch self {
    case .freq: "freq"
    case .bend: "bend"
    case .gate: "gate"
    case .gain: "gain"
    case .key: "key"
    case .keyboard: "keyboard"
    case .channel: "channel"
    case .x: "x"
    case .y: "y"
    case .pressure: "pressure"
    case .timbre: "timbre"
    case .pedals: "pedals"
    case .fingerX(let finger): "x\(finger)"
    case .fingerY(let finger): "y\(finger)"
    case .keyboardFreq(let keyboard): "kb\(keyboard)freq"
    case .keyboardBend(let keyboard): "kb\(keyboard)bend"
    case .keyboardFingers(let keyboard): "kb\(keyboard)fingers"
    case .keyX(let keyboard, let key): "kb\(keyboard)k\(key)x"
    case .keyY(let keyboard, let key): "kb\(keyboard)k\(key)y"
    case .keyStatus(let keyboard, let key): "kb\(keyboard)k\(key)status"
    }
  }
}
