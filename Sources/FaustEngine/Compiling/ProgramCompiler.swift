import Engine
import Foundation
import Glibc

/// Makes a shared library of a `.dsp`: `faust -lang c`, then the C compiler; or finds what it made before.
struct ProgramCompiler {
  private let toolchain: Toolchain
  private let cache: CodeCache

  init(environment: [String: String]) throws(EngineFailure) {
    toolchain = try Toolchain(environment: environment)
    cache = CodeCache(environment: environment)
  }

  /// Loads the code of a program, compiled anew if need be. Takes as long as the compilers do.
  func code(of source: FaustSourceFile) throws(EngineFailure) -> ProgramCode {
    let key = key(of: source)
    if let path = cache.find(key) {
      if let code = ProgramCode(path: path) { return code }
      cache.remove(key)
    }
    let path = try compile(source, key)
    guard let code = ProgramCode(path: path) else {
      throw EngineFailure(
        .machine, what: source.path, why: "what the C compiler made of it cannot be loaded",
        remedy: "empty \(cache.folder) and try again")
    }
    return code
  }

  private func key(of source: FaustSourceFile) -> Fingerprint {
    var key = toolchain.fingerprint
    key.add(source.text.utf8)
    key.add(source.stem.utf8)
    key.add((source.neighbours.isEmpty ? "" : source.folder).utf8)
    return key
  }

  private func compile(_ source: FaustSourceFile, _ key: Fingerprint) throws(EngineFailure) -> String {
    let folder: String
    do { folder = try cache.makeWorkshop() } catch { throw cacheFailure(error) }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let hasEffect = try translate(source, in: folder)
    try refuseSoundFiles(source, in: folder)
    try assemble(source, in: folder, withEffect: hasEffect)
    do {
      return try cache.store(
        "\(folder)/program.so", for: key, libraries: Self.libraries(of: source, in: folder))
    } catch { throw cacheFailure(error) }
  }

  private func cacheFailure(_ error: any Error) -> EngineFailure {
    EngineFailure(
      .machine, what: cache.folder, why: "it cannot be written: \(error.localizedDescription)",
      remedy: "make room there, or set XDG_CACHE_HOME")
  }

  // MARK: Faust

  /// Writes `process/code.c`, and `effect/code.c` if the program has an effect, which it answers. Both at once, for
  /// most machines have two processors.
  private func translate(_ source: FaustSourceFile, in folder: String) throws(EngineFailure) -> Bool {
    let process = faust(source, "process", CompiledSource.processClass, in: folder)
    let effect =
      source.mayHaveEffect ? faust(source, "effect", CompiledSource.effectClass, in: folder) : nil
    let hasEffect = effect?.succeeds() ?? false
    guard let process, process.succeeds() else {
      throw Self.complaint(in: folder, "process").failure(of: source)
    }
    if effect != nil, !hasEffect {
      let complaint = Self.complaint(in: folder, "effect")
      guard complaint.isAboutMissingEffect else { throw complaint.failure(of: source) }
    }
    return hasEffect
  }

  private func refuseSoundFiles(_ source: FaustSourceFile, in folder: String) throws(EngineFailure) {
    let codes = ["process", "effect"].map { "\(folder)/\($0)/code.c" }
    let wantsThem = codes.contains { path in
      (try? String(contentsOfFile: path, encoding: .utf8))?.contains("addSoundfile(") ?? false
    }
    guard wantsThem else { return }
    throw EngineFailure(
      .program, what: source.path, why: "it wants sound files by soundfile(), which Spinet does not give it",
      remedy: "use waveform{…} for short ones, or play the file itself: spinet play FILE.wav")
  }

  /// Starts `faust` on one of the program's definitions.
  private func faust(
    _ source: FaustSourceFile, _ definition: String, _ name: String, in folder: String
  ) -> ChildProcess? {
    mkdir("\(folder)/\(definition)", 0o700)
    return ChildProcess(
      toolchain.faust.path,
      [
        "-lang", "c", "-cn", name, "-pn", definition, "-json", "-O", "\(folder)/\(definition)", "-o",
        "code.c", source.absolutePath,
      ], log: "\(folder)/\(definition).log")
  }

  private static func complaint(in folder: String, _ definition: String) -> FaustComplaint {
    FaustComplaint(output: log(in: folder, definition))
  }

  private static func log(in folder: String, _ name: String) -> String {
    let bytes = FileManager.default.contents(atPath: "\(folder)/\(name).log") ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The files that a program was made of, besides itself.
  private static func libraries(of source: FaustSourceFile, in folder: String) -> [String] {
    struct Description: Decodable {
      let libraries: [String]?
      enum CodingKeys: String, CodingKey { case libraries = "library_list" }
    }
    let lists = ["process", "effect"].map { definition in
      let file = "\(folder)/\(definition)/\(source.name).json"
      let bytes = FileManager.default.contents(atPath: file) ?? Data()
      return (try? JSONDecoder().decode(Description.self, from: bytes))?.libraries ?? []
    }
    return Set(lists.joined()).union(source.neighbours).sorted()
  }

  // MARK: C

  /// Makes `program.so` of what Faust wrote.
  private func assemble(
    _ source: FaustSourceFile, in folder: String, withEffect hasEffect: Bool
  ) throws(EngineFailure) {
    let unit = CompiledSource.unit(process: "process/code.c", effect: hasEffect ? "effect/code.c" : nil)
    do {
      try unit.write(toFile: "\(folder)/program.c", atomically: false, encoding: .utf8)
    } catch { throw cacheFailure(error) }
    let arguments =
      Toolchain.flags + ["-I\(source.folder)", "-o", "\(folder)/program.so", "\(folder)/program.c", "-lm"]
    let compiler = ChildProcess(toolchain.compiler.path, arguments, log: "\(folder)/compiler.log")
    guard let compiler, compiler.succeeds() else {
      throw EngineFailure(
        source.callsForeignCode ? .program : .machine, what: source.path,
        why: "\(toolchain.compiler.path) refuses what Faust wrote: \(Self.firstError(in: folder))",
        remedy: source.callsForeignCode
          ? "mend the C that it names" : "install a complete C compiler: apt-get install gcc libc6-dev")
    }
  }

  private static func firstError(in folder: String) -> String {
    let lines = log(in: folder, "compiler").split(separator: "\n")
    let line = (lines.first { $0.contains("error") } ?? lines.first).map(String.init) ?? "no reason given"
    return line.replacing("\(folder)/", with: "")
  }
}
