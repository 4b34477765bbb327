import SpinetSession
import SpinetTerminal
import Testing

@Suite struct StatusLineTests {
  func status(_ change: (inout SessionStatus) -> Void) -> SessionStatus {
    var status = SessionStatus()
    status.instrument = "default"
    status.sound = .playing
    change(&status)
    return status
  }

  @Test func `A playing instrument says all there is to know`() {
    let line = StatusLine(
      status {
        $0.controllers = ["Launchkey Mini"]
        $0.lastEvent = "cc 74 ch 1 → filter.cutoff 1024 Hz"
        $0.voices = 3
        $0.peakDecibels = -12.04
        $0.latencyMilliseconds = 9
      }, columns: 200)
    #expect(
      line.text
        == "♪ default  │  Launchkey Mini  │  cc 74 ch 1 → filter.cutoff 1024 Hz  │  3 voices  │  "
        + "▆▆▆▆▆▆▆▆▁▁ -12.0 dB  │  no xruns  │  9.0 ms")
  }

  @Test(arguments: [
    (SessionStatus.AudioState.stopped, "■ default, engine stopped"), (.resting, "○ default, resting"),
    (.lost("hw:USB"), "✗ default, waiting for hw:USB"),
  ])
  func `What the sound is doing comes first`(sound: SessionStatus.AudioState, beginning: String) {
    #expect(
      StatusLine(status { $0.sound = sound }, columns: 200).text.hasPrefix(beginning + "  │  no controller"))
  }

  @Test func `It names the PCM that plays in place of another`() {
    let standing = { name in StatusLine(self.status { $0.standIn = name }, columns: 200).text }
    #expect(standing("hw:USB").hasPrefix("♪ default  │  on hw:USB  │  "))
    // No sound card at all, and the one that was asked for.
    for name in ["none", ""] { #expect(standing(name).hasPrefix("♪ default  │  no controller")) }
  }

  @Test(arguments: [60, 70, 80, 100]) func `A narrow terminal shows how it sounds`(columns: Int) {
    let line = StatusLine(
      status {
        $0.controllers = ["Launchkey Mini MK3 with a long name"]
        $0.lastEvent = "cc 74 ch 1 → filter.cutoff 1552 Hz"
        $0.voices = 12
        $0.peakDecibels = -11.4
        $0.xruns = 3
        $0.latencyMilliseconds = 8
      }, columns: columns
    ).text
    for part in ["♪ default", "12 voices", "-11.4 dB", "3 xruns", "8.0 ms"] {
      #expect(line.contains(part), "\(columns): \(line)")
    }
    #expect(line.count < columns && !line.hasSuffix("…"))
    // What has room is there.
    #expect(line.contains("Launchkey") == (columns >= 80))
  }

  @Test func `Names of files send no commands to the terminal`() {
    let line = StatusLine(status { $0.instrument = "\u{1B}]0;PWN\u{07}\u{9B}31mred" }, columns: 200).text
    #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  @Test func `It never fills the last column`() {
    for columns in 1...120 {
      #expect(
        StatusLine(status { $0.controllers = ["a", "b", "c"] }, columns: columns).text.count < max(2, columns)
      )
    }
  }

  @Test(arguments: [Double.infinity, .nan])
  func `A level beyond all numbers has a figure of its own`(decibels: Double) {
    #expect(StatusLine(status { $0.peakDecibels = decibels }, columns: 200).text.contains("▆▆    ∞ dB"))
  }

  /// A filter that decays reaches -659 dB.
  @Test(arguments: [nil, -Double.infinity, -659.2, -120])
  func `Silence has no figure`(decibels: Double?) {
    #expect(StatusLine(status { $0.peakDecibels = decibels }, columns: 200).text.contains("▁▁   –∞ dB"))
  }

  @Test(arguments: [(1, "1 xrun"), (2, "2 xruns")])
  func `Xruns are counted`(count: Int, text: String) {
    #expect(StatusLine(status { $0.xruns = count }, columns: 200).text.contains(text))
  }

  @Test func `What came late or was lost is said`() {
    let line = StatusLine(
      status {
        $0.lateCommands = 2
        $0.lostReports = 3
      }, columns: 200)
    #expect(line.text.hasSuffix("2 late  │  3 reports lost"))
  }

  @Test func `It says what the letters play`() {
    let line = StatusLine(status { _ in }, columns: 200, typing: "typing from C4")
    #expect(line.text.hasPrefix("♪ default  │  typing from C4  │  no controller"))
  }

  @Test func `In ASCII it is as long, and cut within its columns`() {
    let playing = status { $0.peakDecibels = -12 }
    let line = StatusLine(playing, columns: 200, isASCII: true).text
    #expect(line == "* default  |  no controller  |  0 voices  |  ########.. -12.0 dB  |  no xruns")
    for columns in 1...90 {
      let cut = StatusLine(playing, columns: columns, isASCII: true).text
      #expect(cut.count < max(2, columns) && cut.utf8.allSatisfy { $0 < 0x80 })
    }
  }
}
