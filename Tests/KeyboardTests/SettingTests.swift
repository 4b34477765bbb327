import SpinetFormats
import SpinetKeyboard
import SpinetMIDI
import Testing

/// Every configuration key of both generations, by what it changes.
struct SettingTests {
  struct Setting: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: String
    let isInForce: @Sendable (KeyboardConfiguration) -> Bool

    init(_ name: String, _ value: String, _ isInForce: @escaping @Sendable (KeyboardConfiguration) -> Bool) {
      (testDescription, self.value, self.isInForce) = (name, value, isInForce)
    }
  }

  private static let seed = [
    Setting("nKeyb", "2") { $0.rows.count == 2 },
    Setting("maxFingers", "3") { $0.maximumFingers == 3 },
    Setting("maxKeybPoly", "5") { $0.polyphony == .voices(5) },
    Setting("monoMode", "0") { $0.monoMode == .first },
    Setting("quantizationMode", "2") { $0.roundingMode == .rounded },
    Setting("interKeybSlideAllowed", "0") { !$0.allowsInterKeyboardSlide },
    Setting("roundingUpdateSpeed", "100") { $0.rounding.updateSeconds == 0.1 },
    Setting("roundingSmoothPole", "0.5") { $0.rounding.smoothingPole == 0.5 },
    Setting("roundingThreshold", "7") { $0.rounding.threshold == 7 },
    Setting("roundingDeactCycles", "9") { $0.rounding.cycles == 9 },
    Setting("keyb1_nKeys", "7") { $0.rows[1].keyCount == 7 },
    Setting("keyb1_lowestKey", "33") { $0.rows[1].lowestKey == 33 },
    Setting("keyb1_scale", "1") { $0.rows[1].scale == .major },
    Setting("keyb1_rootPos", "3") { $0.rows[1].scale.root == 3 },
    Setting("keyb1_orientation", "1") { $0.rows[1].isReversed },
    Setting("keyb1_keybMode", "0") { !$0.rows[1].isPiano && $0.rows[1].isStatic },
    Setting("keyb1_showNotesName", "0") { !$0.rows[1].showsLabels },
    Setting("keyb1_channel", "4") { $0.rows[1].channel == Channel(number: 4) },
  ]

  private static let current = [
    Setting("Number of Keyboards", "3") { $0.rows.count == 3 },
    Setting("Max Fingers", "3") { $0.maximumFingers == 3 },
    Setting("Max Keyboard Polyphony", "-1") { $0.polyphony == .controlSurface },
    Setting("Mono Mode", "4") { $0.monoMode == .lowest },
    Setting("Rounding Mode", "1") { $0.roundingMode == .continuous },
    Setting("Inter-Keyboard Slide", "0") { !$0.allowsInterKeyboardSlide },
    Setting("Rounding Update Speed", "0.1") { $0.rounding.updateSeconds == 0.1 },
    Setting("Rounding Smooth", "0.5") { $0.rounding.smoothingPole == 0.5 },
    Setting("Rounding Pole", "0.5") { $0.rounding.smoothingPole == 0.5 },
    Setting("Rounding Threshold", "7") { $0.rounding.threshold == 7 },
    Setting("Rounding Cycles", "9") { $0.rounding.cycles == 9 },
    Setting("Send Current Key", "0") { !$0.sendsCurrentKey },
    Setting("Send Current Keyboard", "0") { !$0.sendsCurrentKeyboard },
    Setting("Send Fingers Count", "1") { $0.sendsFingersCount },
    Setting("Count Fingers", "1") { $0.sendsFingersCount },
    Setting("Send Sensors", "0") { !$0.sendsSensors },
    Setting("Keyboard 1 - Number of Keys", "7") { $0.rows[1].keyCount == 7 },
    Setting("Keyboard 1 - Lowest Key", "33") { $0.rows[1].lowestKey == 33 },
    Setting("Keyboard 1 - Scale", "1") { $0.rows[1].scale == .unnamedChromatic },
    Setting("Keyboard 1 - Root Position", "3") { $0.rows[1].scale.root == 3 },
    Setting("Keyboard 1 - Orientation", "1") { $0.rows[1].isReversed },
    Setting("Keyboard 1 - Piano Keyboard", "0") { !$0.rows[1].isPiano },
    Setting("Keyboard 1 - Mode", "2") { !$0.rows[1].sendsFreq && !$0.rows[1].isPiano },
    Setting("Keyboard 1 - Show Labels", "0") { !$0.rows[1].showsLabels },
    Setting("Keyboard 1 - Show Notes", "0") { !$0.rows[1].showsLabels },
    Setting("Keyboard 1 - Static Mode", "1") { $0.rows[1].isStatic },
    Setting("Keyboard 1 - Send Freq", "0") { !$0.rows[1].sendsFreq },
    Setting("Keyboard 1 - Send Keyboard Freq", "1") { $0.rows[1].sendsKeyboardFreq },
    Setting("Keyboard 1 - Send X", "1") { $0.rows[1].sendsX },
    Setting("Keyboard 1 - Send Y", "1") { $0.rows[1].sendsY },
    Setting("Keyboard 1 - Send Numbered X", "1") { $0.rows[1].sendsNumberedX },
    Setting("Keyboard 1 - Send Numbered Y", "1") { $0.rows[1].sendsNumberedY },
    Setting("Keyboard 1 - Send Key X", "1") { $0.rows[1].sendsKeyX },
    Setting("Keyboard 1 - Send Key Y", "1") { $0.rows[1].sendsKeyY },
    Setting("Keyboard 1 - Send Key Status", "1") { $0.rows[1].sendsKeyStatus },
    Setting("Keyboard 1 - Key 2 - Label", "Kick") { $0.rows[1].face(ofKey: 2).label == "Kick" },
    Setting("Keyboard 1 - MIDI Channel", "4") { $0.rows[1].channel == Channel(number: 4) },
  ]

  @Test(arguments: seed) func `A short name changes what it names`(setting: Setting) throws {
    try check(setting, beside: "nKeyb: 4", .seed)
  }

  @Test(arguments: current) func `A long name changes what it names`(setting: Setting) throws {
    try check(setting, beside: "Number of Keyboards: 2", .current)
  }

  /// In a declaration and in YAML alike, and not in force without it.
  private func check(
    _ setting: Setting, beside line: String, _ generation: KeyboardConfiguration.Generation
  ) throws {
    let words = line.split(separator: ": ")
    let keys = words[0] == setting.testDescription ? "" : "'\(words[0])':'\(words[1])',"
    let declared = KeyboardFile(
      declaration: "SmartKeyboard{\(keys)'\(setting.testDescription)':'\(setting.value)'}", file: "x")
    #expect(declared.warnings.isEmpty)
    #expect(declared.configuration.generation == generation)
    #expect(setting.isInForce(declared.configuration))
    let text = (keys.isEmpty ? "" : "\(line)\n") + "\(setting.testDescription): \(setting.value)\n"
    let written = try KeyboardFile(text, file: "x.yaml") { _ in "" }
    #expect(written.warnings.isEmpty && written.configuration == declared.configuration)
    let plain = try KeyboardFile("\(line)\n", file: "x.yaml") { _ in "" }
    #expect(!setting.isInForce(plain.configuration))
  }
}
