import SpinetKeyboard
import SpinetMIDI
import SpinetRealtime
import SpinetText

/// Builds a configuration from settings in a file, and collects what is wrong with them.
struct ConfigurationBuilder {
  private(set) var configuration: KeyboardConfiguration
  private(set) var diagnostics: Diagnostics

  /// The long names and the short names have different defaults. A single long name selects the defaults of
  /// the long names.
  init(_ written: [WrittenSetting], file: String) {
    diagnostics = Diagnostics(file: file)
    var named: [(name: SettingName, setting: WrittenSetting)] = []
    for setting in written {
      guard let name = SettingName(setting.name) else {
        diagnostics.warning(
          at: setting.location, "unknown key “\(setting.name.shortened)”, expected a SmartKeyboard key",
          suggestion: SettingName.nearest(to: String(setting.name.prefix(60))))
        continue
      }
      named.append((name, setting))
    }
    let isCurrent = named.contains { $0.name.generation == .current && !$0.name.isSpinets }
    configuration = KeyboardConfiguration(isCurrent ? .current : .seed)
    apply(named)
  }

  /// Applies the number of keyboards first, because the other keys refer to keyboards.
  private mutating func apply(_ named: [(name: SettingName, setting: WrittenSetting)]) {
    for (name, setting) in named where name.subject == .all(.keyboards) { apply(.keyboards, setting) }
    for (name, setting) in named {
      switch name.subject {
      case .all(.keyboards): break
      case .all(let subject): apply(subject, setting)
      case .row(let row, let subject):
        if exists(row, setting) { apply(subject, row: row, name.generation, setting) }
      case .label(let row, let key):
        if exists(row, setting) { configuration.rows[row].labels[key] = setting.value }
      case .unused:
        diagnostics.warning(
          at: setting.location, "“\(setting.name)” has no effect, expected it to be left out")
      }
    }
  }

  private mutating func exists(_ row: Int, _ setting: WrittenSetting) -> Bool {
    guard row >= configuration.rows.count else { return true }
    let last = configuration.rows.count - 1
    diagnostics.warning(at: setting.location, "there is no keyboard \(row), expected one of 0 to \(last)")
    return false
  }

  // MARK: The whole

  private mutating func apply(_ subject: KeyboardSetting, _ setting: WrittenSetting) {
    switch subject {
    case .keyboards:
      guard let count = int(setting, in: 1...KeyboardConfiguration.maximumRows) else { return }
      configuration.rows = (0..<count).map { KeyboardRow(configuration.generation, index: $0) }
    case .fingers:
      int(setting, in: 1...KeyboardConfiguration.maximumFingers).map { configuration.maximumFingers = $0 }
    case .polyphony: int(setting, in: -1...1024).map { configuration.polyphony = Polyphony($0) }
    case .monoMode: int(setting, in: 0...4).map { configuration.monoMode = MonoMode(rawValue: $0) ?? .last }
    case .roundingMode:
      int(setting, in: 0...2).map { configuration.roundingMode = RoundingMode(rawValue: $0) ?? .quantized }
    case .updateSpeed:
      double(setting, in: 0.001...60_000).map { configuration.rounding.updateSeconds = Self.seconds($0) }
    case .smoothing, .pole:
      double(setting, in: 0...0.999999).map { configuration.rounding.smoothingPole = $0 }
    case .threshold: double(setting, in: 0...1e6).map { configuration.rounding.threshold = $0 }
    case .cycles: int(setting, in: 0...1_000_000).map { configuration.rounding.cycles = $0 }
    default: applySwitch(subject, setting)
    }
  }

  /// The seed's document says milliseconds, but its code uses seconds. So values of 1 and more are taken as
  /// milliseconds.
  private static func seconds(_ written: Double) -> Double { written < 1 ? written : written / 1000 }

  private mutating func applySwitch(_ subject: KeyboardSetting, _ setting: WrittenSetting) {
    guard let isOn = flag(setting) else { return }
    switch subject {
    case .interKeyboardSlide: configuration.allowsInterKeyboardSlide = isOn
    case .currentKey: configuration.sendsCurrentKey = isOn
    case .currentKeyboard: configuration.sendsCurrentKeyboard = isOn
    case .fingersCount, .countFingers: configuration.sendsFingersCount = isOn
    case .sensors: configuration.sendsSensors = isOn
    default: break
    }
  }

  // MARK: One keyboard

