import SpinetMIDI
import SpinetTime
import Testing

/// A machine that sends a MIDI clock.
private struct Machine {
  var followed = FollowedTransport()
  var seconds = 1.0
  let port = PortID(rawValue: 3)

  var now: UInt64 { UInt64(seconds * 1e9) }
  var position: Double { followed.transport.position(at: now).quarters }

  mutating func send(_ message: MIDIMessage) { followed.take(message, from: port, at: now) }

  /// Ticks, each after its time.
  mutating func tick(_ count: Int, tempo: Double = 120, late: (Int) -> Double = { _ in 0 }) {
    for index in 0..<count {
      seconds += 60 / tempo / 24
      followed.take(.timingClock, from: port, at: UInt64((seconds + late(index)) * 1e9))
    }
  }
}

struct FollowedTransportTests {
  @Test func `A song begins at the first tick after its start`() {
    var machine = Machine()
    machine.tick(48)
    #expect(!machine.followed.transport.isRunning)
    machine.send(.start)
    #expect(!machine.followed.transport.isRunning)
    machine.tick(1)
    #expect(machine.followed.transport.isRunning)
    #expect(machine.position == 0)
    machine.tick(96)
    #expect(abs(machine.position - 4) < 0.001)
  }

  @Test func `It stops, goes to a position, and continues there`() {
    var machine = Machine()
    machine.tick(30)
    machine.send(.start)
    machine.tick(49)
    machine.send(.stop)
    machine.seconds += 0.01
    #expect(!machine.followed.transport.isRunning)
    #expect(abs(machine.position - 49.0 / 24) < 1e-6)
    machine.tick(24)
    #expect(abs(machine.position - 49.0 / 24) < 1e-6)
    machine.send(.continue)
    machine.tick(1)
    #expect(abs(machine.position - 49.0 / 24) < 1e-6)
    machine.send(.stop)
    machine.send(.songPosition(64))
    #expect(machine.position == 16)
    machine.send(.continue)
    machine.tick(25)
    #expect(abs(machine.position - 17) < 0.001)
  }

  @Test func `A song position while it runs counts from the next tick`() {
    var machine = Machine()
    machine.tick(30)
    machine.send(.start)
    machine.tick(25)
    machine.send(.songPosition(0))
    machine.tick(1)
    #expect(machine.position == 0)
    #expect(machine.followed.transport.isRunning)
  }

  @Test func `Ticks two milliseconds early or late move the position by less than half a millisecond`() {
    var machine = Machine()
    machine.tick(96)
    machine.send(.start)
    machine.tick(1)
    for _ in 0..<40 {
      machine.tick(24) { ($0 * 7919) % 5 == 0 ? 0.002 : ($0 % 3 == 0 ? -0.002 : 0) }
      let due = (machine.position * 24).rounded() / 24
      #expect(abs(machine.position - due) < 2 * 0.001)
    }
  }

  @Test func `It follows another tempo in both tempo and place`() {
    var machine = Machine()
    machine.tick(48)
    machine.send(.start)
    machine.tick(49)
    machine.tick(240, tempo: 90)
    #expect(abs(machine.followed.transport.clock.tempo.quartersPerMinute - 90) < 0.1)
    #expect(abs(machine.position - 12) < 0.01)
  }

  @Test func `A clock that falls silent leaves tempo and transport running`() {
    var machine = Machine()
    machine.tick(48)
    machine.send(.start)
    machine.tick(25)
    machine.seconds += 30
    #expect(machine.followed.transport.isRunning)
    #expect(abs(machine.position - 61) < 0.01)
    #expect(abs(machine.followed.transport.clock.tempo.quartersPerMinute - 120) < 0.01)
    machine.followed.portLeft(machine.port)
    machine.seconds += 1
    #expect(abs(machine.position - 63) < 0.01)
  }

  @Test func `Ticks at one moment or back in time leave the position finite and the tempo in range`() {
    var machine = Machine()
    machine.tick(48)
    machine.send(.start)
    for time in [0, UInt64.max, 5, UInt64.max / 2, 1] {
      for _ in 0..<30 { machine.followed.take(.timingClock, from: machine.port, at: time) }
    }
    #expect(Tempo.range.contains(machine.followed.transport.clock.tempo.quartersPerMinute))
    machine.seconds = 20_000_000_000 / 1e9
    machine.tick(96)
    #expect(machine.position >= 0)
    #expect(machine.position < 20)
  }

  @Test func `A clock that has fallen silent keeps its tempo until another is set, and is followed again`() {
    var machine = Machine()
    machine.tick(48, tempo: 90)
    machine.followed.listen(at: machine.now + 1_900_000_000)
    #expect(machine.followed.isFollowing)
    machine.seconds += 3
    machine.followed.listen(at: machine.now)
    #expect(!machine.followed.isFollowing && machine.followed.clockPort == machine.port)
    #expect(abs(machine.followed.transport.clock.tempo.quartersPerMinute - 90) < 0.1)
    machine.followed.set(Tempo(140), at: machine.now)
    machine.tick(30, tempo: 90)
    #expect(machine.followed.isFollowing)
    #expect(abs(machine.followed.transport.clock.tempo.quartersPerMinute - 90) < 0.1)
  }

