import Foundation
import SpinetSession
import Testing

@testable import SpinetTerminal

/// What the README and the guide show and say of the terminal is so.
struct ReadmeSampleTests {
  private static func page(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func `The live line is as the README shows it`() throws {
    let lines = try Self.page("README.md").split(separator: "\n").map(String.init)
    let shown = try #require(lines.first { $0.hasPrefix("♪ ") })
    var status = SessionStatus()
    status.instrument = "round-bass"
    status.sound = .playing
    status.controllers = ["Launchkey Mini MK3"]
    status.lastEvent = "cc 74 ch 1 → filter.cutoff 1.55 kHz"
    status.voices = 3
    status.peakDecibels = -11.4
    status.latencyMilliseconds = 8
    #expect(StatusLine(status, columns: 200).text == shown)
  }

  @Test func `A typed note lasts as long as the guide says`() throws {
    #expect(TypedNotes.seconds == 0.75)
    let words = try Self.page("Sources/spinet/spinet.docc/Start.md").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(words.contains("so a note lasts three quarters of a second;"))
  }
}
