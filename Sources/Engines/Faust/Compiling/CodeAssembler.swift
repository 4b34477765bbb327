import FoundationEssentials
import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// Compiles the C that `faust` has generated to machine code.
struct CodeAssembler {
  let toolchain: Toolchain
  let source: FaustSourceFile
  let runs: CompilerRuns
  /// The folder for its files.
  let folder: FilePath

  /// Writes `program.so`. Returns the files that the code includes.
  ///
  /// Foreign functions may be C or C++, and only a compiler can tell which.
  func assemble(withEffect hasEffect: Bool) throws(SpinetError) -> Set<FilePath> {
    let definitions = hasEffect ? ["process", "effect"] : ["process"]
    let codes = try definitions.map { definition throws(SpinetError) in try code(of: definition) }
    let classes = [CompiledSource.processClass, CompiledSource.effectClass]
    let unit = CompiledSource(parts: zip(codes, classes).map { .init(code: $0, name: $1) })
    if try compiles(unit.text, "program.c", toolchain.compiler.path) { return headers }
    let firstError = error(of: toolchain.compiler.path)
    guard source.callsForeignCode else { throw incompleteCompiler(firstError) }
    guard let compiler = toolchain.compilerOfCPlusPlus else { throw noCPlusPlus(firstError) }
    guard try compiles(unit.text, "program.cpp", compiler.path) else {
      throw SpinetError(
        .programFailed, what: source.path.string, why: error(of: compiler.path),
        remedy: "fix the code that it names")
    }
    return headers
  }

  /// The code that Faust has generated.
  private func code(of definition: String) throws(SpinetError) -> String {
    do throws(Errno) {
      return try FaustSourceFile.text(folder.appending("\(definition)/code.c").contents())
    } catch {
      throw SpinetError(cache: folder.removingLastComponent(), error)
    }
  }

  private func compiles(
    _ text: String, _ name: String, _ compiler: FilePath
  ) throws(SpinetError) -> Bool {
    let code = folder.appending(name)
    do throws(Errno) { try code.write(text.utf8) } catch {
      throw SpinetError(cache: folder.removingLastComponent(), error)
    }
    let flags = source.options.compilerFlags(forCPlusPlus: name.hasSuffix(".cpp"))
    let includes = ([source.folder] + source.includeFolders).map { "-I\($0)" }
    let files = [
      "-MMD", "-MF", headerList.string, "-o", folder.appending("program.so").string, code.string, "-lm",
    ]
    var process = try runs.start(
      compiler, flags + includes + files, log: folder.appending("compiler.log"))
    return try runs.succeeds(&process, named: compiler.string)
  }

  private func incompleteCompiler(_ why: String) -> SpinetError {
    SpinetError(
      .notInstalled, what: source.path.string, why: why,
      remedy: "install a complete C compiler: apt-get install gcc libc6-dev")
  }

  private func noCPlusPlus(_ why: String) -> SpinetError {
    SpinetError(
      .programFailed, what: source.path.string, why: why,
      remedy: "if it is C++, install a C++ compiler: apt-get install g++; if it is C, fix it")
  }

  private func error(of compiler: FilePath) -> String {
    let lines = CompilerLog.text(in: folder, "compiler").split(separator: "\n")
    let line = (lines.first { $0.contains("error") } ?? lines.first).map(String.init) ?? "no reason is given"
    return "\(compiler) cannot compile the code: \(line.replacing("\(folder)/", with: ""))"
  }

  /// The files in the compiler's list for make(1), without those in the work folder.
  private var headers: Set<FilePath> {
    let files = Self.prerequisites((try? headerList.text()) ?? "").map { FilePath($0) }
    return Set(files.filter { !$0.starts(with: folder) })
  }

  private var headerList: FilePath { folder.appending("headers") }

  /// `a b\ c` of `target: a \⏎ b\ c`.
  static func prerequisites(_ rule: String) -> [String] {
    guard let colon = rule.firstRange(of: ": ") else { return [] }
    let space = "\u{1}"
    let list = rule[colon.upperBound...].replacing("\\\n", with: " ").replacing("\\ ", with: space)
    return list.split(whereSeparator: \.isWhitespace).map { String($0).replacing(space, with: " ") }
  }
}
