import SpinetEngine
import SpinetRealtime
import Testing

@Test func `An engine that stays in a block is told once, and again after it has come back`() {
  let link = ControlEnds().link
  var watch = EngineMonitor(name: "test.dsp", link: link)
  var lines: [String] = []
  func look() { watch.check { lines.append($0) } }
  look()
  #expect(lines.isEmpty && !EngineMonitor.isStuck(link))
  for turn in 1...2 {
    link.meters.recordBlockStart(at: HostTime(nanoseconds: HostTime.now.nanoseconds - 1_100_000_000))
    look()
    look()
    #expect(EngineMonitor.isStuck(link))
    #expect(lines.count == turn)
    link.meters.recordBlockEnd()
    look()
  }
  #expect(
    lines.allSatisfy { $0.hasPrefix("test.dsp: one block has taken more than a second") })
}

@Test func `Samples that are not a number are told once a stream`() {
  let link = ControlEnds().link
  var watch = EngineMonitor(name: "test.dsp", link: link)
  var lines: [String] = []
  for _ in 0..<3 {
    link.meters.recordOverflow()
    watch.check { lines.append($0) }
  }
  #expect(lines.count == 1)
  #expect(lines.first?.hasPrefix("test.dsp: some samples are not a number") == true)
}
