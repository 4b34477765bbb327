import SpinetKeyboard

/// A configuration key for the whole SmartKeyboard. The raw value is its long name.
enum KeyboardSetting: String, CaseIterable {
  case keyboards = "Number of Keyboards"
  case fingers = "Max Fingers"
  case polyphony = "Max Keyboard Polyphony"
  case monoMode = "Mono Mode"
  case roundingMode = "Rounding Mode"
  case interKeyboardSlide = "Inter-Keyboard Slide"
  case updateSpeed = "Rounding Update Speed"
  case smoothing = "Rounding Smooth"
  case pole = "Rounding Pole"
  case threshold = "Rounding Threshold"
  case cycles = "Rounding Cycles"
  case currentKey = "Send Current Key"
  case currentKeyboard = "Send Current Keyboard"
  case fingersCount = "Send Fingers Count"
  case countFingers = "Count Fingers"
  case sensors = "Send Sensors"

  /// The name of 2016, for keys that existed then.
  var shortName: String? {
    switch self {
    case .keyboards: "nKeyb"
    case .fingers: "maxFingers"
    case .polyphony: "maxKeybPoly"
    case .monoMode: "monoMode"
    case .roundingMode: "quantizationMode"
    case .interKeyboardSlide: "interKeybSlideAllowed"
    case .updateSpeed: "roundingUpdateSpeed"
    case .smoothing: "roundingSmoothPole"
    case .threshold: "roundingThreshold"
    case .cycles: "roundingDeactCycles"
    default: nil
    }
  }
}

/// A configuration key for one keyboard. The raw value is the part of its name after `Keyboard N - `.
enum KeyboardRowSetting: String, CaseIterable {
  case keys = "Number of Keys"
  case lowestKey = "Lowest Key"
  case scale = "Scale"
  case rootPosition = "Root Position"
  case orientation = "Orientation"
  case piano = "Piano Keyboard"
  case mode = "Mode"
  case showsLabels = "Show Labels"
  case showsNotes = "Show Notes"
  case isStatic = "Static Mode"
  case channel = "MIDI Channel"
  case sendsFreq = "Send Freq"
  case sendsKeyboardFreq = "Send Keyboard Freq"
  case sendsX = "Send X"
  case sendsY = "Send Y"
  case sendsNumberedX = "Send Numbered X"
  case sendsNumberedY = "Send Numbered Y"
  case sendsKeyX = "Send Key X"
  case sendsKeyY = "Send Key Y"
  case sendsKeyStatus = "Send Key Status"

  /// The part after `keybN_` in the names of 2016, for keys that existed then. Only Spinet has `channel`.
  var shortName: String? {
    switch self {
    case .keys: "nKeys"
    case .lowestKey: "lowestKey"
    case .scale: "scale"
    case .rootPosition: "rootPos"
    case .orientation: "orientation"
    case .mode: "keybMode"
    case .showsLabels: "showNotesName"
    case .channel: "channel"
    default: nil
    }
  }
}
