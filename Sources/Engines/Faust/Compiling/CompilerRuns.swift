import Glibc
import SpinetRealtime
import SystemPackage

/// Runs the compilers for one program, each with a limited time. A compilation that takes longer than a second is
/// reported once.
final class CompilerRuns {
  /// How long compilers may run, and what is called for slow ones.
  struct Rules {
    /// For each compiler.
    let secondsAllowed: Double
    /// The memory of each compiler, in bytes.
    let bytesAllowed: Int
    /// If it returns true, the compilers are stopped.
    let isUnwanted: () -> Bool
    /// Gets lines for the log.
    let tell: (String) -> Void

    /// - Parameter environment: `SPINET_COMPILE_SECONDS` is how long each compiler may run, 60 by default, and
    ///   `SPINET_COMPILE_MEMORY` how much memory it may have, `2G` by default.
    init(
      environment: [String: String], isUnwanted: @escaping () -> Bool, tell: @escaping (String) -> Void
    ) throws(SpinetError) {
      secondsAllowed = try Self.seconds(environment["SPINET_COMPILE_SECONDS"])
      bytesAllowed = try ProgramMemory.size("SPINET_COMPILE_MEMORY", in: environment) ?? 2 << 30
      self.isUnwanted = isUnwanted
      self.tell = tell
    }

    private static func seconds(_ text: String?) throws(SpinetError) -> Double {
      guard let text, !text.isEmpty else { return 60 }
      guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
        throw SpinetError(
          .wrongValue, what: "SPINET_COMPILE_SECONDS '\(text)'",
          why: "it is not a number of seconds from 0 to 86400",
          remedy: "give seconds above 0 and up to 86400")
      }
      return seconds
    }

    var shownSeconds: String {
      secondsAllowed == secondsAllowed.rounded() ? "\(Int(secondsAllowed))" : "\(secondsAllowed)"
    }
  }

  private let source: FaustSourceFile
  private let rules: Rules
  private let start = HostTime.now
  private var hasTold = false

  init(of source: FaustSourceFile, _ rules: Rules) {
    self.source = source
    self.rules = rules
  }

  /// Limits the memory, in kB, before the compiler takes the place of the shell. A lower limit stays.
  private static let limit = #"ulimit -v "$0" 2> /dev/null; exec "$@""#

  /// Starts a compiler.
  /// - Parameter log: the file for what it prints.
  func start(
    _ compiler: FilePath, _ arguments: [String], log: FilePath
  ) throws(SpinetError) -> ChildProcess {
    let limited = ["-c", Self.limit, "\(rules.bytesAllowed >> 10)", compiler.string] + arguments
    guard let process = ChildProcess("/bin/sh", limited, log: log.string) else {
      throw SpinetError(
        .outOfResources, what: compiler.string, why: "the system cannot start another process",
        remedy: Remedy(.closeOtherPrograms))
    }
    return process
  }

  /// Waits for a compiler. Returns whether it succeeded.
  func succeeds(_ process: inout ChildProcess, named compiler: String) throws(SpinetError) -> Bool {
    switch process.end(within: rules.secondsAllowed, unless: isUnwanted) {
    case .exited(let status): return status == 0
    case .timedOut:
      throw SpinetError(
        .programFailed, what: source.path.string,
        why: "\(compiler) has not finished after \(rules.shownSeconds) s",
        remedy: "simplify the program, or allow more time: SPINET_COMPILE_SECONDS=600")
    case .stopped:
      throw SpinetError(
        .engineStopped, what: source.path.string, why: "\(compiler) was stopped because Spinet is ending",
        remedy: "start Spinet again")
    }
  }

  /// Waits for a compiler that is not essential. Returns false if there is none.
  /// - Parameter seconds: the longest run time, counted from its start.
  func succeeds(_ process: inout ChildProcess?, within seconds: Double) -> Bool {
    process?.end(within: min(seconds, rules.secondsAllowed), unless: isUnwanted) == .exited(status: 0)
  }

  private func isUnwanted() -> Bool {
    tellIfSlow()
    return rules.isUnwanted()
  }

  private func tellIfSlow() {
    guard !hasTold, HostTime.now.seconds - start.seconds >= 1 else { return }
    hasTold = true
    rules.tell(
      "\(source.name): it is still being compiled; each compiler may take \(rules.shownSeconds) s "
        + "(SPINET_COMPILE_SECONDS)")
  }
}
