import CRealtime
import SpinetEngine
import SpinetKeyboard

/// The control to which a voice parameter is written, and the unit that the program expects.
struct ParameterTarget: BitwiseCopyable {
  enum Unit: BitwiseCopyable {
    case raw
    /// From a ratio to semitones.
    case semitones
    /// From 0–1 to a MIDI velocity.
    case velocity
    /// From hertz to a MIDI note.
    case note
  }

  let code: UInt32
  let control: Int
  let unit: Unit
}

extension ParameterTarget {
  /// Nil for a control that no voice parameter is written to.
  /// - Parameter countsKeys: whether `key` is the index of a key in a row of a SmartKeyboard; otherwise it is a MIDI
  ///   note.
  init?(_ control: ProgramControl, at index: Int, countsKeys: Bool) {
    let declaration = control.declaration
    switch control.label {
    case "vel", "velocity": self.init(code: VoiceParameter.gain.code, control: index, unit: .velocity)
    case "key" where !countsKeys: self.init(code: VoiceParameter.freq.code, control: index, unit: .note)
    case "bend":
      // A ratio is 1 at rest and never below 0.
      let isSemitones = declaration.initial == 0 && declaration.minimum < 0
      self.init(code: VoiceParameter.bend.code, control: index, unit: isSemitones ? .semitones : .raw)
    default:
      guard let parameter = VoiceParameter(label: control.label) else { return nil }
      self.init(code: parameter.code, control: index, unit: .raw)
    }
  }

  /// A value in the program's unit. [audio-thread]
  @_noLocks func converted(_ value: Double) -> Float {
    switch unit {
    case .raw: Float(value)
    case .semitones: Float(12 * rt_log2(max(value, 1e-6)))
    case .velocity: Float(value * 127)
    case .note: Float(69 + 12 * rt_log2(max(value, 1e-3) / 440))
    }
  }
}

extension VoiceParameter {
  /// A different number for each parameter of each finger, keyboard or key.
  var code: UInt32 {
    @_noLocks get {
      switch self {
      case .freq: 0
      case .bend: 1 << 16
      case .gate: 2 << 16
      case .gain: 3 << 16
      case .key: 4 << 16
      case .keyboard: 5 << 16
      case .x: 6 << 16
      case .y: 7 << 16
      case .pressure: 8 << 16
      case .timbre: 9 << 16
      case .fingerX(let finger): 10 << 16 | UInt32(finger)
      case .fingerY(let finger): 11 << 16 | UInt32(finger)
      case .keyboardFreq(let keyboard): 12 << 16 | UInt32(keyboard)
      case .keyboardBend(let keyboard): 13 << 16 | UInt32(keyboard)
      case .keyboardFingers(let keyboard): 14 << 16 | UInt32(keyboard)
      case .keyX(let keyboard, let key): 15 << 16 | UInt32(keyboard) << 8 | UInt32(key)
      case .keyY(let keyboard, let key): 16 << 16 | UInt32(keyboard) << 8 | UInt32(key)
      case .keyStatus(let keyboard, let key): 17 << 16 | UInt32(keyboard) << 8 | UInt32(key)
      case .channel: 18 << 16
      }
    }
  }

  /// The parameter with the label that programs use: `freq`, `x0`, `kb1k3status`.
  init?(label: String) {
    let scalars: [VoiceParameter] = [
      .freq, .bend, .gate, .gain, .key, .keyboard, .x, .y, .pressure, .timbre,
    ]
    if let scalar = scalars.first(where: { $0.description == label }) {
      self = scalar
      return
    }
    var rest = label[...]
    if rest.first == "x" || rest.first == "y" {
      let isX = rest.removeFirst() == "x"
      guard let finger = rest.takeNumber(), rest.isEmpty else { return nil }
      self = isX ? .fingerX(finger) : .fingerY(finger)
      return
    }
    guard rest.hasPrefix("kb") else { return nil }
    rest = rest.dropFirst(2)
    guard let keyboard = rest.takeNumber() else { return nil }
    self.init(keyboard: keyboard, rest)
  }

  private init?(keyboard: UInt8, _ text: Substring) {
    switch text {
    case "freq": self = .keyboardFreq(keyboard)
    case "bend": self = .keyboardBend(keyboard)
    case "fingers": self = .keyboardFingers(keyboard)
    default:
      guard text.first == "k" else { return nil }
      var rest = text.dropFirst()
      guard let key = rest.takeNumber() else { return nil }
      switch rest {
      case "x": self = .keyX(keyboard: keyboard, key: key)
      case "y": self = .keyY(keyboard: keyboard, key: key)
      case "status": self = .keyStatus(keyboard: keyboard, key: key)
      default: return nil
      }
    }
  }
}

extension Substring {
  /// Removes the digits at the start. Returns their number; nil if it is above 255.
  fileprivate mutating func takeNumber() -> UInt8? {
    let digits = prefix { $0.isASCII && $0.isNumber }
    self = dropFirst(digits.count)
    return UInt8(digits)
  }
}
