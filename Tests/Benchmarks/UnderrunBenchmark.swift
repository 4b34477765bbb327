import Foundation
import SpinetDevices

/// How often the sound breaks off with many voices and the shortest periods, with the processors at rest and with
/// all of them busy; FluidSynth beside it, by turns, on the same server. Beside both, what the machine itself costs.
struct UnderrunBenchmark {
  let peers: Peers
  let seconds: Double
  private let period = 64
  private let voices = 256
  private var rounds: Int { max(2, Int(seconds / 5)) }
  /// Before the count begins, so that starting is not counted.
  private let settlingSeconds = 2.0

  init(peers: Peers, seconds: Double) {
    self.peers = peers
    self.seconds = seconds
  }

  /// What was counted while one program played.
  private struct Count {
    var interruptions = 0
    /// Those before which the machine itself had not stood still.
    var unexcused = 0
    var stalls = 0
  }

  func rows() throws -> [Table.Row] {
    try rows { try PulseServer(peers) } + rows { try JackServer(peers, periodFrames: period) }
  }

  /// One server at a time: they would wait for each other.
  private func rows(_ start: () throws -> (any ClockedServer)?) throws -> [Table.Row] {
    guard let server = try start() else { return [] }
    let processors = ProcessInfo.processInfo.activeProcessorCount
    return try [(0, "at rest"), (processors, "busy")].flatMap { count, name in
      let busy = try (0..<count).map { _ in try LiveProgram(["/bin/sh", "-c", "while :; do :; done"]) }
      defer { for program in busy { program.stop() } }
      return try rows(server, "processors \(name)")
    }
  }

  private func rows(_ server: any ClockedServer, _ condition: String) throws -> [Table.Row] {
    let scratch = try Scratch()
    var (spinet, fluid) = ([Count](), [Count]())
    for _ in 0..<rounds {
      spinet.append(try interruptions(server))
      if let program = peers.fluidSynth { fluid.append(try interruptions(of: program, server, scratch)) }
    }
    func row(_ work: String, _ text: ([Count]) -> String) -> Table.Row {
      Table.Row(work: work, spinet: text(spinet), peer: fluid.isEmpty ? "not here" : text(fluid))
    }
    let place = "\(voices) voices, \(period) frames × 2 on \(server.name), \(condition)"
    func sum(_ counts: [Count], _ figure: KeyPath<Count, Int>) -> Int {
      counts.map { $0[keyPath: figure] }.reduce(0, +)
    }
    return [
      row("interruptions in \(seconds.short) s, \(place); FluidSynth") { "\(sum($0, \.interruptions))" },
      row("  of them without a stall of the machine in the 25 ms before") { "\(sum($0, \.unexcused))" },
      row("  stalls: a bare thread woke more than half a period late") { "\(sum($0, \.stalls))" },
    ]
  }

  private func interruptions(_ server: any ClockedServer) throws -> Count {
    let synth = try SoundingSynth(patch: try Spinet.patchText("reference"))
    let request = OutputRequest(pcm: server.pcm, periodFrames: period, periods: 2)
    let output = try synth.play(request, voices: voices)
    defer { output.stop() }
    // JACK only sees that ALSA's way to it is in time, not that there was something to play.
    return try count {
      server is JackServer ? server.interruptions + output.status.underruns : server.interruptions
    }
  }

  private func interruptions(of fluid: String, _ server: any ClockedServer, _ scratch: Scratch) throws
    -> Count
  {
    let song = scratch.file("song.mid")
    let length = Int(seconds + 2 * settlingSeconds) + 2
    try ChordRace.song(voices, length, program: 16).write(to: URL(fileURLWithPath: song))
    let sound = ["-R", "0", "-C", "0", "-o", "synth.polyphony=1024", "-r", "48000"]
    let device = server.fluidSynthWords(periodFrames: period)
    let program = try LiveProgram([fluid, "-n", "-i"] + sound + device + [peers.soundFont, song])
    defer { program.stop() }
    return try count { server.interruptions }
  }

  private func count(_ interruptions: () -> Int) throws -> Count {
    Thread.sleep(forTimeInterval: settlingSeconds)
    let machine = try MachineStalls(
      processors: ProcessInfo.processInfo.activeProcessorCount, periodSeconds: Double(period) / 48_000)
    var (count, before) = (Count(), interruptions())
    let end = Stopwatch.clock(CLOCK_MONOTONIC) + seconds / Double(rounds)
    while Stopwatch.clock(CLOCK_MONOTONIC) < end {
      Thread.sleep(forTimeInterval: 0.005)
      let now = interruptions()
      count.interruptions += now - before
      if Stopwatch.clock(CLOCK_MONOTONIC) - machine.lastEnd > 0.025 { count.unexcused += now - before }
      before = now
    }
    count.stalls = machine.count
    return count
  }
}