  @Test(arguments: [-0.004, 0.004])
  func `A part that is repeated stays with the ticks, whichever comes first at its end`(late: Double) {
    var machine = Machine()
    machine.tick(48)
    machine.send(.start)
    machine.tick(1)
    for _ in 0..<20 {
      machine.tick(47)
      machine.seconds += 60 / 120.0 / 24
      let tick = machine.now
      for isTick in late < 0 ? [true, false] : [false, true] {
        machine.seconds = Double(tick) * 1e-9 + (isTick ? late : 0)
        if isTick {
          machine.send(.timingClock)
        } else {
          machine.followed.repeatLoop(Ticks.zero..<(.quarter * 2), at: machine.now)
        }
      }
      machine.seconds = Double(tick) * 1e-9
    }
    machine.tick(12)
    #expect(abs(machine.position - 0.5) < 0.01, "\(machine.position)")
  }

  @Test func `A start while it runs is a move, and a tick is none`() {
    var machine = Machine()
    machine.tick(48)
    machine.send(.start)
    machine.tick(1)
    var moves = [machine.followed.popMove()]
    machine.tick(20)
    moves.append(machine.followed.popMove())
    machine.send(.start)
    machine.tick(1)
    moves += [machine.followed.popMove(), machine.followed.popMove()]
    #expect(moves == [true, false, true, false])
  }

  @Test func `Only the clock that is followed starts and stops`() {
    var machine = Machine()
    machine.tick(48)
    let other = PortID(rawValue: 9)
    machine.followed.take(.start, from: other, at: machine.now)
    machine.tick(24)
    #expect(!machine.followed.transport.isRunning)
    machine.send(.start)
    machine.tick(24)
    machine.followed.take(.stop, from: other, at: machine.now)
    #expect(machine.followed.transport.isRunning)
  }

  @Test func `Another clock is followed when the first has been silent, also from its start on`() {
    var machine = Machine()
    machine.tick(48)
    machine.send(.start)
    machine.tick(25)
    machine.send(.stop)
    let other = PortID(rawValue: 9)
    machine.followed.take(.start, from: other, at: machine.now)
    machine.followed.take(.timingClock, from: other, at: machine.now)
    #expect(!machine.followed.transport.isRunning)
    // It sends nothing while it stands.
    machine.seconds += 5
    let (start, position) = (machine.now, machine.position)
    machine.followed.take(.stop, from: other, at: start)
    #expect(machine.followed.clockPort == machine.port && machine.position == position)
    machine.followed.take(.start, from: other, at: start)
    for tick in 0..<97 {
      machine.seconds += 60.0 / 100 / 24
      machine.followed.take(.timingClock, from: other, at: machine.now)
      if tick == 0 { #expect(machine.followed.transport.isRunning && machine.position == 0) }
    }
    #expect(machine.followed.clockPort == other)
    #expect(abs(machine.followed.transport.clock.tempo.quartersPerMinute - 100) < 0.1)
    #expect(abs(machine.position - 4) < 0.01)
  }

  @Test func `A clock that stutters keeps its tempo, and is where it was when it ticks again`() {
    var machine = Machine()
    machine.tick(48)
    machine.send(.start)
    machine.tick(49)
    func tempo() -> Double { machine.followed.transport.clock.tempo.quartersPerMinute }
    for pause in [0.1, 0.3, 0.59, 2] {
      // It lacks ticks, and then goes on from where it was.
      let before = machine.position
      machine.seconds += pause
      machine.tick(1)
      #expect(abs(tempo() - 120) < 30, "\(tempo()) after \(pause) s")
      machine.tick(120)
      #expect(abs(tempo() - 120) < 0.5, "\(tempo()) after \(pause) s")
      #expect(machine.position - before < 121.0 / 24 + 0.5, "\(machine.position - before) after \(pause) s")
    }
  }

  @Test func `A transport without a clock starts, stands, goes elsewhere and resumes`() {
    var transport = Transport(clock: TickClock(tempo: Tempo(60)))
    transport.start(at: 5_000_000_000)
    transport.stop(at: 8_000_000_000)
    #expect(transport.position(at: 60_000_000_000) == .quarter * 3)
    transport.locate(.quarter * -4, at: 0)
    #expect(transport.position(at: 0) == .zero)
    transport.locate(.quarter * 7, at: 0)
    transport.resume(at: 70_000_000_000)
    #expect(transport.position(at: 72_000_000_000) == .quarter * 9)
    transport.locate(.quarter, at: 72_000_000_000)
    #expect(transport.position(at: 73_000_000_000) == .quarter * 2)
    #expect(transport.isRunning)
  }
}