  private mutating func apply(
    _ subject: KeyboardRowSetting, row: Int, _ generation: KeyboardConfiguration.Generation,
    _ setting: WrittenSetting
  ) {
    switch subject {
    case .keys: int(setting, in: 1...KeyboardRow.maximumKeys).map { configuration.rows[row].keyCount = $0 }
    case .lowestKey: int(setting, in: 0...127).map { configuration.rows[row].lowestKey = $0 }
    case .scale: applyScale(row: row, generation, setting)
    case .rootPosition:
      guard let root = int(setting, in: -256...256) else { return }
      configuration.rows[row].scale = configuration.rows[row].scale.rooted(at: root)
    case .mode: int(setting, in: 0...2).map { configuration.rows[row].apply(mode: $0) }
    case .channel: int(setting, in: 1...16).map { configuration.rows[row].channel = Channel(number: $0) }
    default: applySwitch(subject, row: row, setting)
    }
  }

  /// For the seed's names, 1 is also the major scale. A list of semitones is a scale of its own.
  private mutating func applyScale(
    row: Int, _ generation: KeyboardConfiguration.Generation, _ setting: WrittenSetting
  ) {
    let root = configuration.rows[row].scale.root
    let numbered = [ScaleMap.chromatic, .unnamedChromatic, .major, .harmonicMinor]
    if let intervals = Self.intervals(setting.value) {
      guard let scale = ScaleMap(intervals: intervals, root: root) else {
        return report(setting, "1 to 128 intervals in semitones")
      }
      configuration.rows[row].scale = scale
    } else if let number = int(setting, in: 0...3, or: " or a list of semitones") {
      let isMajor = generation == .seed && number == 1
      configuration.rows[row].scale = (isMajor ? .major : numbered[number]).rooted(at: root)
    }
  }

  /// Several numbers, or numbers in brackets; nil for a single number.
  private static func intervals(_ text: String) -> [Double]? {
    let words = text.split { "{}[](),; \t".contains($0) }
    guard words.count > 1 || text.contains(where: { "{[(".contains($0) }) else { return nil }
    let numbers = words.compactMap { Double($0) }
    return numbers.count == words.count ? numbers : []
  }

  private mutating func applySwitch(_ subject: KeyboardRowSetting, row: Int, _ setting: WrittenSetting) {
    guard let isOn = flag(setting) else { return }
    configuration.rows[row].apply(subject, isOn)
  }

  // MARK: Values

  private mutating func int(_ setting: WrittenSetting, in range: ClosedRange<Int>, or: String = "") -> Int? {
    let value = Self.number(setting.value)
    if let value, let int = Int(exactly: value.rounded(.towardZero)), range.contains(int) { return int }
    report(setting, "\(range.lowerBound) to \(range.upperBound)\(or)")
    return nil
  }

  private mutating func double(_ setting: WrittenSetting, in range: ClosedRange<Double>) -> Double? {
    if let value = Self.number(setting.value), range.contains(value) { return value }
    report(setting, "\(JSONLine.number(range.lowerBound)) to \(JSONLine.number(range.upperBound))")
    return nil
  }

  private mutating func flag(_ setting: WrittenSetting) -> Bool? {
    if let value = Self.number(setting.value) { return value > 0 }
    report(setting, "0 or 1")
    return nil
  }

  private static func number(_ text: String) -> Double? {
    switch text.lowercased() {
    case "true", "yes", "on": 1
    case "false", "no", "off": 0
    default: Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  private mutating func report(_ setting: WrittenSetting, _ expected: String) {
    let message = "“\(setting.value.shortened)” for “\(setting.name)”, expected \(expected)"
    switch setting.severity {
    case .error: diagnostics.error(at: setting.valuePosition, message)
    case .warning: diagnostics.warning(at: setting.valuePosition, message)
    }
  }
}

extension SettingName {
  /// A key that only Spinet has.
  fileprivate var isSpinets: Bool {
    if case .row(_, .channel) = subject { return true }
    return false
  }
}

extension KeyboardRow {
  /// 0 is a drum pad without names or colours, 1 a piano, 2 a control surface without voices.
  fileprivate mutating func apply(mode: Int) {
    isPiano = mode == 1
    isStatic = mode != 1
    sendsFreq = mode != 2
  }

  fileprivate mutating func apply(_ setting: KeyboardRowSetting, _ isOn: Bool) {
    switch setting {
    case .orientation: isReversed = isOn
    case .piano: isPiano = isOn
    case .showsLabels, .showsNotes: showsLabels = isOn
    case .isStatic: isStatic = isOn
    case .sendsFreq: sendsFreq = isOn
    case .sendsKeyboardFreq: sendsKeyboardFreq = isOn
    case .sendsX: sendsX = isOn
    case .sendsY: sendsY = isOn
    case .sendsNumberedX: sendsNumberedX = isOn
    case .sendsNumberedY: sendsNumberedY = isOn
    case .sendsKeyX: sendsKeyX = isOn
    case .sendsKeyY: sendsKeyY = isOn
    case .sendsKeyStatus: sendsKeyStatus = isOn
    case .keys, .lowestKey, .scale, .rootPosition, .mode, .channel: break
    }
  }
}
