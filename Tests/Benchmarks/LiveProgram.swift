import Foundation

/// A program that runs until this object is let go, and what it takes meanwhile.
final class LiveProgram {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private let begin = Stopwatch.clock(CLOCK_MONOTONIC)
  private(set) var text = ""

  init(_ words: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
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

  /// The share of one processor that it takes in the next `seconds`.
  func load(seconds: Double) -> Double {
    let start = (Stopwatch.clock(CLOCK_MONOTONIC), processorSeconds)
    Thread.sleep(forTimeInterval: seconds)
    return (processorSeconds - start.1) / (Stopwatch.clock(CLOCK_MONOTONIC) - start.0)
  }

  /// Of all its threads, to the nanosecond.
  private var processorSeconds: Double {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/task")) ?? []
    return threads.reduce(0) { sum, thread in
      let spent = file("task/\(thread)/schedstat").split(separator: " ").first.flatMap { Double($0) }
      return sum + (spent ?? 0) * 1e-9
    }
  }

  private var folder: String { "/proc/\(process.processIdentifier)" }

  private func file(_ name: String) -> String {
    (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
  }
}
