import FoundationEssentials
import SpinetRealtime
import SpinetText
import SystemPackage

/// Compiles the code that computes eight voices of a program together. Meanwhile another compiler makes the code for
/// one voice. A failure is not reported, and a compiler that takes too long is ended, because every program can be
/// played without it.
struct GroupCompiler {
  let toolchain: Toolchain
  let source: FaustSourceFile
  let runs: CompilerRuns
  /// The folder for its files.
  let folder: FilePath

  /// How long the start of a program may be delayed at most.
  private static let secondsAllowed = 10.0

  private var library: FilePath { folder.appending("groups.so") }
  private var groupSource: FilePath { folder.appending("groups.c") }

  /// Starts the compiler; nil for a program whose voices cannot be computed in groups.
  func start() -> ChildProcess? {
    guard source.options.hasGroups, !source.callsForeignCode, let code, hasGate(code),
      let group = try? GroupSource(code, class: CompiledSource.processClass)
    else { return nil }
    let unit = CompiledSource(parts: [.init(code: group.text, name: CompiledSource.processClass)])
    guard (try? groupSource.write(unit.text.utf8)) != nil else { return nil }
    return start(isExact: false)
  }

  /// The code that Faust has generated.
  private var code: String? {
    (try? folder.appending("process/code.c").contents()).map(FaustSourceFile.text)
  }

  /// Programs without a gate have no voices.
  private func hasGate(_ code: String) -> Bool { code.contains("\"gate\", &dsp->") }

  private func start(isExact: Bool) -> ChildProcess? {
    let files = ["-o", library.string, groupSource.string, "-lmvec", "-lm"]
    return try? runs.start(
      toolchain.compiler.path, source.options.groupFlags(isExact: isExact) + files,
      log: folder.appending("groups.log"))
  }

  /// The library, if it is faster than single voices and its voices sound the same. If they sound different, it is
  /// compiled again, with mathematical functions in 64 bits. Call it when the program itself is compiled.
  func library(from run: inout ChildProcess?) -> FilePath? {
    guard run != nil, let program = ProgramCode(path: folder.appending("program.so")) else { return nil }
    let verdict = verdict(of: &run, program)
    guard verdict == .differs else { return verdict == .better ? library : nil }
    var exactRun = start(isExact: true)
    return self.verdict(of: &exactRun, program) == .better ? library : nil
  }

  private func verdict(of run: inout ChildProcess?, _ program: ProgramCode) -> GroupTrial.Verdict? {
    guard runs.succeeds(&run, within: Self.secondsAllowed), let groups = GroupCode(path: library) else {
      return nil
    }
    return ProgramCode.running(source.name) { GroupTrial(program, groups)?.verdict }
  }
}
