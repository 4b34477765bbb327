import SpinetFormats
import SpinetKeyboard
import SpinetRealtime
import SpinetTime
import Testing

/// The keys `arp`, `chord` and `scale` of keyboard files.
struct NoteEffectFileTests {
  private func read(_ text: String) throws(SpinetError) -> NoteEffects {
    try KeyboardFile(text, file: "k.yaml") { _ in "" }.configuration.noteEffects
  }

  @Test func `Every key of an arpeggio`() throws {
    let effects = try read(
      """
      arp:
        mode: up-down
        rate: 1/8T
        octaves: 3
        gate: 80%
        swing: 62
        velocity: 90
        latch: true
        restart: free
        pattern: x . X+1 _
        seed: 7
      """)
    var arpeggio = ArpeggioSettings()
    arpeggio.mode = .upDown
    arpeggio.rate = try #require(NoteLength("1/8T"))
    arpeggio.octaves = 3
    arpeggio.gate = 80
    arpeggio.swing = Swing(percent: 62)
    arpeggio.velocity = 90
    arpeggio.latches = true
    arpeggio.restart = .free
    arpeggio.pattern = [
      .note(isAccented: false, octave: 0), .rest, .note(isAccented: true, octave: 1), .tie,
    ]
    arpeggio.seed = 7
    #expect(effects.arpeggio == arpeggio)
  }

  @Test func `Short forms`() throws {
    #expect(try read("arp: up").arpeggio.mode == .up)
    #expect(try read("arp: {mode: up, rate: 1/16}").arpeggio.rate == .sixteenth)
    #expect(try read("arp: {mode: off}").arpeggio.mode == .off)
    #expect(try read("arp: {velocity: played}").arpeggio.velocity == nil)
    #expect(try read("arp: {pattern: [x, X]}").arpeggio.pattern.count == 2)
    #expect(try read("chord: m7").chord == .minorSeventh)
    #expect(try read("chord: 7").chord == .seventh)
    let chord = try read("chord: [0, 5, 10]")
    #expect(chord.chord == .memory)
    #expect(chord.chordMemory == [0, 5, 10])
    #expect(try read("scale: minor").scale == ScaleLock(.minor, root: 0))
    #expect(try read("scale: Bb dorian").scale == ScaleLock(.dorian, root: 10))
    #expect(try read("scale: off").scale == .off)
    #expect(try read("chord: {kind: sus4}").chord == .sus4)
    #expect(try read("scale: {lock: minor, root: Bb}").scale == ScaleLock(.minor, root: 10))
    #expect(try read("scale: {lock: blues}").scale == ScaleLock(.blues, root: 0))
  }

  @Test(
    arguments: [
      ("arp: sideways", 6), ("arp: {mode: upp}", 13), ("arp: {rate: 1/3}", 13), ("arp: {octaves: 6}", 16),
      ("arp: {gate: 0}", 13), ("arp: {gate: many}", 13), ("arp: {swing: 80}", 14), ("arp: {velocity: 0}", 17),
      ("arp: {latch: maybe}", 14), ("arp: {restart: never}", 16), ("arp: {pattern: x y}", 16),
      ("arp: {pattern: \"\"}", 16), ("arp: {pattern: [x, X, y]}", 23), ("arp: {pattern: [x, {a: 1}]}", 20),
      ("arp: {pattern: x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x}", 16),
      ("arp: {seed: -1}", 13), ("arp: {speed: 1/16}", 7), ("arp: [up]", 6),
      ("chord: happy", 8), ("chord: []", 8), ("chord: [0, x]", 12), ("chord: [99]", 9), ("chord: memory", 8),
      ("scale: H minor", 8), ("scale: C grey", 8), ("scale: C D minor", 8), ("scale: [minor]", 8),
      ("scale: {lock: minor, root: H}", 28), ("scale: {root: D, kind: minor}", 18), ("chord: {name: 7}", 9),
    ] as [(String, Int)])
  func `What is wrong is told with line and column`(text: String, column: Int) {
    let error = #expect(throws: SpinetError.self) { try read(text) }
    #expect(error?.diagnostics.first?.location.line == 1)
    #expect(error?.diagnostics.first?.location.column == column)
    #expect(error?.diagnostics.first?.message.contains("expected") == true)
  }

  @Test func `A wrong name has the nearest one`() {
    let error = #expect(throws: SpinetError.self) { try read("arp: {mode: upp}") }
    #expect(error?.diagnostics.first?.suggestion == "up")
  }
}
