import SpinetTime
import Testing

struct TickClockTests {
  private static let day: UInt64 = 86_400_000_000_000

  @Test(arguments: [1, 97.3, 120, 133.333_333, 300, 999], [0, day, 40 * day] as [UInt64])
  func `A position's moment is the first nanosecond at which it is reached`(tempo: Double, later: UInt64) {
    let clock = TickClock(tempo: Tempo(tempo), at: 17)
    let begin = clock.position(at: 17 + later)
    for step in 1...200 {
      let position = begin + NoteLength(index: step % NoteLength.all.count).ticks * step
      let moment = clock.moment(of: position)
      #expect(clock.position(at: moment) >= position)
      #expect(clock.position(at: moment - 1) < position)
    }
  }

  @Test func `After a hundred hours a tick is where it was counted`() {
    let clock = TickClock(tempo: Tempo(120))
    #expect(clock.position(at: 360_000_000_000_000) == Ticks.quarter * 720_000)
    #expect(clock.moment(of: Ticks.quarter * 720_000) == 360_000_000_000_000)
    #expect(clock.moment(of: Ticks.quarter * 720_000 + NoteLength("1/16T")!.ticks) == 360_000_083_333_334)
  }

  @Test func `Another tempo changes what comes and not what was`() {
    var clock = TickClock(tempo: Tempo(120))
    clock.set(Tempo(60), at: 1_000_000_000)
    #expect(clock.position(at: 1_000_000_000) == .quarter * 2)
    #expect(clock.position(at: 3_000_000_000) == .quarter * 4)
    #expect(clock.moment(of: .quarter * 5) == 4_000_000_000)
  }

  @Test func `A tempo that changes a thousand times a second for a day drifts less than a tick`() {
    var clock = TickClock(tempo: Tempo(120))
    var moment: UInt64 = 0
    for change in 0..<200_000 {
      moment += 432_000_000
      clock.set(Tempo(change.isMultiple(of: 2) ? 120.000_001 : 119.999_999), at: moment)
    }
    let expected = Ticks.quarter * 172_800
    #expect((clock.position(at: 86_400_000_000_000) - expected).magnitude < Ticks(1))
  }

  @Test func `Tempi are limited to 1 to 999`() {
    #expect(Tempo(0).quartersPerMinute == 1)
    #expect(Tempo(-.infinity).quartersPerMinute == 1)
    #expect(Tempo(.infinity).quartersPerMinute == 999)
    #expect(Tempo(.nan) == .standard)
  }

  @Test func `Times and positions at the ends of their ranges stay there`() {
    let clock = TickClock(tempo: Tempo(999), at: .max)
    #expect(clock.position(at: .max) == .zero)
    #expect(clock.position(at: 0) < .zero)
    #expect(TickClock(tempo: Tempo(1)).moment(of: Ticks(.max)) > 0)
    #expect(TickClock().moment(of: Ticks(.min)) == 0)
    #expect(Ticks(.max) + Ticks(.max) == Ticks(fractions: .max))
    #expect(Ticks(.min) - Ticks(.max) == Ticks(fractions: .min))
    #expect(Ticks(quarters: .infinity).fractions == .max)
    #expect(Ticks(quarters: .nan) == .zero)
    #expect(Ticks(fractions: .min).magnitude.fractions == .max)
  }

  @Test func `The next place on a grid`() {
    #expect(Ticks(0).roundedUp(to: .sixteenth) == Ticks(0))
    #expect(Ticks(1).roundedUp(to: .sixteenth) == Ticks(240))
    #expect(Ticks(240).roundedUp(to: .sixteenth) == Ticks(240))
    #expect(Ticks(-1).roundedUp(to: .sixteenth) == Ticks(0))
    #expect(Ticks(-300).roundedUp(to: .sixteenth) == Ticks(-240))
    #expect(Ticks(5).roundedUp(to: .zero) == Ticks(5))
  }
}

struct NoteLengthTests {
  @Test(
    arguments: [
      ("1/1", 3840), ("1/1.", 5760), ("1/4", 960), ("1/4T", 640), ("1/8.", 720), ("1/16", 240),
      ("1/16t", 160),
      ("1/64", 60), ("1/64.", 90), ("1/64T", 40),
    ] as [(String, Int64)])
  func `Lengths are whole ticks`(name: String, ticks: Int64) {
    #expect(NoteLength(name)?.ticks == Ticks(ticks))
  }

  @Test func `Every length has its name and its place`() {
    #expect(NoteLength.all.count == 21)
    for (index, name) in NoteLength.names.enumerated() {
      #expect(NoteLength(name)?.index == index)
      #expect(NoteLength(index: index).name == name)
    }
    for name in ["1/3", "1/128", "16", "", "1/16.T"] { #expect(NoteLength(name) == nil) }
    #expect(NoteLength(index: -1).name == "1/1.")
    #expect(NoteLength(index: 99).name == "1/64T")
  }

  @Test func `Swing delays each second step and never moves the next beat`() {
    let swing = Swing(percent: 75)
    #expect(swing.delay(ofStep: 0, length: .sixteenth) == .zero)
    #expect(swing.delay(ofStep: 1, length: .sixteenth) == Ticks(120))
    #expect(swing.delay(ofStep: 2, length: .sixteenth) == .zero)
    #expect(Swing.none.delay(ofStep: 1, length: .sixteenth) == .zero)
    #expect(Swing(percent: 99).percent == 75)
    #expect(Swing(percent: .nan) == .none)
  }
}
