import CRealtime
import SpinetEngine

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
  /// The bounds of the values. Frequencies may leave the range of their control, as with Faust's own voices, so
  /// that a key keeps its pitch. So may the numbers of a SmartKeyboard.
  private(set) var minimum, maximum: Float

  private init(_ parameter: VoiceParameter, _ control: Int, _ unit: Unit, _ declaration: ControlDeclaration) {
    code = parameter.code
    self.control = control
    self.unit = unit
    let ends = (min(declaration.minimum, declaration.maximum), max(declaration.minimum, declaration.maximum))
    let isBounded =
      !parameter.isFrequency && !parameter.isOfKeyboard && declaration.isRanged && ends.0 < ends.1
    (minimum, maximum) = isBounded ? ends : (-.infinity, .infinity)
  }
}

extension ParameterTarget {
  /// Nil for a control that no voice parameter is written to.
  /// - Parameter countsKeys: whether `key` is the index of a key in a row of a SmartKeyboard; otherwise it is a MIDI
  ///   note.
  init?(_ control: ProgramControl, at index: Int, countsKeys: Bool) {
    let declaration = control.declaration
    switch control.label {
    case "vel", "velocity": self.init(.gain, index, .velocity, declaration)
    case "key" where !countsKeys: self.init(.freq, index, .note, declaration)
    case "bend":
      // A ratio is 1 at rest and never below 0.
      let isSemitones = declaration.initial == 0 && declaration.minimum < 0
      self.init(.bend, index, isSemitones ? .semitones : .raw, declaration)
    default:
      guard let parameter = VoiceParameter(label: control.label) else { return nil }
      self.init(parameter, index, .raw, declaration)
    }
  }

  /// The same without bounds, as Faust's own voices have none.
  func unbounded() -> ParameterTarget {
    var target = self
    (target.minimum, target.maximum) = (-.infinity, .infinity)
    return target
  }

  /// A value in the program's unit. [audio-thread]
  @_noLocks func converted(_ value: Double) -> Float {
    let converted: Float =
      switch unit {
      case .raw: Float(value)
      case .semitones: Float(12 * rt_log2(max(value, 1e-6)))
      case .velocity: Float(value * 127)
      case .note: Float(69 + 12 * rt_log2(max(value, 1e-3) / 440))
      }
    return min(max(converted, minimum), maximum)
  }
}

extension ControlDeclaration {
  fileprivate var isRanged: Bool { kind == .slider || kind == .numberEntry }

  /// Whether it is on or off.
  var isPressed: Bool { kind == .button || kind == .checkbox }
}

extension VoiceParameter {
  fileprivate var isFrequency: Bool {
    switch self {
    case .freq, .keyboardFreq: true
    default: false
    }
  }

  /// Whether only programs for a SmartKeyboard have it.
  var isOfKeyboard: Bool {
    switch self {
    case .keyboardFreq, .keyboardBend, .keyboardFingers, .keyX, .keyY, .keyStatus, .fingerX, .fingerY: true
    default: false
    }
  }

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
      case .pedals: 19 << 16
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
      guard let finger = rest.readNumber(), rest.isEmpty else { return nil }
      self = isX ? .fingerX(finger) : .fingerY(finger)
      return
    }
    guard rest.hasPrefix("kb") else { return nil }
    rest = rest.dropFirst(2)
    guard let keyboard = rest.readNumber() else { return nil }
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
      guard let key = rest.readNumber() else { return nil }
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
  fileprivate mutating func readNumber() -> UInt8? {
    let digits = prefix { $0.isASCII && $0.isNumber }
    self = dropFirst(digits.count)
    return UInt8(digits)
  }
}
