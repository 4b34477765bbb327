import FoundationEssentials
import Glibc
import SpinetRealtime
import SpinetSession
import SpinetText
import Synchronization
import SystemPackage

/// Renders many songs, each in its own process, so that the crash of one does not affect the others.
///
/// A song whose file exists is skipped: a render gives its file the final name at the end, so the file is complete.
package final class RenderJobs: Sendable {
  /// The outcome of a song.
  package enum Outcome: Sendable {
    case isThere
    /// The lines that the process printed.
    case rendered([String])
    case failed([String])
  }

  private let program: FilePath
  private let arguments: [String]
  private let replaces: Bool
  private let rest: Mutex<ArraySlice<RenderPlan.Job>>
  private let tell: @Sendable (RenderPlan.Job, Outcome) -> Void
  private let failures = Atomic<Int>(0)
  private let count: Int

  /// - Parameters:
  ///   - program: renders one song: it gets `render SONG -o FILE` and `arguments`.
  ///   - tell: called by the threads that wait for the processes.
  package init(
    _ plan: RenderPlan, program: FilePath, arguments: [String], replaces: Bool,
    tell: @escaping @Sendable (RenderPlan.Job, Outcome) -> Void
  ) {
    self.program = program
    self.arguments = arguments
    self.replaces = replaces
    self.tell = tell
    rest = Mutex(plan.jobs[...])
    count = plan.jobs.count
  }

  /// Renders all songs, up to `jobs` at the same time.
  ///
  /// - Throws: an error if songs have failed, or if a signal has ended the work.
  package func run(atOnce jobs: Int) throws(SpinetError) {
    SignalHandling.begin(waking: nil)
    defer { SignalHandling.end() }
    try runThreads(min(max(jobs, 1), max(count, 1)))
    try SignalHandling.checkEnd()
    let failed = failures.load(ordering: .relaxed)
    guard failed > 0 else { return }
    throw SpinetError(
      .songsFailed, what: "\(failed) of \(count) songs", why: "they could not be rendered",
      remedy: "see the messages above; the next run skips finished songs")
  }

  /// Returns when all threads have ended.
  private func runThreads(_ number: Int) throws(SpinetError) {
    guard number > 0 else { return }
    let thread = try WorkerThread(name: "spinet-render") { self.work() }
    try runThreads(number - 1)
    _ = consume thread
  }

  private func work() {
    while !SignalHandling.isEndRequested, let job = rest.withLock({ $0.popFirst() }) {
      let outcome = outcome(of: job)
      if case .failed = outcome { failures.wrappingAdd(1, ordering: .relaxed) }
      if !SignalHandling.isEndRequested { tell(job, outcome) }
    }
  }

  private func outcome(of job: RenderPlan.Job) -> Outcome {
    if !replaces, job.output.exists { return .isThere }
    let log = ProcessLog(of: "spinet-render", in: ProcessInfo.processInfo.environment)
    let words = ["render", job.song.string, "-o", job.output.string] + arguments
    guard var process = ChildProcess(program.string, words, log: log.path.string) else {
      return .failed(["spinet: \(job.song): no process can be started; close other programs"])
    }
    let end = process.end(within: Self.longestSeconds) { SignalHandling.isEndRequested }
    let lines = log.text.split(separator: "\n").map(String.init)
    switch end {
    case .exited(0): return .rendered(lines)
    case .exited where lines.contains { $0.contains(job.song.string) }: return .failed(lines)
    case .exited(let status):
      return .failed(lines + ["spinet: \(job.song): its process ended with status \(status); try it alone"])
    case .timedOut, .stopped: return .failed(["spinet: \(job.song): it took more than a day; try it alone"])
    }
  }

  /// A day: longer than any song.
  private static let longestSeconds = 86_400.0
}
