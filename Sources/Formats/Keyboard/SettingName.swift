import SpinetKeyboard
import SpinetRealtime
import SpinetText

/// The name of a configuration key, parsed.
struct SettingName: Hashable {
  enum Subject: Hashable {
    case all(KeyboardSetting)
    case row(Int, KeyboardRowSetting)
    case label(row: Int, key: Int)
    /// Has no effect, neither in the original programs nor here.
    case unused
  }

  let subject: Subject
  let generation: KeyboardConfiguration.Generation

  init?(_ text: String) {
    if let known = Self.wholeNames[text] {
      self = known
    } else if let row = Self.rowName(text) {
      self = row
    } else {
      return nil
    }
  }

  private init(_ subject: Subject, _ generation: KeyboardConfiguration.Generation) {
    self.subject = subject
    self.generation = generation
  }

  /// The valid name that is most similar to an unknown one, with the same keyboard number.
  static func nearest(to text: String) -> String? {
    let number = text.split { !$0.isNumber }.first.map(String.init) ?? "0"
    let long = KeyboardRowSetting.allCases.map { "Keyboard \(number) - \($0.rawValue)" }
    let short = KeyboardRowSetting.allCases.compactMap { $0.shortName.map { "keyb\(number)_\($0)" } }
    return nearestName(to: text, among: sortedWholeNames + long + short)
  }

  private static let sortedWholeNames = wholeNames.keys.sorted()

  private static let wholeNames: [String: SettingName] = {
    var names = ["arpegiatorOn": SettingName(.unused, .seed)]
    for setting in KeyboardSetting.allCases {
      names[setting.rawValue] = SettingName(.all(setting), .current)
      if let short = setting.shortName { names[short] = SettingName(.all(setting), .seed) }
    }
    return names
  }()

  private static let longRowNames = Dictionary(
    uniqueKeysWithValues: KeyboardRowSetting.allCases.map { ($0.rawValue, $0) })

  private static let shortRowNames = Dictionary(
    uniqueKeysWithValues: KeyboardRowSetting.allCases.compactMap { row in row.shortName.map { ($0, row) } })

  private static func rowName(_ text: String) -> SettingName? {
    if let (row, rest) = number(in: text, after: "Keyboard ", before: " - ") {
      if let setting = longRowNames[rest] { return SettingName(.row(row, setting), .current) }
      guard let (key, what) = number(in: rest, after: "Key ", before: " - "), what == "Label" else {
        return nil
      }
      return SettingName(.label(row: row, key: key), .current)
    }
    guard let (row, rest) = number(in: text, after: "keyb", before: "_") else { return nil }
    return shortRowNames[rest].map { SettingName(.row(row, $0), .seed) }
  }

  private static func number(in text: String, after: String, before: String) -> (Int, String)? {
    guard text.hasPrefix(after) else { return nil }
    let rest = text.dropFirst(after.count)
    let digits = rest.prefix(while: \.isNumber)
    guard let number = Int(digits), number < 10_000 else { return nil }
    guard rest.dropFirst(digits.count).hasPrefix(before) else { return nil }
    return (number, String(rest.dropFirst(digits.count + before.count)))
  }
}

/// A configuration key and its value as they are in the file.
struct WrittenSetting {
  var name: String
  var location: TextLocation
  var value: String
  var valuePosition: TextLocation
  /// The severity of a value that cannot be understood. In programs it is only a warning.
  var severity: Diagnostic.Severity
}
