import SpinetEngine
import SpinetMIDI
import SpinetMIDIFile
import SpinetMapping
import SpinetMixer
import SpinetStage
import SpinetWidgets
import Testing

@testable import SpinetLibrary

/// Which channels of a song play drums.
struct SongChannelTests {
  /// A song whose events all come at once, and then a note on channel 2.
  private func song(_ events: [[UInt8]]) throws -> StandardMIDIFile {
    let header: [UInt8] = [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
    let all: [[UInt8]] = events + [[0x91, 60, 100], [0x99, 36, 100]]
    let end: [UInt8] = [0, 0xFF, 0x2F, 0]
    let data = all.flatMap { event -> [UInt8] in [0] + event } + end
    return try StandardMIDIFile(bytes: header + [0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, UInt8(data.count)] + data)
  }

  private func exclusive(_ bytes: [UInt8]) -> [UInt8] { [0xF0, UInt8(bytes.count + 1)] + bytes + [0xF7] }

  @Test(
    arguments: [
      ([], false, true),
      // GS: use part 2 for drums, and part 10 not.
      ([[0x41, 0x10, 0x42, 0x12, 0x40, 0x12, 0x15, 0x02, 0x17]], true, true),
      ([[0x41, 0x10, 0x42, 0x12, 0x40, 0x10, 0x15, 0x00, 0x1B]], false, false),
      // A reset afterwards takes it back.
      (
        [
          [0x41, 0x10, 0x42, 0x12, 0x40, 0x12, 0x15, 0x02, 0x17],
          [0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x41],
        ],
        false, true
      ),
      // XG: the mode of part 2.
      ([[0x43, 0x10, 0x4C, 0, 0, 0x7E, 0], [0x43, 0x10, 0x4C, 0x08, 0x01, 0x07, 0x02]], true, true),
    ] as [([[UInt8]], Bool, Bool)])
  func `System exclusive messages make channels drums`(messages: [[UInt8]], second: Bool, tenth: Bool) throws
  {
    let channels = try song(messages.map(exclusive)).channels
    #expect(channels.map(\.channel.number) == [2, 10])
    #expect(channels.map(\.isDrums) == [second, tenth])
  }

  @Test(
    arguments: [
      ([0x43, 0x10, 0x4C, 0, 0, 0x7E, 0], 127, true), ([0x43, 0x10, 0x4C, 0, 0, 0x7E, 0], 0, false),
      ([0x7E, 0x7F, 0x09, 0x03], 120, true), ([0x7E, 0x7F, 0x09, 0x03], 121, false),
      ([0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x41], 127, false),
    ] as [([UInt8], UInt8, Bool)])
  func `Banks of XG and General MIDI 2 are drums`(reset: [UInt8], bank: UInt8, isDrums: Bool) throws {
    let channels = try song([exclusive(reset), [0xB1, 0, bank], [0xC1, 5]]).channels
    #expect(channels.first?.isDrums == isDrums)
  }

  @Test func `A song with a program change or drums chooses its sounds itself`() throws {
    let plain = try StandardMIDIFile(
      bytes: Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8) + [0, 0, 0, 8]
        + [0, 0x91, 60, 100, 0, 0xFF, 0x2F, 0])
    #expect(!plain.choosesSounds)
    #expect(try song([]).choosesSounds)
    let changed = try StandardMIDIFile(
      bytes: Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8) + [0, 0, 0, 11]
        + [0, 0xC1, 5, 0, 0x91, 60, 100, 0, 0xFF, 0x2F, 0])
    #expect(changed.choosesSounds)
  }

  @Test(
    arguments: [
      (0, "standard-kit"), (8, "room-kit"), (24, "electronic-kit"), (25, "electronic-kit"), (40, "brush-kit"),
    ] as [(UInt8, String)])
  func `Without a font, a program change on channel 10 chooses the kit`(program: UInt8, kit: String) throws {
    let library = Catalog(environment: [:])
    let song = try song([[0xC9, program]])
    let parts = try InstrumentLoader(library: library).load(generalMIDI: song, ProgramTable(library)).parts
    #expect(parts.map(\.sound.name).last == kit)
    #expect(parts.map(\.part.name).last == "drums-kit")
  }

  @Test func `A patch that stands for a program is as loud as fonts have the program`() throws {
    let library = Catalog(environment: [:])
    let loader = InstrumentLoader(library: library)
    let programs = try ProgramTable(library)
    // Program 1, and later 41.
    let loaded = try loader.load(generalMIDI: song([[0xC1, 0]]), programs)
    let piano = try #require(loaded.parts.first)
    let level = loaded.parts[1].mixed.strip.level.value - GeneralMIDI.kitTrim
    #expect(piano.mixed.strip.level.value == level + GeneralMIDI.patchTrim(program: 1))
    piano.mixed.strip.level.set(piano.mixed.strip.level.value - 1)
    let instrument = try LoadedInstrument(loaded)
    var spares: [MixerPart] = []
    let changed = try loader.change(
      [0], of: instrument, to: ProgramNumber(program: 41), programs, spares: &spares)
    let violin = try #require(changed?.parts.first)
    // Somebody has made the part softer by a decibel.
    #expect(violin.mixed.strip.level.value == level - 1 + GeneralMIDI.patchTrim(program: 41))
  }

  @Test func `What controllers have moved stays when a channel gets another program`() throws {
    let library = Catalog(environment: [:])
    let loader = InstrumentLoader(library: library)
    let programs = try ProgramTable(library)
    let instrument = try LoadedInstrument(loader.load(generalMIDI: song([[0xC1, 0]]), programs))
    func widget(_ name: String, of part: LoadedPart?) throws -> Widget {
      try #require(part?.engine.widgets.first { $0.name == name })
    }
    let old = try #require(instrument.parts.first)
    let own = try widget("master.volume", of: old).value
    try widget("master.volume", of: old).set(own / 2)
    try widget("master.expression", of: old).set(0.25)
    try widget("master.pan", of: old).set(-0.5)
    var spares: [MixerPart] = []
    let new = try loader.change(
      [0], of: instrument, to: ProgramNumber(program: 41), programs, spares: &spares)?.parts.first
    // Half of what controller 7 at 100 gives it.
    let full = try #require(new?.sound.fullVolume)
    #expect(
      abs(try widget("master.volume", of: new).value - own / 2 / (old.sound.fullVolume ?? 1) * full) < 1e-6)
    #expect(try widget("master.expression", of: new).value == 0.25)
    #expect(try widget("master.pan", of: new).value == -0.5)
  }

  @Test(arguments: [(1, "strike.velocity", 2.0), (90, "amp.velocity", 1)])
  func `Its notes follow the square of the velocity, as a font's do`(
    program: UInt8, widget: String, value: Double
  ) throws {
    let library = Catalog(environment: [:])
    let alone = try StandardMIDIFile(
      bytes: Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8) + [0, 0, 0, 11]
        + [0, 0xC1, program - 1, 0, 0x91, 60, 100, 0, 0xFF, 0x2F, 0])
    let loaded = try InstrumentLoader(library: library).load(generalMIDI: alone, ProgramTable(library))
    let instrument = try LoadedInstrument(loaded)
    #expect(instrument.widgets[widget]?.value == value)
    // Controller 7 at 100 is the patch's own volume.
    let volume = try #require(instrument.widgets["master.volume"]?.value)
    let range = try #require(instrument.parts[0].sound.mapping?.entries.first?.targets.first?.range)
    #expect(range.start == 0 && abs(range.end - min(volume * 1.27, 1)) < 1e-6)
  }
}
