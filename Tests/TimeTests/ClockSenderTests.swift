import SpinetMIDI
import Testing

@testable import SpinetTime

struct ClockSenderTests {
  private static let millisecond: UInt64 = 1_000_000

  /// What is sent from a moment to another, in steps of 7 ms with 20 ms ahead, as `MILLISECONDS MESSAGE`.
  private func run(
    _ sender: inout ClockSender, _ transport: Transport, from begin: UInt64, to end: UInt64
  ) -> [(moment: Double, message: MIDIMessage)] {
    stride(from: begin, to: end, by: 7).flatMap { now in
      sender.advance(transport, from: now * Self.millisecond, until: (now + 20) * Self.millisecond).all
        .map { (Double($0.moment) / 1e6, $0.message) }
    }
  }

  @Test func `Ticks are steady while the transport stands`() {
    var sender = ClockSender()
    // 125 in a minute: a tick each 20 ms.
    let sent = run(&sender, Transport(clock: TickClock(tempo: Tempo(125))), from: 0, to: 500)
    #expect(sent.allSatisfy { $0.message == .timingClock })
    #expect(sent.map(\.moment) == (0..<sent.count).map { Double($0) * 20 })
    #expect(sent.count >= 25)
  }

  @Test func `A start comes before the tick with which it begins, and a stop at once`() {
    var sender = ClockSender()
    var transport = Transport(clock: TickClock(tempo: Tempo(125)))
    _ = run(&sender, transport, from: 0, to: 100)
    transport.start(at: 113 * Self.millisecond)
    let started = sender.advance(transport, from: 113 * Self.millisecond, until: 133 * Self.millisecond)
    #expect(started.replaces)
    #expect(started.all.map(\.message) == [.start, .timingClock, .timingClock])
    #expect(started.all.map { $0.moment / Self.millisecond } == [113, 113, 133])
    transport.stop(at: 140 * Self.millisecond)
    let stopped = sender.advance(transport, from: 140 * Self.millisecond, until: 150 * Self.millisecond)
    #expect(stopped.all.map(\.message) == [.stop])
    #expect(!stopped.replaces)
  }

  /// Control may come to it late, by up to three ticks of 20 ms.
  @Test(arguments: [1, 30, 59] as [UInt64], [0, 4])
  func `A transport that has just begun is told from its beginning, with the ticks that are late`(
    late: UInt64, sixteenths: UInt16
  ) throws {
    var sender = ClockSender()
    var transport = Transport(clock: TickClock(tempo: Tempo(125)))
    _ = run(&sender, transport, from: 0, to: 100)
    transport.start(from: .sixteenth * Int(sixteenths), at: 111 * Self.millisecond)
    let now = (111 + late) * Self.millisecond
    let sent = sender.advance(transport, from: now, until: 181 * Self.millisecond).all
    let begin: [MIDIMessage] = sixteenths == 0 ? [.start] : [.songPosition(sixteenths), .continue]
    #expect(sent.map(\.message) == begin + Array(repeating: .timingClock, count: 4))
    let ticks = sent.filter { $0.message == .timingClock }.map(\.moment)
    #expect(ticks == [111, 131, 151, 171].map { max($0 * Self.millisecond, now) })
  }

  @Test func `A transport that began long ago is told from the next sixteenth on`() {
    var sender = ClockSender()
    var transport = Transport(clock: TickClock(tempo: Tempo(125)))
    transport.start(at: 0)
    let sent = sender.advance(transport, from: 61 * Self.millisecond, until: 121 * Self.millisecond).all
    #expect(sent.map(\.message) == [.songPosition(1), .timingClock, .timingClock, .continue, .timingClock])
    #expect(sent.map { $0.moment / Self.millisecond } == [61, 80, 100, 119, 120])
  }

  /// 125 in a minute: a tick each 20 ms. Some ticks come late, and those after them at once.
  @Test(arguments: [30, 110, 290] as [UInt64])
  func `A clock that is followed is sent on tick by tick, however late its own ticks come`(late: UInt64) {
    var followed = FollowedTransport(Transport(clock: TickClock(tempo: Tempo(125))))
    var sender = ClockSender()
    var sent: [MIDIMessage] = []
    let port = PortID(rawValue: 1)
    func arrival(_ tick: UInt64) -> UInt64 {
      20 * tick + ((100..<130).contains(tick) ? late * (129 - tick) / 29 : 0)
    }
    var tick: UInt64 = 0
    for now in stride(from: 0, to: 6_000, by: 5) as StrideTo<UInt64> {
      while arrival(tick) <= now {
        if tick == 50 { followed.take(.start, from: port, at: now * Self.millisecond) }
        followed.take(.timingClock, from: port, at: now * Self.millisecond)
        tick += 1
      }
      let events = sender.advance(
        followed.transport, from: now * Self.millisecond, until: (now + 20) * Self.millisecond)
      sent += events.all.map(\.message)
    }
    #expect(sent.filter { $0 != .timingClock } == [.start])
    let ticks = sent.drop { $0 != .start }.count - 1
    #expect(abs(ticks - Int(tick - 50)) <= 3)
  }

