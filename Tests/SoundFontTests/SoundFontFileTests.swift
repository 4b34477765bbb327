import EngineRig
import Foundation
import Scratch
import SpinetRealtime
import SystemPackage
import Testing

@testable import SpinetSoundFont

struct SoundFontFileTests {
  private func read(_ bytes: [UInt8]) throws(SpinetError) -> SoundFontFile {
    try SoundFontFile(name: "a.sf2", length: bytes.count) { offset, count in
      Array(bytes.dropFirst(offset).prefix(count))
    }
  }

  private func presets(_ names: [TestFont.Preset]) throws -> SoundFontPresets {
    try read(TestFont(names).bytes).presets
  }

  @Test func `A font tells its presets in the order of their numbers`() throws {
    let presets = try presets([
      .init("Drums", bank: 128), .init("Organ", program: 16), .init("Grand Piano"), .init("Piano 2", bank: 8),
    ])
    #expect(presets.all.map(\.name) == ["Grand Piano", "Organ", "Piano 2", "Drums"])
    #expect(presets.all.map(\.number) == ["1", "17", "8/1", "128/1"])
  }

  @Test func `Presets of one name are told apart by their numbers`() throws {
    let presets = try presets([.init("Piano"), .init("Piano", program: 1), .init("Organ", program: 2)])
    #expect(presets.choices == ["Piano (1)", "Piano (2)", "Organ"])
  }

  @Test func `Names in other letters are shown without them`() throws {
    #expect(try presets([.init("Kla\u{7}vier")]).choices == ["Kla?vier"])
    #expect(try presets([.init("  ")]).choices == ["unnamed"])
  }

  @Test(arguments: [
    ("Grand Piano", 0), ("grand piano", 0), ("GRAND", 0), ("piano", 0), ("2", 1), ("bright", 1), ("8/5", 2),
    ("128/1", 3), ("kit", 3), ("Piano 2 (8/5)", 2),
  ]) func `A preset is chosen by number, name or a part of it`(word: String, index: Int) throws {
    let presets = try presets([
      .init("Grand Piano"), .init("Bright Piano", program: 1), .init("Piano 2", bank: 8, program: 4),
      .init("Kit", bank: 128),
    ])
    let wanted = word == "Piano 2 (8/5)" ? "Piano 2" : word
    #expect(try presets.index(wanted, in: "a.sf2") == index)
  }

  @Test func `An unknown preset is refused with the nearest name, or with what there is`() throws {
    let presets = try presets([.init("Grand Piano"), .init("Organ", program: 16)])
    #expect {
      try presets.index("Grand Paino", in: "a.sf2")
    } throws: {
      "\($0)" == "a.sf2:Grand Paino: the font has no such preset; did you mean Grand Piano?"
    }
    #expect {
      try presets.index("99", in: "a.sf2")
    } throws: {
      "\($0)" == "a.sf2:99: the font has no such preset; it has 1 Grand Piano, 17 Organ"
    }
    #expect(throws: SpinetError.self) { try presets.index("", in: "a.sf2") }
  }

  @Test func `A program finds its bank, or its number in bank 0, or nothing`() throws {
    let presets = try presets([
      .init("Piano"), .init("Other", bank: 8), .init("Kit", bank: 128), .init("Room", bank: 128, program: 8),
    ])
    #expect(presets.index(bank: 0, program: 0) == 0)
    #expect(presets.index(bank: 8 * 128, program: 0) == 1)
    #expect(presets.index(bank: 3 * 128, program: 0) == 0)
    #expect(presets.index(bank: 0, program: 5) == nil)
    #expect(presets.drums(program: 8) == 3 && presets.drums(program: 40) == 2)
  }

  @Test func `A font that was cut off anywhere is refused in one line`() throws {
    let bytes = TestFont([.init("One"), .init("Two", program: 1)]).bytes
    for count in Array(0..<200) + Array(stride(from: 200, to: bytes.count, by: 37)) {
      #expect(throws: SpinetError.self, "\(count)") { try read(Array(bytes.prefix(count))) }
    }
    #expect {
      try read(Array(bytes.prefix(5_000)))
    } throws: {
      "\($0)".hasPrefix("a.sf2: the file is truncated") && !"\($0)".contains("\n")
    }
  }

  @Test func `What is no SoundFont is refused as that`() {
    for bytes in [[], Array("RIFF".utf8), Array("MThd and more than twelve bytes".utf8)] as [[UInt8]] {
      #expect {
        try read(bytes)
      } throws: {
        "\($0)" == "a.sf2: it is not a SoundFont; give a SoundFont: a whole .sf2 or .sf3 file"
      }
    }
  }

  @Test func `Tables that point outside of each other are refused`() throws {
    let bytes = TestFont().bytes
    // The index of the first preset's zone, the instrument that it names, and the sample that this names.
    for (table, offset) in [("phdr", 24), ("pgen", 2), ("igen", 6), ("ibag", 4), ("pbag", 0), ("inst", 42)] {
      var spoilt = bytes
      let start = try #require(bytes.firstRange(of: Array(table.utf8))).upperBound + 4
      spoilt[start + offset] = 0xFF
      spoilt[start + offset + 1] = 0xFF
      #expect(throws: SpinetError.self, "\(table)") { try read(spoilt) }
    }
  }

  @Test func `A file that is not there, and a folder, are refused`() {
    #expect(throws: SpinetError.self) { try SoundFontFile(path: "/nowhere/a.sf2") }
    #expect(throws: SpinetError.self) { try SoundFontFile(path: "/tmp") }
  }

  /// Whatever the spoilt file says, FluidSynth plays it or it is refused.
  @Test func `Two thousand spoilt fonts are played or refused`() throws {
    let folder = TemporaryFolder()
    let bytes = TestFont([.init("One"), .init("Kit", bank: 128, generators: [(57, 1)])]).bytes
    let tables = try #require(bytes.firstRange(of: Array("pdta".utf8))).lowerBound
    var random = SeededGenerator(1)
    var played = 0
    for turn in 0..<2_000 {
      var spoilt = bytes
      for _ in 0..<(1 + turn % 4) {
        spoilt[Int.random(in: turn % 10 == 0 ? 0..<100 : tables..<bytes.count, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      let path = "\(folder.path)/a.sf2"
      try Data(spoilt).write(to: URL(fileURLWithPath: path))
      if try play(path) { played += 1 }
    }
    #expect(played > 500)
  }

  private func play(_ path: String) throws -> Bool {
    let engine: SoundFontEngine
    do throws(SpinetError) {
      engine = try SoundFontEngine(file: FilePath(path))
    } catch {
      #expect(!error.description.contains("\n"))
      return false
    }
    try Player.storm(engine)
    return true
  }
}

/// The same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
