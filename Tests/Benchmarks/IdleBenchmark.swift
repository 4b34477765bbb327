import Foundation

/// What an instrument that nobody plays takes of a processor, live on a clock without a card: while its stream runs, and
/// when it has paused after some seconds of silence.
struct IdleBenchmark {
  func rows() throws -> [Table.Row] {
    let program = try LiveProgram(Spinet.playing())
    _ = program.wait(for: "ready")
    Thread.sleep(forTimeInterval: 0.5)
    let running = program.load(seconds: 4)
    Thread.sleep(forTimeInterval: 2)
    let paused = program.load(seconds: 10)
    return [
      row("idle with the stream running, beside a loop that only wakes as often", running, emptyLoop()),
      row("idle with the stream paused", paused, nil),
    ]
  }

  private func row(_ work: String, _ spinet: Double, _ peer: Double?) -> Table.Row {
    Table.Row(
      work: work, spinet: "\((spinet * 100).short) % of a core",
      peer: peer.map { "\(($0 * 100).short) % of a core" } ?? "",
      ratio: peer.map { (spinet / $0).short } ?? "")
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
