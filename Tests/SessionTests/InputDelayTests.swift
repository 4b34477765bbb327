import SpinetRealtime
import Testing

@testable import SpinetSession

@Test func `The delay of input is from the oldest arrival of a turn to its end, the longest of all turns`() {
  func at(_ milliseconds: UInt64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }
  var delay = InputDelay()
  delay.settle(at: at(5))
  #expect(delay.popLongestMilliseconds() == 0)
  delay.record(at(10))
  delay.record(at(8))
  delay.settle(at: at(11))
  delay.record(at(20))
  delay.settle(at: at(21))
  #expect(delay.popLongestMilliseconds() == 3)
  #expect(delay.popLongestMilliseconds() == 0)
}
