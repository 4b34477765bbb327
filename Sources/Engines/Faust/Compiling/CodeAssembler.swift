import FoundationEssentials
import Glibc
import SpinetRealtime

/// Compiles the C that `faust` has written to machine code.
struct CodeAssembler {
  let toolchain: Toolchain
  let source: FaustSourceFile
  let runs: CompilerRuns
  /// Where it works.
  let folder: String

  /// Writes `program.so`. Returns the files that the code includes.
  ///
  /// Foreign functions may be C or C++, and only a compiler can tell which.
  func assemble(withEffect hasEffect: Bool) throws -> Set<String> {
    let definitions = hasEffect ? ["process", "effect"] : ["process"]
    let codes = try definitions.map { definition in
      let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(definition)/code.c"))
      return FaustSourceFile.text([UInt8](bytes))
    }
    let classes = [CompiledSource.processClass, CompiledSource.effectClass]
    let unit = CompiledSource(parts: zip(codes, classes).map { .init(code: $0, name: $1) })
    if try compiles(unit.text, "program.c", toolchain.compiler.path) { return headers }
    let firstError = error(of: toolchain.compiler.path)
    guard source.callsForeignCode else { throw incompleteCompiler(firstError) }
    guard let compiler = toolchain.compilerOfCPlusPlus else { throw noCPlusPlus(firstError) }
    guard try compiles(unit.text, "program.cpp", compiler.path) else {
      throw SpinetError(
        .input, what: source.path, why: error(of: compiler.path), remedy: "fix the code that it names")
    }
    return headers
  }

  private func compiles(_ text: String, _ name: String, _ compiler: String) throws -> Bool {
    try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    let flags = source.options.compilerFlags(forCPlusPlus: name.hasSuffix(".cpp"))
    let includes = ([source.folder] + source.includeFolders).map { "-I\($0)" }
    let files = [
      "-MMD", "-MF", "\(folder)/headers", "-o", "\(folder)/program.so", "\(folder)/\(name)", "-lm",
    ]
    var process = try runs.start(
      compiler, flags + includes + files, log: "\(folder)/compiler.log")
    return try runs.succeeds(&process, named: compiler)
  }

  private func incompleteCompiler(_ why: String) -> SpinetError {
    SpinetError(
      .device, what: source.path, why: why,
      remedy: "install a complete C compiler: apt-get install gcc libc6-dev")
  }

  private func noCPlusPlus(_ why: String) -> SpinetError {
    SpinetError(
      .input, what: source.path, why: why,
      remedy: "if it is C++, install a C++ compiler: apt-get install g++; if it is C, fix it")
  }

  private func error(of compiler: String) -> String {
    let lines = CompilerLog.text(in: folder, "compiler").split(separator: "\n")
    let line = (lines.first { $0.contains("error") } ?? lines.first).map(String.init) ?? "no reason is given"
    return "\(compiler) cannot compile the code: \(line.replacing("\(folder)/", with: ""))"
  }

  /// The files of the list that the compiler has written for make(1), without those in the work folder.
  private var headers: Set<String> {
    let bytes = FileManager.default.contents(atPath: "\(folder)/headers") ?? Data()
    let files = Self.prerequisites(String(decoding: bytes, as: UTF8.self))
    return Set(files.filter { !$0.hasPrefix(folder) })
  }

  /// `a b\ c` of `target: a \⏎ b\ c`.
  static func prerequisites(_ rule: String) -> [String] {
    guard let colon = rule.firstRange(of: ": ") else { return [] }
    let space = "\u{1}"
    let list = rule[colon.upperBound...].replacing("\\\n", with: " ").replacing("\\ ", with: space)
    return list.split(whereSeparator: \.isWhitespace).map { String($0).replacing(space, with: " ") }
  }
}
