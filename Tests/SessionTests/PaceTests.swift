import SpinetRealtime
import Testing

@testable import SpinetSession

@Suite struct PaceTests {
  @Test func `What comes too soon waits, and has a moment`() {
    var pace = Pace(milliseconds: 15)
    let now = HostTime(seconds: 10)
    let due = [0, 0.01, 0.02].map { seconds in
      (pace.isDue(at: now.advanced(bySeconds: seconds)), pace.nextMoment)
    }
    #expect(due.map(\.0) == [true, false, true])
    #expect(due.map(\.1) == [nil, now.advanced(bySeconds: 0.015), nil])
  }
}
