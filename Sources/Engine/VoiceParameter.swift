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
  /// `xN`, `yN`: the position of the finger with this number.
  case fingerX(UInt8)
  case fingerY(UInt8)
  case keyboardFreq(UInt8)
  case keyboardBend(UInt8)
  case keyboardFingers(UInt8)
  case keyX(keyboard: UInt8, key: UInt8)
  case keyY(keyboard: UInt8, key: UInt8)
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
