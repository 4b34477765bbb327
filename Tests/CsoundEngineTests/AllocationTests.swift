#if Csound
  import CMallocProbe
  import CsoundEngine
  import Engine
  import Keyboard
  import Realtime
  import Testing
  import Widgets

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
    let link = EngineLink()
    try engine.prepare(framesPerSecond: 44_100, largestBlock: 128, link: link)
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
      _ = link.send(
        EngineCommand(time: HostTime(nanoseconds: 0), .voice(.start(VoiceNumber(voice), serial: 1))))
    }
    render(20)
    let before = malloc_probe_count()
    for turn in 0..<200 {
      engine.widgets[0].cell.store(Double(turn) / 200)
      let bend = EngineCommand(
        time: timeline.time(of: frame), .voice(.set(VoiceNumber(turn % 8), .bend, 1 + Double(turn) / 1000)))
      _ = link.send(bend)
      render(1)
    }
    #expect(malloc_probe_count() == before)
  }
#endif
