import Foundation
import Glibc
import SpinetEngine
import SpinetRealtime

/// Makes a shared library from a `.dsp`: `faust -lang c`, then the C compiler; or finds an earlier one.
struct ProgramCompiler {
  private let toolchain: Toolchain
  private let cache: CodeCache
  /// How long each compiler may run.
  private let secondsAllowed: Double
  /// Ends the compilers when it answers true.
  private let isUnwanted: () -> Bool

  /// - Parameter environment: `SPINET_COMPILE_SECONDS` is how long each compiler may run, 60 if it is not set.
  init(environment: [String: String], unless isUnwanted: @escaping () -> Bool = { false })
    throws(SpinetError)
  {
    toolchain = try Toolchain(environment: environment)
    cache = CodeCache(environment: environment)
    secondsAllowed =
      environment["SPINET_COMPILE_SECONDS"].flatMap { Double($0) }.map { min($0, 86_400) } ?? 60
    self.isUnwanted = isUnwanted
  }

  /// Loads the code of a program, compiled first if necessary. Takes as long as the compilers do.
  func code(of source: FaustSourceFile) throws(SpinetError) -> ProgramCode {
    try cache.check()
    let key = key(of: source)
    if let path = cache.find(key) {
      if let code = ProgramCode(path: path) { return code }
      cache.remove(key)
    }
    let path = try compile(source, key)
    guard let code = ProgramCode(path: path) else {
      throw SpinetError(
        .device, what: source.path, why: "what the C compiler made of it cannot be loaded",
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

  private func compile(_ source: FaustSourceFile, _ key: Fingerprint) throws(SpinetError) -> String {
    let folder: String
    do { folder = try cache.makeWorkFolder() } catch { throw cacheFailure(error) }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let hasEffect = try translate(source, in: folder)
    try refuseSoundFiles(source, in: folder)
    try assemble(source, in: folder, withEffect: hasEffect)
    do {
      return try cache.store(
        "\(folder)/program.so", for: key, libraries: Self.libraries(of: source, in: folder))
    } catch { throw cacheFailure(error) }
  }

  private func cacheFailure(_ error: any Error) -> SpinetError {
    if let error = error as? SpinetError { return error }
    return SpinetError(
      .device, what: cache.folder, why: "it cannot be written: \(error.localizedDescription)",
      remedy: "make room there, or set XDG_CACHE_HOME")
  }

  /// Whether a compiler succeeded.
  private func check(_ end: ChildProcess.End, of compiler: String, _ source: FaustSourceFile)
    throws(SpinetError) -> Bool
  {
    switch end {
    case .exited(let status): return status == 0
    case .timedOut:
      throw SpinetError(
        .input, what: source.path,
        why: "\(compiler) has not finished after \(Self.shown(secondsAllowed)) s",
        remedy: "make the program simpler, or allow more: SPINET_COMPILE_SECONDS=600")
    case .stopped:
      throw SpinetError(
        .device, what: source.path, why: "\(compiler) was stopped, because Spinet ends",
        remedy: "start Spinet again")
    }
  }

  private static func shown(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }

  private func notStarted(_ compiler: String) -> SpinetError {
    SpinetError(
      .device, what: compiler, why: "the system has no process for it", remedy: "end other programs")
  }

  // MARK: Faust

  /// Writes `process/code.c`, and `effect/code.c` if the program has an effect, which is the answer. Both at the
  /// same time, because most machines have two processors.
  private func translate(_ source: FaustSourceFile, in folder: String) throws(SpinetError) -> Bool {
    guard var process = faust(source, "process", CompiledSource.processClass, in: folder) else {
      throw notStarted(toolchain.faust.path)
    }
    let effectEnd = try endOfEffect(source, in: folder)
    guard try check(process.end(within: secondsAllowed, unless: isUnwanted), of: "faust", source) else {
      throw Self.complaint(in: folder, "process").failure(of: source)
    }
    guard let effectEnd else { return false }
    if try check(effectEnd, of: "faust", source) { return true }
    let complaint = Self.complaint(in: folder, "effect")
    guard complaint.isAboutMissingEffect else { throw complaint.failure(of: source) }
    return false
  }

  /// Nil for a program that has none for certain.
  private func endOfEffect(_ source: FaustSourceFile, in folder: String) throws(SpinetError)
    -> ChildProcess.End?
  {
    guard source.mayHaveEffect else { return nil }
    guard var effect = faust(source, "effect", CompiledSource.effectClass, in: folder) else {
      throw notStarted(toolchain.faust.path)
    }
    return effect.end(within: secondsAllowed, unless: isUnwanted)
  }

  private func refuseSoundFiles(_ source: FaustSourceFile, in folder: String) throws(SpinetError) {
    let codes = ["process", "effect"].map { "\(folder)/\($0)/code.c" }
    let wantsThem = codes.contains { path in
      (try? String(contentsOfFile: path, encoding: .utf8))?.contains("addSoundfile(") ?? false
    }
    guard wantsThem else { return }
    throw SpinetError(
      .input, what: source.path, why: "it wants sound files by soundfile(), which Spinet does not give it",
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

  private static func complaint(in folder: String, _ definition: String) -> FaustCompilerMessage {
    FaustCompilerMessage(output: log(in: folder, definition))
  }

  private static func log(in folder: String, _ name: String) -> String {
    let bytes = FileManager.default.contents(atPath: "\(folder)/\(name).log") ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The files that a program was made of, except itself.
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

  /// Compiles what Faust wrote to `program.so`.
  private func assemble(
    _ source: FaustSourceFile, in folder: String, withEffect hasEffect: Bool
  ) throws(SpinetError) {
    let unit = CompiledSource.unit(process: "process/code.c", effect: hasEffect ? "effect/code.c" : nil)
    do {
      try unit.write(toFile: "\(folder)/program.c", atomically: false, encoding: .utf8)
    } catch { throw cacheFailure(error) }
    let arguments =
      Toolchain.flags + ["-I\(source.folder)", "-o", "\(folder)/program.so", "\(folder)/program.c", "-lm"]
    guard var compiler = ChildProcess(toolchain.compiler.path, arguments, log: "\(folder)/compiler.log")
    else { throw notStarted(toolchain.compiler.path) }
    let end = compiler.end(within: secondsAllowed, unless: isUnwanted)
    guard try check(end, of: toolchain.compiler.path, source) else {
      throw SpinetError(
        source.callsForeignCode ? .input : .device, what: source.path,
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
