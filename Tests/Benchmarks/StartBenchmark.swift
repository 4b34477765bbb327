import Foundation

/// From nothing to ready, and how much memory it then holds; FluidSynth beside it from nothing to its prompt.
struct StartBenchmark {
  let peers: Peers

  func rows() throws -> [Table.Row] {
    var spinet: [(seconds: Double, megabytes: Double)] = []
    var fluid: [(seconds: Double, megabytes: Double)] = []
    for _ in 0..<7 {
      let words = [
        "play", "--midi", "none", "--pcm", "none", "--state", "none", "--no-terminal", "--name", "Benchmark",
      ]
      spinet.append(try start([Spinet.path] + words, until: "ready"))
      if let program = peers.fluidSynth {
        fluid.append(
          try start(
            [program, "-n", "-a", "file", "-o", "audio.file.name=/dev/null", peers.soundFont], until: ">"))
      }
    }
    return [
      row(
        "start-up to ready", spinet.map { $0.seconds * 1000 }.median, fluid.map { $0.seconds * 1000 }.median,
        "ms"),
      row("resident when ready", spinet.map(\.megabytes).median, fluid.map(\.megabytes).median, "MB"),
    ]
  }

  private func row(_ work: String, _ spinet: Double, _ fluid: Double, _ unit: String) -> Table.Row {
    Table.Row(
      work: "\(work), beside FluidSynth", spinet: "\(spinet.short) \(unit)",
      peer: fluid.isNaN ? "not here" : "\(fluid.short) \(unit)",
      ratio: fluid.isNaN ? "" : (spinet / fluid).short)
  }

  /// Starts a program and waits for `sign` in what it prints.
  private func start(_ words: [String], until sign: String) throws -> (seconds: Double, megabytes: Double) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = Pipe()
    let begin = Stopwatch.clock(CLOCK_MONOTONIC)
    try process.run()
    var text = ""
    while !text.contains(sign) {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    let seconds = Stopwatch.clock(CLOCK_MONOTONIC) - begin
    let megabytes = residentMegabytes(process.processIdentifier)
    process.terminate()
    process.waitUntilExit()
    return (seconds, megabytes)
  }

  private func residentMegabytes(_ process: Int32) -> Double {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let words = line?.split(whereSeparator: \.isWhitespace) ?? []
    return words.count > 1 ? (Double(words[1]) ?? .nan) / 1024 : .nan
  }
}
