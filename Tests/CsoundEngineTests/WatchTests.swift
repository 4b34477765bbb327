#if Csound
  import CsoundEngine
  import Engine
  import Testing

  @Test func `A control block that takes longer than a second is told by the file's name, once`() throws {
    let log = LineLog()
    let document = try Player.document(
      "instr 1\nires system_i 1, \"sleep 1.3\"\nouts a(0.5), a(0.5)\nendin", score: "i 1 0.1 1")
    let player = try Player(CsdEngine(document, log: log.add))
    #expect(player.render(8820).left.peak == 0.5)
    #expect(log.all.filter { $0.contains("test.csd: a control block takes longer than a second") }.count == 1)
  }
#endif
