import SpinetSession
import SpinetText

/// The instrument's status as one line of text.
package struct StatusLine {
  package let text: String

  /// - Parameters:
  ///   - columns: the terminal's width; a longer line is cut at its end.
  ///   - typing: what the letters play; empty while they are commands.
  package init(_ status: SessionStatus, columns: Int, typing: String = "", isASCII: Bool = false) {
    let parts = [
      Self.sound(status),
      status.standIn.isEmpty || status.standIn == "none" ? "" : "on \(status.standIn)",
      typing,
      Self.controllers(status.controllers),
      status.lastEvent,
      "\(status.voices) voice\(status.voices == 1 ? "" : "s")",
      Self.level(status.peakDecibels),
      status.xruns == 0 ? "no xruns" : "\(status.xruns) xrun\(status.xruns == 1 ? "" : "s")",
      status.latencyMilliseconds.map { "\(Self.oneDecimal($0)) ms" } ?? "",
      status.lateCommands == 0 ? "" : "\(status.lateCommands) late",
      status.lostReports == 0 ? "" : "\(status.lostReports) reports lost",
    ].filter { !$0.isEmpty }
    let line = parts.joined(separator: "  │  ")
    text =
      isASCII
      ? Self.fit(ASCIIText.converted(line), columns, "...") : Self.fit(line, columns, "…")
  }

  private static func sound(_ status: SessionStatus) -> String {
    switch status.sound {
    case .playing: "♪ \(status.instrument)"
    case .resting: "○ \(status.instrument), resting"
    case .lost(let device): "✗ \(status.instrument), waiting for \(device)"
    case .stopped: "■ \(status.instrument), engine stopped"
    }
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
    guard let decibels, !(decibels <= silence) else { return "▁▁▁▁▁▁▁▁▁▁   –∞ dB" }
    // A program that overflows puts out infinities and NaNs.
    guard decibels.isFinite else { return "▆▆▆▆▆▆▆▆▆▆    ∞ dB" }
    let lit = Int(min(10, max(0, (decibels + 60) / 6)).rounded())
    let bar = String(repeating: "▆", count: lit) + String(repeating: "▁", count: 10 - lit)
    return "\(bar) \(oneDecimal(decibels).padded(to: 5, .right)) dB"
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
