import Foundation

/// A program that runs until this object is let go, and what it takes meanwhile.
final class LiveProgram {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private let begin = Stopwatch.clock(CLOCK_MONOTONIC)
  private(set) var text = ""

  init(_ words: [String]) throws {
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = input
    try process.run()
  }

  deinit { stop() }

  /// Waits until the program has printed `sign` or ended; the seconds since it was started.
  func wait(for sign: String) -> Double {
    while !text.contains(sign) {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    return Stopwatch.clock(CLOCK_MONOTONIC) - begin
  }

  func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  var residentMegabytes: Double {
    let line = file("status").split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let words = line?.split(whereSeparator: \.isWhitespace) ?? []
    return words.count > 1 ? (Double(words[1]) ?? .nan) / 1024 : .nan
  }

  /// What it does while nobody asks anything of it.
  struct Idling {
    /// Of one processor, 0 to 1.
    let load: Double
    let wakeUps: Int
  }

  /// What it takes in the next `seconds`.
  func idling(seconds: Double) -> Idling {
    let start = (Stopwatch.clock(CLOCK_MONOTONIC), processorSeconds, wakeUps)
    Thread.sleep(forTimeInterval: seconds)
    let load = (processorSeconds - start.1) / (Stopwatch.clock(CLOCK_MONOTONIC) - start.0)
    return Idling(load: load, wakeUps: wakeUps - start.2)
  }

  /// Of all its threads, to the nanosecond.
  private var processorSeconds: Double {
    threads.reduce(0) { sum, thread in
      let spent = file("task/\(thread)/schedstat").split(separator: " ").first.flatMap { Double($0) }
      return sum + (spent ?? 0) * 1e-9
    }
  }

  /// How often one of its threads has gone to sleep.
  private var wakeUps: Int {
    threads.reduce(0) { sum, thread in
      let line = file("task/\(thread)/status").split(separator: "\n")
        .first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0)
    }
  }

  private var threads: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder + "/task")) ?? []
  }

  private var folder: String { "/proc/\(process.processIdentifier)" }

  private func file(_ name: String) -> String {
    (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
  }
}
