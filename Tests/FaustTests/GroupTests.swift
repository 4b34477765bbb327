import Foundation
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import SystemPackage
import Testing

@testable import SpinetFaust

/// Voices that are computed in groups of eight sound as one by one.
@Suite(.enabled(if: Vectors.areWide, "groups need vectors of eight"))
struct GroupTests {
  /// Has all kinds of state: delay lines, arrays that move, a table, noise, a bargraph, a filter that moves.
  private static let string = """
    import("stdfaust.lib");
    declare options "[nvoices:20]";
    freq = hslider("freq", 440, 20, 4000, 0.01);
    gate = button("gate");
    bright = hslider("bright", 0.5, 0, 1, 0.01) : si.smoo;
    pluck = no.noise * en.ar(0.001, 0.02, gate) * hslider("gain", 1, 0, 1, 0.01);
    string = pluck : + ~ (de.fdelay4(2048, ma.SR / freq - 2) : fi.lowpass(2, 2000 + 8000 * bright) : *(0.97));
    process = string + 0.1 * os.osc(freq) * en.adsr(0.01, 0.1, 0.5, 0.2, gate) * (1 + 0.1 * ma.tanh(3 * os.osc(5)))
      : hbargraph("level", -1, 1) <: _, @(17);
    """

  private static func rig(_ text: String, inGroups: Bool) throws -> FaustRig {
    var settings = FaustRig.settings
    settings.usesGroups = inGroups
    return try FaustRig(FaustProgram(path: FaustRig.file(text), settings: settings))
  }

  /// Plays the same on both, and expects the same of them. Answers the sound.
  private func compare(
    _ text: String, frames: Int, block: Int, _ play: (FaustRig) throws -> Void
  ) throws -> [Float] {
    let sounds = try [true, false].map { inGroups in
      let rig = try Self.rig(text, inGroups: inGroups)
      #expect((rig.program.groups != nil) == inGroups)
      try play(rig)
      return (rig.render(frames, block: block), rig.ended)
    }
    #expect(sounds[0].1 == sounds[1].1)
    let pairs = [(sounds[0].0.left, sounds[1].0.left), (sounds[0].0.right, sounds[1].0.right)]
    for (together, alone) in pairs {
      let difference = zip(together, alone).map { abs($0 - $1) }.max() ?? .infinity
      #expect(difference <= 1e-5 * max(1, alone.peak))
    }
    return sounds[0].0.left
  }

  @Test(arguments: [7, 64, 1000]) func `A piece with many voices`(block: Int) throws {
    let sound = try compare(Self.string, frames: 60_000, block: block) { rig in
      for voice in 0..<20 {
        let frame = Int64(voice * 1111)
        rig.start(voice, hertz: 80 * pow(1.13, Double(voice)), gain: 0.5, at: frame)
        if voice % 3 == 0 { rig.release(voice, at: frame + 7007) }
      }
    }
    #expect(sound.peak > 0.5)
  }

  @Test func `Voices that are stolen, struck anew at one frame and silenced`() throws {
    let sound = try compare(Self.string, frames: 40_000, block: 64) { rig in
      for voice in 0..<9 { rig.start(voice, hertz: 100 + 40 * Double(voice), at: 50) }
      rig.send([.steal(VoiceNumber(2))], at: 3003)
      rig.start(2, hertz: 700, serial: 2, at: 3003)
      rig.send([.set(VoiceNumber(4), .gate, 0), .set(VoiceNumber(4), .gate, 1)], at: 5005)
      rig.send([.set(VoiceNumber(5), .freq, 333)], at: 6006)
      rig.send(.silence, at: 20_000)
      for voice in 0..<5 { rig.start(voice, hertz: 90 + 30 * Double(voice), serial: 3, at: 20_100) }
    }
    #expect(sound[5000..<20_000].map { abs($0) }.max() ?? 0 > 0.1)
    #expect(sound[20_100...].map { abs($0) }.max() ?? 0 > 0.1)
  }

  @Test func `Voices end on the same frame`() throws {
    let text = """
      import("stdfaust.lib");
      process = os.osc(hslider("freq",440,20,9999,0.01)) * en.adsr(0.001,0.01,1,0.1,button("gate"));
      """
    var ends: [[VoiceNumber]] = []
    for inGroups in [true, false] {
      let rig = try Self.rig(text, inGroups: inGroups)
      for voice in 0..<10 { rig.start(voice, hertz: 440) }
      for voice in 0..<10 { rig.release(voice, at: Int64(1000 + 100 * voice)) }
      _ = rig.render(28_500, block: 10)
      ends.append(rig.ended)
      _ = rig.render(40_000, block: 10)
      #expect(rig.ended.count == 10)
      #expect(rig.link.meters.soundingVoices == 0)
    }
    #expect(ends[0] == ends[1])
  }

