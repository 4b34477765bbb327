import FoundationEssentials
import Glibc
import SpinetEngine
import SpinetRealtime
import SpinetText
import SystemPackage

/// Compiles a `.dsp` to a shared library with `faust -lang c` and a C or C++ compiler, or finds it in the cache.
struct ProgramCompiler {
  private let toolchain: Toolchain
  private let cache: CodeCache
  private let rules: CompilerRuns.Rules

  init(_ settings: FaustSettings) throws(SpinetError) {
    toolchain = try Toolchain(environment: settings.environment)
    cache = CodeCache(environment: settings.environment)
    rules = try CompilerRuns.Rules(
      environment: settings.environment, isUnwanted: settings.isUnwanted, tell: settings.tell)
  }

  /// Loads the code of a program, which is compiled first if necessary. Takes as long as the compilers.
  func code(of source: FaustSourceFile) throws(SpinetError) -> ProgramCode {
    try cache.check()
    cache.removeAbandonedWork()
    let key = key(of: source)
    if let path = cache.find(key) {
      if let code = ProgramCode(path: path) { return code }
      cache.remove(key)
    }
    let path = try compile(source, key)
    guard let code = ProgramCode(path: path) else {
      throw SpinetError(
        .engineFailed, what: source.path.string, why: "the compiled program cannot be loaded",
        remedy: "empty \(cache.folder) and try again")
    }
    return code
  }

  private func key(of source: FaustSourceFile) -> Fingerprint {
    var key = toolchain.fingerprint
    key.add(source.text.utf8)
    key.add(source.stem.utf8)
    key.add((source.neighbours.isEmpty ? "" : source.folder.string).utf8)
    let flags = [false, true].flatMap {
      source.options.compilerFlags(forCPlusPlus: $0) + source.options.groupFlags(isExact: $0)
    }
    for flag in source.options.faustFlags + flags { key.add(flag.utf8) }
    for folder in source.includeFolders { key.add(folder.string.utf8) }
    return key
  }

  private func compile(_ source: FaustSourceFile, _ key: Fingerprint) throws(SpinetError) -> FilePath {
    let work = try cache.makeWorkFolder()
    return try compile(source, key, in: work)
  }

  private func compile(
    _ source: FaustSourceFile, _ key: Fingerprint, in work: borrowing CodeCache.WorkFolder
  ) throws(SpinetError) -> FilePath {
    let folder = work.path
    let runs = CompilerRuns(of: source, rules)
    let translator = FaustTranslator(faust: toolchain.faust.path, source: source, runs: runs, folder: folder)
    let hasEffect = try translator.translate()
    let groups = GroupCompiler(toolchain: toolchain, source: source, runs: runs, folder: folder)
    var groupRun = groups.start()
    let assembler = CodeAssembler(toolchain: toolchain, source: source, runs: runs, folder: folder)
    let headers = try assembler.assemble(withEffect: hasEffect)
    return try cache.store(
      folder.appending("program.so"), groups: groups.library(from: &groupRun), for: key,
      libraries: translator.libraries.union(headers).sorted { $0.string < $1.string })
  }
}

/// The output of the compilers, in their work folder.
enum CompilerLog {
  static func text(in folder: FilePath, _ name: String) -> String {
    (try? folder.appending("\(name).log").text()) ?? ""
  }
}
