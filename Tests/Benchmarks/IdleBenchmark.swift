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
      Table.Row(
        work: "idle with the stream running, no voice", spinet: "\((running * 100).short) % of a core"),
      Table.Row(work: "idle with the stream paused", spinet: "\((paused * 100).short) % of a core"),
    ]
  }
}
