import SpinetSession
import SpinetText

/// The instrument's status as one line of text.
package struct StatusLine {
  package let text: String

  /// - Parameters:
  ///   - columns: the terminal's width. In a narrow one, names become shorter and the last event goes first: how it
  ///     sounds stays.
  ///   - typing: what the letters play; empty while they are commands.
  package init(_ status: SessionStatus, columns: Int, typing: String = "", isASCII: Bool = false) {
    let dots = isASCII ? "..." : "…"
    var line = ""
    for width in Width.allCases {
      line = Self.line(status, typing, width).joined(separator: width == .full ? "  │  " : " │ ").harmless
      if isASCII { line = ASCIIText.converted(line) }
      if line.count < columns { break }
    }
    text = Self.fit(line, columns, dots)
  }

  /// How much is said, from all to the least.
  private enum Width: Int, CaseIterable, Comparable {
    case full, closer, shortNames, shortEvent, noBar, noEvent, markOnly, noController, shortInstrument,
      noInstrument

    static func < (a: Width, b: Width) -> Bool { a.rawValue < b.rawValue }
  }

  private static func line(_ status: SessionStatus, _ typing: String, _ width: Width) -> [String] {
    let controllers = controllers(status.controllers)
    let parts = [
      sound(status, width),
      status.standIn.isEmpty || status.standIn == "none" ? "" : "on \(status.standIn)",
      typing,
      width >= .noController && !status.controllers.isEmpty
        ? "" : width >= .shortNames ? short(controllers, 18) : controllers,
      width >= .noEvent ? "" : width >= .shortEvent ? short(status.lastEvent, 22) : status.lastEvent,
      "\(status.voices) voice\(status.voices == 1 ? "" : "s")",
      width >= .noBar ? figure(status.peakDecibels).trimmed : level(status.peakDecibels),
      status.xruns == 0
        ? (width >= .noController && status.controllers.isEmpty ? "" : "no xruns")
        : "\(status.xruns) xrun\(status.xruns == 1 ? "" : "s")",
      status.latencyMilliseconds.map { "\(oneDecimal($0)) ms" } ?? "",
      status.lateCommands == 0 ? "" : "\(status.lateCommands) late",
      status.lostReports == 0 ? "" : "\(status.lostReports) reports lost",
    ]
    return parts.filter { !$0.isEmpty }
  }

  private static func short(_ text: String, _ count: Int) -> String {
    text.count <= count ? text : text.prefix(count - 1) + "…"
  }

  private static func sound(_ status: SessionStatus, _ width: Width) -> String {
    let name = width >= .shortInstrument ? short(status.instrument, 12) : status.instrument
    let (mark, rest) =
      switch status.sound {
      case .playing: ("♪", "")
      case .resting: ("○", width >= .markOnly ? "" : "resting")
      case .lost(let device): ("✗", "waiting for \(device)")
      case .stopped: ("■", "engine stopped")
      }
    let words = width >= .noInstrument ? [rest] : [name, rest]
    return "\(mark) \(words.filter { !$0.isEmpty }.joined(separator: ", "))".trimmed
  }

  private static func controllers(_ names: [String]) -> String {
    switch names.count {
    case 0: "no controller"
    case 1, 2: names.joined(separator: ", ")
    default: "\(names[0]) and \(names.count - 1) more"
    }
  }

  /// A bar of ten steps over 60 dB, and the number.
  private static func level(_ decibels: Double?) -> String {
    let lit =
      switch decibels {
      case nil: 0
      case let decibels? where decibels <= silence: 0
      // A program that overflows puts out infinities and NaNs.
      case let decibels? where !decibels.isFinite: 10
      case let decibels?: Int(min(10, max(0, (decibels + 60) / 6)).rounded())
      }
    return
      "\(String(repeating: "▆", count: lit) + String(repeating: "▁", count: 10 - lit)) \(figure(decibels))"
  }

  private static func figure(_ decibels: Double?) -> String {
    guard let decibels, !(decibels <= silence) else { return "  –∞ dB" }
    guard decibels.isFinite else { return "   ∞ dB" }
    return "\(oneDecimal(decibels).padded(to: 5, .right)) dB"
  }

  /// Shown as silence. A decaying filter goes down to −659 dB.
  private static let silence = -120.0

  private static func oneDecimal(_ value: Double) -> String {
    let tenths = Int((abs(value) * 10).rounded())
    return "\(value < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
  }

  private static func fit(_ line: String, _ columns: Int, _ dots: String) -> String {
    guard line.count >= columns else { return line }
    let beginning = line.prefix(max(0, columns - 1 - dots.count))
    return String(beginning) + String(dots.prefix(max(1, columns - 1)))
  }
}
