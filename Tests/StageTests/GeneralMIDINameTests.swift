import Testing

@testable import SpinetStage

struct GeneralMIDINameTests {
  @Test(
    arguments: [
      ("piano", 1, false), ("Acoustic Grand Piano", 1, false), ("epiano", 5, false), ("organ", 17, false),
      ("church-organ", 20, false), ("strings", 49, false), ("choir", 53, false), ("flute", 74, false),
      ("acoustic-guitar-nylon", 25, false), ("gunshot", 128, false), ("drums", 1, true),
      ("Jazz Kit", 33, true),
    ]
  ) func `A name is that of the standard, or a short one`(name: String, program: Int, isDrums: Bool) throws {
    let sound = try #require(GeneralMIDI.sound(named: name))
    #expect(sound.program == program && sound.isDrums == isDrums)
  }

  @Test func `Other names mean something else`() {
    for name in ["", "warm-pad", "pia", "kit", "piano.sf2", "-"] {
      #expect(GeneralMIDI.sound(named: name) == nil)
    }
  }

  @Test func `There are 128 names, each once`() {
    #expect(GeneralMIDI.names.count == 128 && Set(GeneralMIDI.names).count == 128)
    for (index, name) in GeneralMIDI.names.enumerated() {
      #expect(GeneralMIDI.sound(named: name)?.program == index + 1, "\(name)")
    }
  }
}
