import Foundation

/// A program of Faust's through Spinet beside the same program as Faust's own scripts would make it, by the same flags;
/// and from its source to its sound.
struct FaustEngineBenchmark {
  let peers: Peers
  /// What Faust's own scripts give the compiler beside `-ffast-math`; Spinet forbids it vectors besides.
  private let flags = ["-O3", "-march=native"]
  private let source = PeerVoices.path("voice.dsp")

  init(peers: Peers) { self.peers = peers }

  func rows() throws -> [Table.Row] {
    let scratch = try Scratch()
    guard try isBuiltIn(scratch) else {
      peers.skip("a .dsp through Spinet", because: "it is not built in")
      return []
    }
    let costs = try race(source, flags, ChordRace(), in: scratch)
    let fast = try race(fastSource(in: scratch), flags + ["-ffast-math"], ChordRace(), in: scratch)
    let groups = try groupRows(in: scratch)
    let first = try (0..<3).map { try secondsToSound(cache: scratch.file("cache\($0)")) }
    let again = try (0..<3).map { try secondsToSound(cache: scratch.file("cache\($0)")) }
    return [
      Table.Row("a second of a .dsp's voice, beside Faust's C++", costs[0], costs.dropFirst().first),
      Table.Row("the same with fastmath:on, beside -ffast-math", fast[0], fast.dropFirst().first),
      Table.Row(work: "a small .dsp to ready, compiled", spinet: "\((first.median * 1000).short) ms"),
      Table.Row(work: "a small .dsp to ready, from the cache", spinet: "\((again.median * 1000).short) ms"),
    ] + groups
  }

  /// Programs whose voices are computed eight at a time: examples of Spinet's, and physical models of Faust's.
  private func groupRows(in scratch: Scratch) throws -> [Table.Row] {
    let examples = ["fm", "subtractive", "plucked"].map { "\(Spinet.package)/examples/faust/\($0).dsp" }
    let models = ["guitarMIDI", "fluteMIDI", "clarinetMIDI", "churchBell"].map {
      "/usr/share/faust/examples/physicalModeling/\($0).dsp"
    }
    return try (examples + models).filter(FileManager.default.fileExists(atPath:)).map { path in
      let name = URL(filePath: path).deletingPathExtension().lastPathComponent
      let program = try sixteenVoices(of: path, named: name, in: scratch)
      let costs = try race(program, flags + ["-ffast-math"], groupRace, named: name, in: scratch)
      return Table.Row(
        "a second of a voice of \(name).dsp, beside Faust's C++ -ffast-math", costs[0],
        costs.dropFirst().first)
    }
  }

  /// From one group of voices to two.
  private var groupRace: ChordRace {
    var race = ChordRace()
    (race.few, race.many, race.seconds) = (8, 16, 20)
    return race
  }

  /// The program, with 16 voices and without an effect. A SmartKeyboard would allow fewer.
  private func sixteenVoices(of path: String, named name: String, in scratch: Scratch) throws -> String {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let plain = text.replacing(#/declare interface "[^"]*";/#, with: "")
    let lines = plain.split(separator: "\n", omittingEmptySubsequences: false).filter {
      !$0.hasPrefix("declare options") && !$0.hasPrefix("effect")
    }
    let copy = scratch.file("\(name).dsp")
    try (["declare options \"[nvoices:16]\";"] + lines).joined(separator: "\n")
      .write(toFile: copy, atomically: true, encoding: .utf8)
    return copy
  }

  /// What Spinet and Faust's own program need.
  private func race(
    _ source: String, _ flags: [String], _ race: ChordRace, named name: String = "voice", in scratch: Scratch
  ) throws -> [Double] {
    let file = name == "voice" ? nil : source
    let program = try FaustProgram(
      name, file: file, vectors: false, flags: flags, peers: peers, in: scratch)
    let faust = program.map { program -> ChordRace.Entrant in { [program.path, "\($0)", "\($1)"] } }
    return try race.run([ChordRace.spinet(source, in: scratch), faust].compactMap { $0 })
  }

  private func fastSource(in scratch: Scratch) throws -> String {
    let path = scratch.file("fast.dsp")
    let text = try String(contentsOfFile: source, encoding: .utf8)
    try text.replacing("[nvoices:64]", with: "[nvoices:64][fastmath:on]")
      .write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func isBuiltIn(_ scratch: Scratch) throws -> Bool {
    guard peers.faust != nil else { return false }
    return (try? Run(try ChordRace.spinet(source, in: scratch)(1, 1)).succeed()) != nil
  }

  private func secondsToSound(cache: String) throws -> Double {
    let program = try LiveProgram(
      ["/usr/bin/env", "XDG_CACHE_HOME=\(cache)"] + Spinet.playing([source, "--pcm", "none"]))
    return program.wait(for: "ready")
  }
}
