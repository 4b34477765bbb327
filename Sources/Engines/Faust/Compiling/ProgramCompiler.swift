import Foundation
import Glibc
import SpinetEngine
import SpinetRealtime

/// Compiles a `.dsp` to a shared library with `faust -lang c` and the C compiler, or finds it in the cache.
struct ProgramCompiler {
  private let toolchain: Toolchain
  private let cache: CodeCache
  /// How long each compiler may run.
  private let secondsAllowed: Double
  /// If it returns true, the compilers are stopped.
  private let isUnwanted: () -> Bool

  /// - Parameter environment: `SPINET_COMPILE_SECONDS` is how long each compiler may run, 60 by default.
  init(environment: [String: String], unless isUnwanted: @escaping () -> Bool = { false })
    throws(SpinetError)
  {
    toolchain = try Toolchain(environment: environment)
    cache = CodeCache(environment: environment)
    secondsAllowed =
      environment["SPINET_COMPILE_SECONDS"].flatMap { Double($0) }.map { min($0, 86_400) } ?? 60
    self.isUnwanted = isUnwanted
  }

  /// Loads the code of a program, which is compiled first if necessary. Takes as long as the compilers.
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
        .device, what: source.path, why: "the compiled program cannot be loaded",
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
      remedy: "free some space there, or set XDG_CACHE_HOME")
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
        remedy: "simplify the program, or allow more time: SPINET_COMPILE_SECONDS=600")
    case .stopped:
      throw SpinetError(
        .device, what: source.path, why: "\(compiler) was stopped because Spinet is ending",
        remedy: "start Spinet again")
    }
  }

  private static func shown(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }

  private func notStarted(_ compiler: String) -> SpinetError {
    SpinetError(
      .device, what: compiler, why: "the system cannot start another process", remedy: "end other programs")
  }

  // MARK: Faust

  /// Writes `process/code.c`, and `effect/code.c` if the program has an effect. Returns whether it has one. Both are
  /// written at the same time, because most machines have two cores.
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

  /// Nil for a program that certainly has no effect.
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
      .input, what: source.path, why: "it loads sound files with soundfile(), which Spinet does not support",
      remedy: "use waveform{…} for short ones, or play the file itself: spinet play FILE.wav")
  }

  /// Starts `faust` for one of the program's definitions.
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

  /// The files that a program was compiled from, except itself.
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

  /// Compiles Faust's C code to `program.so`.
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
        why: "\(toolchain.compiler.path) cannot compile the C code: \(Self.firstError(in: folder))",
        remedy: source.callsForeignCode
          ? "fix the C code that it names" : "install a complete C compiler: apt-get install gcc libc6-dev")
    }
  }

  private static func firstError(in folder: String) -> String {
    let lines = log(in: folder, "compiler").split(separator: "\n")
    let line = (lines.first { $0.contains("error") } ?? lines.first).map(String.init) ?? "no reason is given"
    return line.replacing("\(folder)/", with: "")
  }
}

/// The C code around the code that Faust writes.
enum CompiledSource {
  static let processClass = "spinet_process"
  static let effectClass = "spinet_effect"

  /// The text of a C file that includes Faust's files, with the declarations that they need before them and the sizes
  /// of their instances after them.
  /// - Parameters:
  ///   - process: the name of a file.
  ///   - effect: the name of a file; nil for none.
  static func unit(process: String, effect: String?) -> String {
    var text = frame + part(process, processClass)
    if let effect { text += part(effect, effectClass) }
    return text
  }

  private static func part(_ file: String, _ name: String) -> String {
    """
    #undef FAUSTCLASS
    #include "\(file)"
    const unsigned long \(name)_size = sizeof(\(name));

    """
  }

  /// The structures of `CFaust.h` under the names in Faust's code, and the functions that the code expects.
  static let frame = """
    #define FAUSTFLOAT float
    typedef struct {
      void *uiInterface;
      void (*openTabBox)(void *, const char *);
      void (*openHorizontalBox)(void *, const char *);
      void (*openVerticalBox)(void *, const char *);
      void (*closeBox)(void *);
      void (*addButton)(void *, const char *, float *);
      void (*addCheckButton)(void *, const char *, float *);
      void (*addVerticalSlider)(void *, const char *, float *, float, float, float, float);
      void (*addHorizontalSlider)(void *, const char *, float *, float, float, float, float);
      void (*addNumEntry)(void *, const char *, float *, float, float, float, float);
      void (*addHorizontalBargraph)(void *, const char *, float *, float, float);
      void (*addVerticalBargraph)(void *, const char *, float *, float, float);
      void (*addSoundfile)(void *, const char *, const char *, void **);
      void (*declare)(void *, float *, const char *, const char *);
    } UIGlue;
    typedef struct {
      void *metaInterface;
      void (*declare)(void *, const char *, const char *);
    } MetaGlue;
    static inline int min(int a, int b) { return a < b ? a : b; }
    static inline int max(int a, int b) { return a < b ? b : a; }

    """
}
