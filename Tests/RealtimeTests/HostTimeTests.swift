import SpinetRealtime
import Testing

@Test func `A moment stops at the clock's ends`() {
  let moment = HostTime(nanoseconds: 5_000_000_000)
  #expect(moment.advanced(bySeconds: 1.5).nanoseconds == 6_500_000_000)
  #expect(moment.advanced(bySeconds: -2).nanoseconds == 3_000_000_000)
  #expect(moment.advanced(bySeconds: .infinity).nanoseconds == .max)
  #expect(moment.advanced(bySeconds: 1e300).nanoseconds == .max)
  #expect(moment.advanced(bySeconds: -.infinity).nanoseconds == 0)
  #expect(moment.advanced(bySeconds: -6).nanoseconds == 0)
  #expect(moment.advanced(bySeconds: .nan) == moment)
}

@Test func `Seconds that are no moment become the nearest one`() {
  #expect(HostTime(seconds: 1.25).nanoseconds == 1_250_000_000)
  #expect(HostTime(seconds: -1).nanoseconds == 0)
  #expect(HostTime(seconds: .nan).nanoseconds == 0)
  #expect(HostTime(seconds: .infinity).nanoseconds == .max)
}
