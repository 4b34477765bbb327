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
}

@Test func `Keys ask for actions, other letters for an answer, the rest for nothing`() {
  #expect(TerminalAction(key: UInt8(ascii: "q")) == .quit)
  #expect(TerminalAction(key: UInt8(ascii: "+")) == .octave(1))
  #expect(TerminalAction(key: UInt8(ascii: "e")) == .toggleEngine)
  #expect(TerminalAction(key: UInt8(ascii: "z")) == .unknown("z"))
  #expect(TerminalAction(key: 27) == nil)
}
