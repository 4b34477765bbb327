import Foundation
import SpinetRealtime

/// Plays evenings with the real session in virtual time, and looks for what must never happen.
///
///     evening [--evenings N] [--minutes N] [--seed N] [--actions N] [--failures N] [--trace N]
///     evening --hours N
///
/// The first has the seed that is given, each other one the next. With `--actions`, only the first N actions happen. With
/// `--trace`, the Nth and each later one is told. It stops after N failures, if that is given. A failure is told with its seed and the fewest actions that lead to one. With
/// `--hours` nothing goes wrong, but 100 events come each second.
@main struct Main {
  static func main() throws {
    let options = try Options(CommandLine.arguments.dropFirst())
    let home = try Home()
    defer { home.remove() }
    if let hours = options.hours { exit(try play(hours: hours, home)) }
    var (played, failed) = (0, 0)
    var total = Total()
    for seed in options.seed..<options.seed + UInt64(options.evenings) where failed < options.failures {
      // At once, so that it is known which one ends the process.
      say("evening \(seed): ", end: "")
      let evening = try Evening(seed: seed, minutes: options.minutes, actions: options.actions, home: home)
      evening.world.tracesFrom = options.trace
      let failure = total.time { evening.play() }
      played += 1
      total.add(evening)
      guard let failure else {
        say("\(Int(evening.seconds)) s, \(evening.counts.values.reduce(0, +)) actions")
        continue
      }
      failed += 1
      tell(failure, of: evening)
      let fewest = try Self.fewestActions(before: failure.actions, seed, options, home)
      say("  evening --seed \(seed) --minutes \(options.minutes) --actions \(fewest)")
    }
    say("\(total)")
    say("\(played - failed) passed, \(failed) failed")
    home.remove()
    exit(failed == 0 ? 0 : 1)
  }

  private static func play(hours: Double, _ home: Home) throws -> Int32 {
    let steady = try SteadyHours(hours: hours, home: home)
    let start = HostTime.now
    let failure = steady.play()
    if let failure { say("after \(failure.seconds) s: \(failure.what)") }
    for line in failure == nil ? [] : steady.lastLines { say("  | \(line)") }
    say("\(steady), played in \(Int(Double(HostTime.now.nanoseconds(since: start)) * 1e-9)) s")
    say(failure == nil ? "1 passed, 0 failed" : "0 passed, 1 failed")
    home.remove()
    return failure == nil ? 0 : 1
  }

  private static func tell(_ failure: World.Failure, of evening: Evening) {
    say("after \(failure.actions) actions and \(failure.seconds) s: \(failure.what)")
    for line in evening.lastLines { say("  | \(line)") }
  }

  /// The length of the shortest beginning that fails, by halving.
  private static func fewestActions(
    before count: Int, _ seed: UInt64, _ options: Options, _ home: Home
  ) throws -> Int {
    var (passes, fails) = (0, count)
    while fails - passes > 1 {
      let middle = (passes + fails) / 2
      let evening = try Evening(seed: seed, minutes: options.minutes, actions: middle, home: home)
      if evening.play() == nil { passes = middle } else { fails = middle }
    }
    return fails
  }
}

/// Writes a line at once.
private func say(_ text: String, end: String = "\n") {
  FileHandle.standardOutput.write(Data((text + end).utf8))
}

/// How much was played, and how fast.
private struct Total: CustomStringConvertible {
  private var seconds = 0.0
  private var took = 0.0
  private var counts: [Action: Int] = [:]
  private var recorded = 0.0
  private var heard = 0
  private var synthNotes = 0

  mutating func time<Result>(_ work: () -> Result) -> Result {
    let start = HostTime.now
    defer { took += Double(HostTime.now.nanoseconds(since: start)) * 1e-9 }
    return work()
  }

  mutating func add(_ evening: Evening) {
    seconds += evening.seconds
    recorded += evening.recordedSeconds
    heard += evening.heardFrames
    synthNotes += evening.synthNotes
    counts.merge(evening.counts) { $0 + $1 }
  }

  var description: String {
    let actions = Action.allCases.map { "\($0.rawValue) \(counts[$0] ?? 0)" }.joined(separator: ", ")
    let speed = Int(seconds / max(took, 1e-3))
    return """
      \(actions)
      \(Int(recorded)) s of recordings hold what was heard
      \(heard) frames of an input were heard in their order
      \(synthNotes) notes of a synthesizer outside ended
      \(Int(seconds)) s of playing in \(Int(took)) s: \(speed) times real time; \(Resources.megabytes) MB
      """
  }
}

/// The words of the command.
struct Options {
  var evenings = 1
  var minutes = 120.0
  var seed: UInt64 = 1
  var actions: Int?
  var hours: Double?
  var failures = Int.max
  var trace = Int.max

  struct Misuse: Error, CustomStringConvertible { let description: String }

  init(_ words: ArraySlice<String>) throws {
    var rest = words
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Misuse(description: "\(option) without a value") }
      switch option {
      case "--evenings": evenings = try Self.number(value, Int.init)
      case "--minutes": minutes = try Self.number(value, Double.init)
      case "--hours": hours = try Self.number(value, Double.init)
      case "--seed": seed = try Self.number(value, UInt64.init)
      case "--failures": failures = try Self.number(value, Int.init)
      case "--trace": trace = try Self.number(value, Int.init)
      case "--actions": actions = try Self.number(value, Int.init)
      default: throw Misuse(description: "unknown option \(option)")
      }
    }
  }

  private static func number<Value>(_ text: String, _ read: (String) -> Value?) throws -> Value {
    guard let value = read(text) else { throw Misuse(description: "'\(text)' cannot be read") }
    return value
  }
}
