/// How values of a unit and a range are written, and read again. This is the one rule for the terminal, for commands and
/// for pages.
struct ValueStyle {
  /// The short name of a unit that is a distance from the middle, or a size.
  private static let short = ["octaves": "oct", "cents": "ct", "semitones": "st"]
  /// Below this level nothing is heard.
  private static let silence = -60.0

  private enum Form {
    case hertz, seconds, milliseconds, decibels, fraction, balance, pan, mix
    /// A number of things: `voices`.
    case count
    case distance(String)
    case plain
  }

  private let form: Form
  private let unit: String
  private let range: ClosedRange<Double>

  /// - Parameter name: the widget's. Pans and the mix of two oscillators are known by it.
  init(unit: String, range: ClosedRange<Double>, name: String) {
    (self.unit, self.range) = (unit, range)
    form =
      switch unit {
      case "Hz": .hertz
      case "s": .seconds
      case "ms": .milliseconds
      case "dB": .decibels
      case "": Self.form(of: range, name)
      case _ where Self.short[unit] != nil: .distance(Self.short[unit] ?? unit)
      case "voices": .count
      default: .plain
      }
  }

  private static func form(of range: ClosedRange<Double>, _ name: String) -> Form {
    switch range {
    case _ where isShare(range): isCalled(name, "osc.mix") ? .mix : .fraction
    case -1...1: isCalled(name, "pan") ? .pan : .balance
    default: .plain
    }
  }

  /// Whether it is all from 0 to 1, or nearly all, as the width of a pulse.
  private static func isShare(_ range: ClosedRange<Double>) -> Bool {
    range.lowerBound >= 0 && range.upperBound <= 1 && range.upperBound - range.lowerBound >= 0.95
  }

  /// Whether the last words of a name are these: `part.pan`, `pad/osc.mix`.
  private static func isCalled(_ name: String, _ words: String) -> Bool {
    name == words || name.hasSuffix(".\(words)") || name.hasSuffix("/\(words)")
  }

  // MARK: Writing

  func text(of value: Double) -> String {
    switch form {
    case .hertz:
      abs(Digits.rounded(value)) >= 1000
        ? "\(Digits.shown(value / 1000)) kHz" : "\(Digits.shown(value)) Hz"
    case .seconds: Self.time(milliseconds: value * 1000)
    case .milliseconds: Self.time(milliseconds: value)
    case .decibels: decibels(value)
    case .fraction: "\(Digits.shown(value * 100)) %"
    case .balance: value == 0 ? "0" : "\(Digits.withSign(value * 100)) %"
    case .pan: Self.side(value)
    case .mix: Self.shares(value)
    case .count:
      value.rounded() == 1 ? "1 \(unit.dropLast())" : "\(Digits.fixed(value.rounded(), 0)) \(unit)"
    case .distance(let short): distance(value, short)
    case .plain: Digits.shown(value) + (unit.isEmpty ? "" : " \(unit)")
    }
  }

  private static func time(milliseconds: Double) -> String {
    milliseconds == 0 || abs(Digits.rounded(milliseconds)) < 1000
      ? "\(Digits.shown(milliseconds)) ms" : "\(Digits.shown(milliseconds / 1000)) s"
  }

  private func decibels(_ value: Double) -> String {
    let isSilent = value == range.lowerBound && value <= Self.silence && range.upperBound >= 0
    return isSilent || value == -.infinity ? "−∞ dB" : "\(Digits.fixed(value, 1)) dB"
  }

  /// A sign where the range has both sides.
  private func distance(_ value: Double, _ short: String) -> String {
    guard range.lowerBound < 0 else { return "\(Digits.shown(value)) \(short)" }
    return value == 0 ? "0" : "\(Digits.withSign(value)) \(short)"
  }

  private static func side(_ value: Double) -> String {
    let percent = (value * 100).rounded()
    if percent == 0 { return "centre" }
    return "\(Digits.fixed(abs(percent), 0)) \(percent < 0 ? "L" : "R")"
  }

  private static func shares(_ value: Double) -> String {
    let second = (value * 100).rounded()
    return "\(Digits.fixed(100 - second, 0)) : \(Digits.fixed(second, 0))"
  }

  // MARK: Reading

  /// Nil for what is no value of the unit. A number alone is in the widget's unit.
  func value(of text: String) -> Double? {
    let text = text.split(separator: " ").joined(separator: " ")
    if text == "−∞" || text == "−∞ dB" { return unit == "dB" ? range.lowerBound : nil }
    if case .pan = form, ["centre", "center"].contains(text.lowercased()) { return 0 }
    guard let (number, rest) = Digits.read(text) else { return nil }
    return rest.isEmpty ? number : value(of: number, in: rest)
  }

  private func value(of number: Double, in word: String) -> Double? {
    if word == unit { return number }
    switch (form, word.lowercased()) {
    case (.hertz, "hz"), (.seconds, "s"), (.milliseconds, "ms"), (.decibels, "db"): return number
    case (.hertz, "k"), (.hertz, "khz"), (.plain, "k"): return number * 1000
    case (.seconds, "ms"): return number / 1000
    case (.milliseconds, "s"): return number * 1000
    case (.fraction, "%"), (.balance, "%"), (.mix, "%"): return number / 100
    case (.pan, "l"): return -number / 100
    case (.pan, "r"), (.pan, "%"): return number / 100
    case (.mix, _): return share(of: number, word)
    case (.distance(let short), let word) where word == short: return number
    case (.count, let word) where word == unit.dropLast(): return number
    default: return nil
    }
  }

  /// `70 : 30`
  private func share(of first: Double, _ rest: String) -> Double? {
    guard rest.hasPrefix(":"), let (second, end) = Digits.read(String(rest.dropFirst().drop { $0 == " " })),
      end.isEmpty, first >= 0, second >= 0, first + second > 0
    else { return nil }
    return second / (first + second)
  }
}
