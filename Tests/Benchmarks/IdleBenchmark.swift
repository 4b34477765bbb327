import Foundation

/// What an instrument that nobody plays takes of a processor, live on a clock without a card: from the moment it is
/// ready, and when it has rested for some seconds. What it costs to keep the stream running is beside it: Spinet runs it
/// only for two seconds after a sound.
struct IdleBenchmark {
  private let seconds = 10.0

  func rows() throws -> [Table.Row] {
    let program = try LiveProgram(Spinet.playing())
    _ = program.wait(for: "ready")
    let first = program.idling(seconds: seconds)
    let later = program.idling(seconds: seconds)
    return [
      row("idle, from ready on, beside a loop that only wakes for each period", first, emptyLoop()),
      row("idle, resting", later, nil),
    ]
  }

  private func row(_ work: String, _ spinet: LiveProgram.Idling, _ peer: Double?) -> Table.Row {
    let wakeUps = "\(spinet.wakeUps) wake-ups in \(seconds.short) s"
    return Table.Row(
      work: work, spinet: "\((spinet.load * 100).short) % of a core, \(wakeUps)",
      peer: peer.map { "\(($0 * 100).short) % of a core" } ?? "",
      ratio: peer.map { (spinet.load / $0).short } ?? "")
  }

  /// What waking up for each period of 128 frames takes on this machine.
  private func emptyLoop() -> Double {
    let seconds = 4.0
    let spent = Stopwatch.processorSeconds {
      for _ in 0..<Int(seconds * 48_000 / 128) { usleep(UInt32(128 * 1_000_000 / 48_000)) }
    }
    return spent / seconds
  }
}
