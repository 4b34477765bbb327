import SpinetMIDI
import Testing

/// A clock as a machine sends it: evenly, early or late by so much, with ticks that never arrive.
private struct Clock {
  var follower = ClockFollower()
  var seconds = 1.0
  var count = 0
  let port: PortID
  private var state: UInt32

  init(port: PortID = .file, seed: UInt32 = 1) {
    self.port = port
    state = seed
  }

  /// Numbers without a pattern, −1…1.
  private mutating func chance() -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Double(state) / 2_147_483_648 - 1
  }

  /// The tempo after each tick.
  mutating func play(
    _ ticks: Int, tempo: Double, jitterMilliseconds: Double = 0, losing isLost: (Int) -> Bool = { _ in false }
  ) -> [Double?] {
    (0..<ticks).map { tick in
      seconds += 60 / tempo / 24
      let late = chance() * jitterMilliseconds / 1000
      if !isLost(tick) {
        _ = follower.take(.timingClock, from: port, at: UInt64((seconds + late) * 1e9))
      }
      return follower.beatsPerMinute
    }
  }
}

struct ClockFollowerTests {
  @Test(arguments: [10.0, 20, 60, 97.3, 120, 174, 300, 999])
  func `An even clock tells its tempo within half a beat`(tempo: Double) {
    var clock = Clock()
    let told = clock.play(96, tempo: tempo)
    #expect(told[10] == nil)
    #expect(told[12...].allSatisfy { abs(($0 ?? 0) - tempo) < 0.01 })
  }

  @Test(arguments: [60.0, 120, 174, 240], [1, 2, 3] as [UInt32])
  func `Ticks two milliseconds early or late leave the tempo steady`(tempo: Double, seed: UInt32) {
    var clock = Clock(seed: seed)
    let told = clock.play(24 * 32, tempo: tempo, jitterMilliseconds: 2).map { $0 ?? 0 }
    let settled = told.dropFirst(24 * 4)
    // In proportion to the tempo, since the ticks come closer: 0.24 at 120.
    let limit = 0.002 * tempo * tempo / 120
    #expect(settled.allSatisfy { abs($0 - tempo) < limit })
    let changes = zip(settled, settled.dropFirst()).filter { $0 != $1 }.count
    #expect(changes < 56)
  }

  @Test(arguments: [(120.0, 121.0), (120, 126), (120, 90), (90, 180), (180, 60), (300, 20), (20, 300)])
  func `A new tempo is followed within a beat`(from: Double, to: Double) {
    var clock = Clock()
    _ = clock.play(100, tempo: from)
    let told = clock.play(27, tempo: to)
    #expect(abs((told[26] ?? 0) - to) < 0.06)
  }

  @Test(arguments: [(120.0, 126.0), (120, 90), (90, 180), (180, 60)])
  func `A new tempo is followed within a beat through jitter too`(from: Double, to: Double) {
    var clock = Clock()
    _ = clock.play(100, tempo: from, jitterMilliseconds: 2)
    let told = clock.play(27, tempo: to, jitterMilliseconds: 2)
    #expect(abs((told[26] ?? 0) - to) < 0.012 * to)
  }

  @Test(arguments: [0.0, 2]) func `A lost tick now and then changes nothing`(jitter: Double) {
    var clock = Clock()
    _ = clock.play(48, tempo: 120)
    let told = clock.play(240, tempo: 120, jitterMilliseconds: jitter) { $0 % 17 == 5 }
    #expect(told.allSatisfy { abs(($0 ?? 0) - 120) < (jitter == 0 ? 0.01 : 0.6) })
  }

  @Test(arguments: [60.0, 90, 120, 200], [0.05, 0.1, 0.3, 0.37, 0.45, 0.55])
  func `A pause of a moment changes nothing, through jitter too`(tempo: Double, pause: Double) {
    for jitter in [0.0, 2] {
      var clock = Clock()
      _ = clock.play(24 * 6, tempo: tempo, jitterMilliseconds: jitter)
      clock.seconds += pause
      let told = clock.play(60, tempo: tempo, jitterMilliseconds: jitter).map { $0 ?? 0 }
      let limit = jitter == 0 ? 0.01 : 0.01 * tempo
      #expect(told.allSatisfy { abs($0 - tempo) < limit }, "\(told.min() ?? 0) to \(told.max() ?? 0)")
    }
  }

  @Test func `A pause is no slow tempo, nor is a start in between`() {
    var clock = Clock()
    _ = clock.play(48, tempo: 120)
    clock.seconds += 7.123
    #expect(clock.play(48, tempo: 120).allSatisfy { $0.map { abs($0 - 120) < 0.01 } == true })
    clock.seconds += 0.03
    _ = clock.follower.take(.start, from: .file, at: UInt64(clock.seconds * 1e9))
    #expect(clock.play(48, tempo: 120).allSatisfy { $0.map { abs($0 - 120) < 0.01 } == true })
  }

  @Test func `The tempo stays when the clock stops`() {
    var clock = Clock()
    _ = clock.play(48, tempo: 97)
    _ = clock.follower.take(.stop, from: .file, at: UInt64(clock.seconds * 1e9))
    #expect(clock.follower.beatsPerMinute.map { abs($0 - 97) < 0.01 } == true)
  }

  @Test func `Of two clocks the first one counts, until it leaves or falls silent`() {
    var follower = ClockFollower()
    let (one, two) = (PortID(rawValue: 1), PortID(rawValue: 2))
    func tick(_ port: PortID, _ seconds: Double) {
      _ = follower.take(.timingClock, from: port, at: UInt64(seconds * 1e9))
    }
    for step in 0..<96 {
      tick(one, 1 + Double(step) / 48)
      tick(two, 1.003 + Double(step) / 40)
    }
    #expect(follower.beatsPerMinute.map { abs($0 - 120) < 0.01 } == true)
    follower.portLeft(one)
    for step in 0..<30 { tick(two, 4 + Double(step) / 40) }
    #expect(follower.beatsPerMinute.map { abs($0 - 100) < 0.01 } == true)
    for step in 0..<30 { tick(one, 9 + Double(step) / 48) }
    #expect(follower.beatsPerMinute.map { abs($0 - 120) < 0.01 } == true)
  }

  @Test func `A clock that starts and falls silent leaves the lead to another`() {
    var follower = ClockFollower()
    let (one, two) = (PortID(rawValue: 1), PortID(rawValue: 2))
    for step in 0..<48 {
      _ = follower.take(.timingClock, from: one, at: UInt64((1 + Double(step) / 48) * 1e9))
    }
    _ = follower.take(.start, from: one, at: 2_000_000_000)
    for step in 0..<60 {
      _ = follower.take(.timingClock, from: two, at: UInt64((2.1 + Double(step) / 40) * 1e9))
    }
    #expect(follower.beatsPerMinute.map { abs($0 - 100) < 0.01 } == true)
  }

  @Test func `Ticks at one moment, backwards in time or mad in speed are no tempo`() {
    var follower = ClockFollower()
    for _ in 0..<100 { _ = follower.take(.timingClock, from: .file, at: 5) }
    for time in [UInt64.max, 0, 7, UInt64.max / 2, 1] {
      for _ in 0..<20 { _ = follower.take(.timingClock, from: .file, at: time) }
    }
    for step in 0..<100 { _ = follower.take(.timingClock, from: .file, at: UInt64(step) * 1_000_000) }
    #expect(follower.beatsPerMinute == nil)
  }
}
