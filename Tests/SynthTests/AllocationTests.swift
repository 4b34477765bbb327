import CMallocProbe
import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import SpinetSynth
import SpinetWidgets
import Testing

@Test func `Rendering allocates nothing, whatever is played`() {
  let engine = SynthEngine()
  for name in ["chorus.mix", "delay.mix", "reverb.mix", "drive.amount", "noise.level"] {
    WidgetSet(engine.widgets)[name]?.set(0.5)
  }
  var ends = ControlEnds()
  engine.prepare(framesPerSecond: 48_000, largestBlock: 64, link: ends.link)
  let buffer = SampleBuffer(capacity: 64)
  let timeline = Timeline(framesPerSecond: 48_000)
  for index in 0..<1000 {
    let time = HostTime(seconds: Double(index * 7) / 48_000)
    let voice = VoiceNumber(index % 64)
    let event: VoiceEvent =
      index % 3 == 0 ? .start(voice, serial: 1) : index % 3 == 1 ? .set(.all, .bend, 1.01) : .release(voice)
    _ = ends.commands.send(EngineCommand(time: time, index == 900 ? .silence : .voice(event)))
  }
  let before = malloc_probe_count()
  for turn in 0..<200 {
    engine.render(buffer.block(frameCount: 64, firstFrame: Int64(turn * 64), timeline: timeline))
  }
  #expect(malloc_probe_count() == before)
}
