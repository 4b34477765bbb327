import SpinetRealtime
import Testing

@testable import SpinetSession

@Test(arguments: [1, 3, 10]) func `A cable gets what it can carry, 3125 bytes a second`(
  millisecondsBetweenLooks: Int
) {
  var limiter = FeedbackRateLimiter()
  var bytes = 0
  for look in stride(from: 0, to: 1000, by: millisecondsBetweenLooks) {
    bytes += limiter.bytes(at: HostTime(nanoseconds: 5_000_000_000 + UInt64(look) * 1_000_000))
  }
  #expect((2300...3190).contains(bytes))
}

@Test func `After a rest there is no burst beyond 20 ms of cable`() {
  var limiter = FeedbackRateLimiter()
  #expect(limiter.bytes(at: HostTime(seconds: 100)) == 62)
  #expect(limiter.bytes(at: HostTime(seconds: 100.0001)) == 0)
}
