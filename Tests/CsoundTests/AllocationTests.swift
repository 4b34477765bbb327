import CMallocProbe
import EngineRig
import Scratch
import SpinetCsound
import SpinetEngine
import SpinetKeyboard
import SpinetKit
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

@Test func `Between notes nothing is allocated, whatever widgets and bends do`() throws {
  let orchestra = """
    instr voice
    kfreq chnget sprintf("freq.%d", p7)
    klevel chnget "level"
    chnset kfreq, "seen"
    asig poscil p5 * klevel, 440
    outs asig, asig
    endin
    """
  let engine = try CsdEngine(Player.document(orchestra))
  var ends = ControlEnds()
  try engine.prepare(framesPerSecond: 44_100, largestBlock: 128, link: ends.link)
  let buffer = SampleBuffer(capacity: 128)
  let timeline = Timeline(framesPerSecond: 44_100)
  var frame: Int64 = 0
  func render(_ blocks: Int) {
    for _ in 0..<blocks {
      engine.render(buffer.block(frameCount: 128, firstFrame: frame, timeline: timeline))
      frame += 128
    }
  }
  for voice in 0..<8 {
    _ = ends.commands.send(
      EngineCommand(time: HostTime(nanoseconds: 0), .voice(.start(VoiceNumber(voice), serial: 1))))
  }
  render(20)
  let before = malloc_probe_count()
  for turn in 0..<200 {
    engine.widgets[0].cell.store(Double(turn) / 200)
    let bend = EngineCommand(
      time: timeline.time(of: frame), .voice(.set(VoiceNumber(turn % 8), .bend, 1 + Double(turn) / 1000)))
    _ = ends.commands.send(bend)
    render(1)
  }
  #expect(malloc_probe_count() == before)
}

/// Looks from the audio thread itself.
private final class Prober: CsoundBinding {
  let blocks = Atomic<Int>(0)
  let first = Atomic<UInt>(0)
  let last = Atomic<UInt>(0)

  func setup(_ csound: CsoundObj) {}
  func updateValuesToCsound() {
    let block = blocks.wrappingAdd(1, ordering: .relaxed).newValue
    if block == 50 { first.store(malloc_probe_count(), ordering: .relaxed) }
    if block == 250 { last.store(malloc_probe_count(), ordering: .relaxed) }
  }
}

@Test func `Widgets bound to channels, audio channels and a recording cost no memory`() throws {
  let folder = try SoundFolder()
  let orchestra = """
    instr 1
    klevel chnget "level"
    khit chnget "hit"
    kmode chnget "mode"
    chnset klevel + khit + kmode, "seen"
    asig poscil 0.1, 440
    chnset asig, "meter"
    outs asig, asig
    endin
    """
  let file = try folder.write(Player.text(orchestra, score: "i 1 0 100"), to: "bound.csd")
  let csound = CsoundObj.silent()
  let level = Widget("level")
  let hit = Widget("hit", kind: .momentary)
  let mode = Widget("mode", kind: .choice(["one", "two", "three"]))
  for widget in [level, hit, mode] { CsoundUI(csound).add(widget, forChannelName: widget.name) }
  let seen = CsoundUI(csound).addLabel(forChannelName: "seen")
  let meter = AudioChannelBinding(channelName: "meter")
  let prober = Prober()
  csound.addBinding(meter)
  csound.addBinding(prober)
  mode.set(2)
  try csound.record(file, to: folder.path("take.wav"))
  #expect(
    eventually {
      level.set(level.value < 0.5 ? 0.75 : 0.25)
      hit.press()
      return prober.blocks.load(ordering: .relaxed) > 250
    })
  #expect(prober.first.load(ordering: .relaxed) == prober.last.load(ordering: .relaxed))
  #expect(seen.value > 2)
  #expect(meter.popSamples().contains { $0 > 0.05 })
  csound.stop()
}
