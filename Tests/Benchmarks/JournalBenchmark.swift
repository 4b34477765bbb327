import Glibc
import Logging
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetSynth
import SystemPackage

/// What it costs to keep everything that is played, while a DIN cable is full: 1,042 messages of three bytes a second. All
/// threads are counted; what the same loop takes without a journal is taken off.
struct JournalBenchmark {
  private let seconds = 20.0
  /// 31,250 bits a second, ten a byte.
  private static let messagesPerSecond = 31_250.0 / 30

  func rows() throws -> [Table.Row] {
    let scratch = try Scratch()
    let folder = JournalFolder(path: FilePath(scratch.file("journal")), byteLimit: 64 << 20)
    let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
    let journal = try Journal(folder, logger: logger) {}
    journal.begin(LoadedInstrument(name: "benchmark", engine: SynthEngine()), sound: "default", at: .now)
    let with = load(journal)
    journal.finish()
    let without = load(nil)
    let share = ((with - without) * 100).short
    return [Table.Row(work: "a journal at the full rate of a DIN cable", spinet: "\(share) % of a core")]
  }

  /// The share of a core that the process takes, with messages as they come over the cable.
  private func load(_ journal: Journal?) -> Double {
    let start = HostTime.now
    let before = Stopwatch.clock(CLOCK_PROCESS_CPUTIME_ID)
    var sent = 0
    while sent < Int(seconds * Self.messagesPerSecond) {
      usleep(900)
      let now = HostTime.now
      let due = Int(Double(now.nanoseconds(since: start)) * 1e-9 * Self.messagesPerSecond)
      while sent < due {
        journal?.take(Self.message(sent), from: .file, isPlayed: true, at: now)
        if sent % 20 == 0 { journal?.recordMoves(at: now) }
        sent += 1
      }
    }
    return (Stopwatch.clock(CLOCK_PROCESS_CPUTIME_ID) - before) / seconds
  }

  private static func message(_ number: Int) -> MIDIMessage {
    .controlChange(Channel(status: 0), controller: UInt8(number % 100), value: UInt8(number % 128))
  }
}
