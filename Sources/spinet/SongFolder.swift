import ArgumentParser
import Glibc
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetTools
import Synchronization
import SystemPackage

/// The options for many songs at once.
struct ManySongsOptions: ParsableArguments {
  @Option(
    name: .customLong("out-dir"),
    help: ArgumentHelp("Render every song that is given into this folder.", valueName: "folder"))
  var folder: String?

  @Option(help: ArgumentHelp("With --out-dir: how many songs at once.", valueName: "number"))
  var jobs: Int = 1

  @Option(
    help: ArgumentHelp(
      "With --out-dir: render one share of the songs: 3/16 is the third of sixteen.", valueName: "share"),
    transform: Self.shard)
  var shard: RenderPlan.Shard?

  @Flag(
    help: "Replace sound files that exist. With --out-dir, songs that have one are passed over otherwise.")
  var replace = false

  /// Given to the process of each song.
  @Flag(name: .customLong("one-of-many"), help: .hidden)
  var isOneOfMany = false

  private static func shard(_ text: String) throws -> RenderPlan.Shard {
    guard let shard = RenderPlan.Shard(text) else {
      throw ValidationError("it is not a share, expected one such as 3/16")
    }
    return shard
  }

  func validate() throws {
    guard (1...256).contains(jobs) else {
      throw ValidationError("--jobs \(jobs) is out of range, expected 1 to 256")
    }
    if folder == nil, jobs != 1 || shard != nil {
      throw ValidationError("--jobs and --shard are for many songs, expected --out-dir")
    }
  }
}

extension RenderCommand {
  /// Renders every song among the words with one instrument.
  func renderSongs(into folder: FilePath) throws {
    let (songs, instrument) = RenderPlan.split(words, isSong: RenderPlan.isSong)
    try SoundArguments.check(instrument)
    guard !songs.isEmpty else {
      throw SpinetError(
        .wrongValue, what: "render", why: "no song was given", remedy: "give MIDI files, such as *.mid")
    }
    let plan = try RenderPlan(songs: songs, folder: folder, shard: many.shard)
    guard mkdir(folder.string, 0o777) == 0 || errno == EEXIST else {
      throw SpinetError(
        .notWritten, what: folder.string, why: "\(Errno.last)",
        remedy: Remedy(.choosePlace))
    }
    let progress = SongProgress(
      count: plan.jobs.count, isQuiet: verbosity.quiet && !json, isJSON: json)
    let jobs = RenderJobs(
      plan, program: FilePath("/proc/self/exe").resolved ?? "/proc/self/exe",
      arguments: sharedArguments(instrument),
      replaces: many.replace, tell: progress.tell)
    defer { progress.end() }
    try jobs.run(atOnce: many.jobs)
  }

  /// The words that every song's own process gets.
  private func sharedArguments(_ instrument: [String]) -> [String] {
    var words = instrument + ["--period", "\(common.period)"]
    func add(_ option: String, _ value: String?) { if let value { words += [option, value] } }
    add("--parts", parts?.rawValue)
    add("--font", font)
    // The songs share the cores.
    add("--cores", "\(common.cores ?? 1)")
    add("--tail", tail.map { "\($0)" })
    add("--input", input)
    add("--duration", duration.map { "\($0)" })
    add("--rate", common.rate.map { "\($0)" })
    for map in common.maps { add("--map", map) }
    add("--keyboard", common.keyboard)
    for folder in common.include { add("--include", folder) }
    for setting in common.set { add("--set", setting) }
    let flags = [
      (true, "--one-of-many"), (many.replace, "--replace"), (common.isFaustStrict, "--faust-strict"),
      (normalise, "--normalise"),
      (verbosity.verbose, "--verbose"), (json, "--json"),
    ]
    return words + flags.filter(\.0).map(\.1)
  }
}

/// Reports each song in a line and, on a terminal, the progress.
private final class SongProgress: Sendable {
  private let count: Int
  private let isQuiet: Bool
  /// Whether standard output may have only JSON objects.
  private let isJSON: Bool
  private let isOnTerminal = isatty(STDERR_FILENO) != 0
  private let done = Mutex(0)

  init(count: Int, isQuiet: Bool, isJSON: Bool) {
    self.count = count
    self.isQuiet = isQuiet
    self.isJSON = isJSON
  }

  @Sendable func tell(_ job: RenderPlan.Job, _ outcome: RenderJobs.Outcome) {
    done.withLock { done in
      done += 1
      clear()
      switch outcome {
      case .isThere: say([(isJSON ? "spinet: " : "") + "\(job.output): it exists; skipped"])
      case .rendered(let lines): say(lines)
      case .failed(let lines): lines.forEach(StandardError.say)
      }
      if isOnTerminal, !isQuiet { StandardError.write("\(done)/\(count) songs\r") }
    }
  }

  /// Remarks to the log, results to the output.
  private func say(_ lines: [String]) {
    for line in lines where !isQuiet {
      if line.hasPrefix("spinet: ") { StandardError.say(line) } else { StandardOutput.say(line) }
    }
  }

  func end() { clear() }

  private func clear() { if isOnTerminal, !isQuiet { StandardError.write("\u{1B}[K") } }
}
