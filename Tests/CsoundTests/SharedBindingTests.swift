import EngineRig
import Scratch
import SpinetKit
import SpinetWidgets
import Testing

/// One binding in two performances.
struct SharedBindingTests {
  private let folder: SoundFolder
  private let samples = AudioChannelBinding(channelName: "samples")
  private let first = CsoundObj.silent()
  private let second = CsoundObj.silent()

  init() throws { folder = try SoundFolder() }

  /// Plays a file that writes one level into the channel.
  private func play(_ csound: CsoundObj, level: Double) throws {
    let orchestra = """
      instr 1
      alevel linseg \(level), 1, \(level)
      chnset alevel, "samples"
      endin
      """
    try csound.play(try folder.write(Player.text(orchestra, score: "i 1 0 1000"), to: "\(level).csd"))
  }

  /// Whether samples of this level come, and no others but silence.
  private func gets(_ level: Float) -> Bool {
    _ = samples.popSamples()
    var all: [Float] = []
    let areComing = eventually {
      all += samples.popSamples()
      return all.count { $0 == level } > 5000
    }
    return areComing && all.allSatisfy { $0 == level || $0 == 0 }
  }

  @Test func `The performance that began first keeps it, and the other is warned`() throws {
    let log = LineLog()
    second.messageCallback = log.add
    for csound in [first, second] { csound.addBinding(samples) }
    try play(first, level: 0.25)
    try play(second, level: 0.5)
    #expect(log.all.contains { $0.contains("'samples' is in another performance already") })
    #expect(gets(0.25))
    second.stop()
    #expect(gets(0.25))
    // Its list is made anew.
    first.addBinding(Script())
    #expect(gets(0.25))
  }

  @Test func `When that one has ended, another can have it`() throws {
    for csound in [first, second] { csound.addBinding(samples) }
    try play(first, level: 0.25)
    #expect(gets(0.25))
    first.stop()
    try play(second, level: 0.5)
    #expect(gets(0.5))
    second.removeBinding(samples)
    try play(first, level: 0.25)
    #expect(gets(0.25))
  }

  @Test func `A widget moves the channels of both, and goes on in one when the other has ended`() throws {
    let widget = Widget("level")
    let binding = WidgetBinding(widget)
    let orchestra = """
      instr 1
      klevel chnget "level"
      chnset klevel, "seen"
      endin
      """
    let file = try folder.write(Player.text(orchestra, score: "i 1 0 1000"), to: "level.csd")
    let seen = try [first, second].map { csound in
      csound.addBinding(binding)
      let seen = CsoundUI(csound).addLabel(forChannelName: "seen")
      try csound.play(file)
      return seen
    }
    first.addBinding(Script())
    widget.set(0.5)
    #expect(eventually { seen.allSatisfy { $0.value == 0.5 } })
    second.stop()
    first.addBinding(Script())
    widget.set(0.25)
    #expect(eventually { seen[0].value == 0.25 })
    #expect(seen[1].value == 0.5)
  }
}