  @Test func `In the middle it goes on at a sixteenth note`() {
    var sender = ClockSender()
    var transport = Transport(clock: TickClock(tempo: Tempo(125)))
    _ = run(&sender, transport, from: 0, to: 100)
    // Five ticks after the first beat: the next sixteenth is the second one, one tick later.
    transport.locate(.quarter + .midiClock * 5, at: 110 * Self.millisecond)
    let moved = sender.advance(transport, from: 110 * Self.millisecond, until: 111 * Self.millisecond)
    #expect(moved.all.contains { $0.message == .songPosition(4) })
    transport.resume(at: 200 * Self.millisecond)
    let sent = run(&sender, transport, from: 200, to: 260)
    let wanted: [MIDIMessage] = [.songPosition(5), .timingClock, .continue, .timingClock]
    #expect(sent.prefix(4).map(\.message) == wanted)
    #expect(sent.prefix(4).map(\.moment) == [200, 200, 219, 220])
  }

  @Test func `A count before the song sends no start until its end`() {
    var sender = ClockSender()
    var transport = Transport(clock: TickClock(tempo: Tempo(125)))
    transport.start(from: .zero, after: .quarter, at: 0)
    let sent = run(&sender, transport, from: 0, to: 600)
    let start = sent.firstIndex { $0.message == .start }
    #expect(start.map { sent[$0].moment } == 479)
    #expect(start.map { sent[$0 + 1].moment } == 480)
  }

  @Test func `A count in the middle of a song sends the position at its end`() {
    var sender = ClockSender()
    var transport = Transport(clock: TickClock(tempo: Tempo(125)))
    transport.start(from: .quarter * 16, after: .quarter, at: 0)
    let sent = run(&sender, transport, from: 0, to: 600)
    let start = sent.firstIndex { $0.message == .continue }
    #expect(start.map { sent[$0].moment } == 479)
    #expect(sent.filter { $0.message != .timingClock }.map(\.message) == [.songPosition(64), .continue])
  }

  @Test func `A stop during a count stays where the song was to begin`() {
    var transport = Transport(clock: TickClock(tempo: Tempo(120)))
    transport.start(from: .quarter * 16, after: .quarter * 4, at: 0)
    #expect(transport.position(at: 1_000_000_000) == .quarter * 16 && !transport.plays(at: 1_000_000_000))
    transport.stop(at: 1_000_000_000)
    #expect(transport.position(at: 5_000_000_000) == .quarter * 16)
    transport.start(from: transport.position(at: 5_000_000_000), at: 5_000_000_000)
    #expect(transport.plays(at: 5_000_000_000))
    #expect(transport.position(at: 5_500_000_000) == .quarter * 17)
  }

  @Test func `A jump while it runs stops, goes there, and continues`() {
    var sender = ClockSender()
    var transport = Transport(clock: TickClock(tempo: Tempo(125)))
    transport.start(at: 0)
    _ = run(&sender, transport, from: 0, to: 100)
    transport.locate(.quarter * 8, at: 105 * Self.millisecond)
    let sent = sender.advance(transport, from: 105 * Self.millisecond, until: 106 * Self.millisecond)
    #expect(sent.replaces)
    #expect(sent.all.map(\.message) == [.stop, .songPosition(32), .continue, .timingClock])
  }

  @Test func `Another tempo does not lose or double a tick`() {
    var sender = ClockSender()
    var transport = Transport(clock: TickClock(tempo: Tempo(125)))
    transport.start(at: 0)
    var count = run(&sender, transport, from: 0, to: 490).count { $0.message == .timingClock }
    transport.set(Tempo(250), at: 490 * Self.millisecond)
    count += run(&sender, transport, from: 490, to: 991).count { $0.message == .timingClock }
    let end = transport.clock.position(at: (987 + 20) * Self.millisecond)
    #expect(count == Int(end.fractions / Ticks.midiClock.fractions) + 1)
  }
}
