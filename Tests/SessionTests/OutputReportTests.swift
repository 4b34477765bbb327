import Logging
import Scratch
import SpinetDevices
import Synchronization
import Testing

@testable import SpinetSession

struct OutputReportTests {
  @Test func `A card that is lost and comes back is told, each once`() {
    let lines = Mutex<[String]>([])
    let logger = Logger(label: "test") { _ in ListingLog { line in lines.withLock { $0.append(line) } } }
    var report = OutputReport(logger: logger)
    var status = DrivenOutput(framesPerSecond: 48_000, periodFrames: 64).status
    for state in [.playing, .lost(reason: "gone"), .lost(reason: "gone"), .playing] as [OutputStatus.State] {
      status.state = state
      report.tell(status, wanted: "none", standIn: nil)
    }
    #expect(lines.withLock { $0.count } == 2)
    #expect(lines.withLock { $0.last } == "none is back")
  }
}