  @Test func `Widgets move voices, and bargraphs show them`() throws {
    var levels: [Double] = []
    for inGroups in [true, false] {
      let rig = try Self.rig(Self.string, inGroups: inGroups)
      for voice in 0..<8 { rig.start(voice, hertz: 200 + 10 * Double(voice)) }
      _ = rig.render(2000, block: 64)
      try rig.widget("bright").set(1)
      _ = rig.render(2000, block: 64)
      levels.append(try rig.widget("level").value)
    }
    #expect(abs(levels[0] - levels[1]) < 1e-5)
    #expect(abs(levels[0]) > 1e-3)
  }

  @Test func `Few voices are computed one by one, to the last bit`() throws {
    let sounds = try [true, false].map { inGroups in
      let rig = try Self.rig(Self.string, inGroups: inGroups)
      for voice in 0..<3 { rig.start(voice, hertz: 100 + 50 * Double(voice)) }
      return rig.render(5000).left
    }
    let isSame = sounds[0] == sounds[1]
    #expect(isSame)
  }

  @Test func `A voice that loses itself leaves the others of its group alone`() throws {
    let text = """
      import("stdfaust.lib");
      g = button("gate");
      freq = hslider("freq", 1, 0, 9999, 1);
      lost = g * (freq > 5000 : *(1e30) : + ~ *(1e30));
      process = lost + g * (os.osc(freq) * 0.1 + 0.5 : fi.lowpass(4, 2000));
      """
    let sound = try compare(text, frames: 4800, block: 64) { rig in
      for voice in 0..<8 { rig.start(voice, hertz: voice == 3 ? 6000 : 100) }
    }
    let isFinite = sound.allSatisfy(\.isFinite)
    #expect(isFinite)
    #expect(abs((sound.last ?? 0) - 3.5) < 1)
  }

  // MARK: Which programs

  private static let voices =
    "process = os.osc(hslider(\"freq\",440,20,9999,0.01)) * button(\"gate\") : fi.lowpass(4,2000);"

  @Test(arguments: [
    ("", true), ("declare options \"[groups:off]\";", false), ("declare options \"[double:on]\";", false),
    ("declare options \"[vec:on]\";", false), ("declare options \"[nvoices:3]\";", false),
    ("declare options \"[nvoices:0]\";", false),
  ]) func `A program's voices are computed in groups`(options: String, isGrouped: Bool) throws {
    let program = try FaustRig.program("import(\"stdfaust.lib\");\n\(options)\n\(Self.voices)")
    #expect((program.groups != nil) == isGrouped)
  }

  @Test func `Faust's own way has no groups`() throws {
    var settings = FaustRig.settings
    settings.isStrict = true
    let path = try FaustRig.file("import(\"stdfaust.lib\");\n\(Self.voices)")
    #expect(try FaustProgram(path: path, settings: settings).groups == nil)
  }

  @Test func `Groups that sound otherwise are not chosen`() throws {
    let (own, other) = (try Bench(), try Bench())
    let libraries = try [(own, "1"), (other, "0.999")].map { bench, gain in
      try bench.write("import(\"stdfaust.lib\");\n\(Self.voices.dropLast()) * \(gain);", "a.dsp")
      let environment = ["PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": "\(bench.folder)/cache"]
      _ = try FaustProgram(
        path: FilePath("\(bench.folder)/a.dsp"), settings: FaustSettings(environment: environment))
      let files = try FileManager.default.contentsOfDirectory(atPath: bench.cache)
      return "\(bench.cache)/\(try #require(files.first { $0.hasSuffix(".so") }))"
    }
    let program = try #require(ProgramCode(path: FilePath(libraries[0])))
    for (library, sounds) in zip(libraries, [true, false]) {
      let groups = try #require(GroupCode(path: FilePath("\(library).groups")))
      let verdict = try #require(GroupTrial(program, groups)).verdict
      #expect((verdict != .differs) == sounds)
    }
    _ = (own, other)
  }

  @Test func `The choice is kept in the cache`() throws {
    let bench = try Bench()
    try bench.write("import(\"stdfaust.lib\");\n\(Self.voices)", "a.dsp")
    let environment = ["PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": "\(bench.folder)/cache"]
    var dates: [Date?] = []
    for _ in 0..<2 {
      let program = try FaustProgram(
        path: FilePath("\(bench.folder)/a.dsp"), settings: FaustSettings(environment: environment))
      #expect(program.groups != nil)
      let name = try #require(
        FileManager.default.contentsOfDirectory(atPath: bench.cache).first { $0.hasSuffix(".groups") })
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(bench.cache)/\(name)")
      dates.append(attributes[.modificationDate] as? Date)
    }
    #expect(dates[0] == dates[1])
  }

  @Test func `Groups need memory, and without it voices are computed one by one`() throws {
    let path = try FaustRig.file(
      "import(\"stdfaust.lib\");\n\(Self.voices.dropLast()) : de.delay(65536, hslider(\"time\",0,0,65000,1));"
    )
    var settings = FaustRig.settings
    #expect(try FaustProgram(path: path, settings: settings).groups != nil)
    settings.environment["SPINET_PROGRAM_MEMORY"] = "8M"
    #expect(try FaustProgram(path: path, settings: settings).groups == nil)
  }
}

/// What groups need of the processor.
enum Vectors {
  static let areWide =
    (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.contains(" avx2") == true
}
