import CMallocProbe
import SpinetEngine
import SpinetRealtime
import SpinetSynth
import SpinetWidgets
import Testing

@testable import SpinetMixer

@Test(arguments: [1, 2])
func `Rendering allocates nothing while parts play, leave and are silent`(threads: Int) throws {
  let mixer = Mixer()
  var ends = ControlEnds()
  mixer.spread = RenderThreads(threads: threads, isUrgent: false, leastSavingNanoseconds: 0)
  let strips = (0..<5).map { StripWidgets(level: Double(-$0)) }
  let parts = try strips.map { try mixer.add(MixerPart(SynthEngine(voices: 8), strip: $0)) }
  try mixer.prepare(framesPerSecond: 48_000, largestBlock: 64, link: ends.link)
  let buffer = SampleBuffer(capacity: 64)
  let timeline = Timeline(framesPerSecond: 48_000)
  for index in 0..<1000 {
    let time = HostTime(seconds: Double(index * 7) / 48_000)
    let voice = VoiceNumber(index % 8)
    let event: VoiceEvent = index % 3 == 0 ? .start(voice, serial: 1) : .release(voice)
    _ = ends.commands.send(EngineCommand(time: time, .voice(event), part: parts[index % parts.count]))
  }
  strips[2].mute.set(1)
  mixer.release(parts[1])
  mixer.release(parts[3])
  mixer.fade(parts[3])
  let before = malloc_probe_count()
  for turn in 0..<3000 {
    mixer.render(buffer.block(frameCount: 64, firstFrame: Int64(turn * 64), timeline: timeline))
  }
  #expect(malloc_probe_count() == before)
  #expect(mixer.popSilent(parts[3]) != nil)
}
