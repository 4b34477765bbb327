import SpinetSurface
import Testing

@Suite struct TouchClockTests {
  /// Messages every 8 ms from a clock that is `offset` behind, with these times on the way, over and over.
  private func onsets(_ ways: [Double], offset: Double = 5000, count: Int = 400, clock: inout TouchClock)
    -> [Double]
  {
    (0..<count).map { index in
      let stamp = Double(index) * 8
      let arrival = stamp + offset + ways[index % ways.count]
      return clock.moment(ofStamp: stamp, arrival: arrival).milliseconds - stamp - offset
    }
  }

  @Test func `Jitter on the way is not heard once it is known`() {
    var clock = TouchClock()
    let late = onsets([5, 15, 25, 9, 21], clock: &clock).dropFirst(20)
    #expect((late.max() ?? 0) - (late.min() ?? 0) < 1e-6)
    #expect(clock.delay == 20 && abs((late.first ?? 0) - 25) < 1e-6)
  }

  @Test func `Without jitter nothing is delayed`() {
    var clock = TouchClock()
    let all = onsets([3], clock: &clock)
    #expect(clock.delay == 0 && clock.lateCount == 0 && all.allSatisfy { abs($0 - 3) < 1e-9 })
  }

  @Test func `One message in a hundred may be late; it is played at once and counted`() {
    var clock = TouchClock()
    let ways = Array(repeating: 2.0, count: 149) + [60]
    _ = onsets(ways, count: 300, clock: &clock)
    #expect(clock.delay == 0 && clock.lateCount == 2 && clock.count == 300)
  }

  @Test func `The delay stays as it is while somebody plays`() {
    var clock = TouchClock()
    // Times on the way that are as good as random, from 5 to 25 ms.
    let ways = (0..<997).map { 5 + Double($0 * 7919 % 2000) / 100 }
    _ = onsets(ways, count: 3000, clock: &clock)
    var delays: Set<Double> = []
    for index in 3000..<6000 {
      let stamp = Double(index) * 8
      _ = clock.moment(ofStamp: stamp, arrival: stamp + 5000 + ways[index % ways.count])
      delays.insert(clock.delay)
    }
    #expect((delays.max() ?? 0) - (delays.min() ?? 0) <= 0.25)
    #expect(Double(clock.lateCount) / Double(clock.count) <= 0.011)
  }

  @Test func `A minute after a network has become faster the delay is short again`() {
    var clock = TouchClock()
    _ = onsets([5, 45], count: 1000, clock: &clock)
    #expect(clock.delay == 40)
    for index in 1000..<10_000 {
      let stamp = Double(index) * 8
      _ = clock.moment(ofStamp: stamp, arrival: stamp + 5005)
    }
    #expect(clock.delay == 0)
  }

  @Test func `A chosen delay is kept`() {
    var clock = TouchClock()
    clock.chosenDelay = 12
    let all = onsets([0, 10], clock: &clock).dropFirst(2)
    #expect(all.allSatisfy { abs($0 - 12) < 1e-9 } && clock.lateCount == 0)
  }

  @Test func `It follows a clock that drifts`() {
    var clock = TouchClock()
    var spread = 0.0
    for index in 0..<2000 {
      let stamp = Double(index) * 100
      // 50 millionths faster.
      let arrival = stamp * 1.00005 + 3
      let moment = clock.moment(ofStamp: stamp, arrival: arrival)
      spread = max(spread, abs(moment.milliseconds - arrival))
    }
    #expect(spread < 5)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `A stamp that is none plays now`(stamp: Double) {
    var clock = TouchClock()
    #expect(clock.moment(ofStamp: stamp, arrival: 10).milliseconds == 10)
  }

  @Test func `A screen whose clock jumps is never held up for long`() {
    var clock = TouchClock()
    _ = onsets([1], clock: &clock)
    #expect(clock.moment(ofStamp: 1e12, arrival: 10_000).milliseconds <= 10_000 + TouchClock.longestDelay)
  }
}
