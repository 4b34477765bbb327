import Logging
import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetTime
import SpinetWidgets
import Testing

@testable import SpinetSession

/// A drum machine that keeps what is sent to it.
private final class Drums: MIDISource {
  private(set) var sent: [(message: MIDIMessage, time: HostTime)] = []
  var descriptor: Int32? { nil }
  var announcement: String { "" }
  var hasOutput: Bool { false }
  var connectedPorts: [MIDIPort] { [] }

  var isThere = true
  private(set) var opened = 0

  func open(_ port: PortID) { opened += 1 }

  func ports() -> [MIDIPort] {
    guard isThere else { return [] }
    return [
      MIDIPort(
        id: PortID(rawValue: 9 << 8), client: "Drums", name: "MIDI 1", address: "9:0", isHardware: true,
        sends: false, receives: true)
    ]
  }

  func read(_ handle: (MIDISourceEvent) -> Void) {}
  func send(_ message: MIDIMessage, to port: PortID?) {}
  func send(_ message: MIDIMessage, to port: PortID, at time: HostTime) { sent.append((message, time)) }
  func cancelScheduled() { sent.removeAll { $0.time > now } }
  /// What is later than this can still be cancelled.
  var now = HostTime(nanoseconds: .max)
}

/// How long the sound takes, in nanoseconds.
private final class Delay { var nanoseconds: UInt64 = 0 }

/// The clock that is sent while a session runs.
struct ClockOutputTests {
  // 0: without an engine. 10 ms: with the usual card.
  @Test(arguments: [0, 4_000_000, 10_700_000] as [UInt64])
  func `A transport that starts at the beginning sends a start, and then the tick of that position`(
    latency: UInt64
  ) throws {
    let rig = try StageRig([part("a")])
    let (drums, performer) = (Drums(), rig.performer)
    var options = PlayOptions()
    options.clockReceivers = ["Drums"]
    let clock = try #require(
      ClockOutput(options, from: performer, on: drums, logger: Logger(label: "test")) { latency })
    var now = HostTime(seconds: 10)
    for _ in 0..<100 {
      clock.turn(at: now, isReady: false)
      now = try #require(clock.nextMoment(after: now))
    }
    // Control does the request, and turns to the clock at once.
    now = now.advanced(bySeconds: -0.005)
    let begin = now
    performer.instrument.sessionWidgets.clockRunning.set(1)
    performer.applySessionWidgets(at: begin)
    now = now.advanced(bySeconds: 0.0005)
    #expect(clock.nextMoment(after: now) == now)
    let before = drums.sent.count
    for _ in 0..<10 {
      clock.turn(at: now, isReady: false)
      now = try #require(clock.nextMoment(after: now))
    }
    let sent = drums.sent.dropFirst(before)
    let start = try #require(sent.first { $0.message != .timingClock })
    #expect(start.message == .start, "\(sent.prefix(4))")
    let tick = try #require(sent.first { $0.message == .timingClock && $0.time >= start.time })
    let wanted = Double(max(latency, 3_000_000)) * 1e-6
    #expect(abs(Double(tick.time.nanoseconds(since: begin)) * 1e-6 - wanted) < 0.01)
    #expect(!sent.contains { $0.message == .continue })
  }

  /// The engine stops or begins, or the card is another one.
  @Test(arguments: [(3, 60), (60, 3), (3, 11), (11, 3), (400, 3)] as [(UInt64, UInt64)])
  func `With another delay no tick is lost, told twice or told before an earlier one`(
    before: UInt64, after: UInt64
  ) throws {
    let rig = try StageRig([part("a")])
    let (drums, delay) = (Drums(), Delay())
    var options = PlayOptions()
    options.clockReceivers = ["Drums"]
    let clock = try #require(
      ClockOutput(options, from: rig.performer, on: drums, logger: Logger(label: "test")) {
        delay.nanoseconds
      })
    var now = HostTime(seconds: 10)
    func run(until end: HostTime) throws {
      while now < end {
        drums.now = now
        clock.turn(at: now, isReady: false)
        now = try #require(clock.nextMoment(after: now))
      }
    }
    delay.nanoseconds = before * 1_000_000
    try run(until: HostTime(seconds: 11))
    rig.performer.instrument.sessionWidgets.clockRunning.set(1)
    rig.performer.applySessionWidgets(at: now)
    try run(until: now.advanced(bySeconds: 0.5))
    delay.nanoseconds = after * 1_000_000
    let change = now
    try run(until: now.advanced(bySeconds: 1))
    let times = drums.sent.map(\.time)
    #expect(times == times.sorted())
    #expect(!drums.sent.contains { $0.message == .continue || $0.message == .stop })
    let begin = try #require(drums.sent.firstIndex { $0.message == .start })
    let ticks = drums.sent[begin...].filter { $0.message == .timingClock && $0.time <= now }.count
    // At 120 quarters a minute, from the start on, as it is heard now.
    let heard = Double(now.nanoseconds(since: change)) * 1e-9 + 0.5 - Double(after) * 1e-3
    #expect(abs(Double(ticks) - heard * 48) <= 2, "\(ticks)")
  }

  @Test func `A receiver that comes, goes or comes back is found when its port tells`() throws {
    let rig = try StageRig([part("a")])
    let drums = Drums()
    var options = PlayOptions()
    options.clockReceivers = ["Drums"]
    let clock = try #require(
      ClockOutput(options, from: rig.performer, on: drums, logger: Logger(label: "test")) { 0 })
    var now = HostTime(seconds: 10)
    func turn(isThere: Bool) -> [MIDIMessage] {
      drums.isThere = isThere
      rig.performer.ports.receiversChanged()
      let sent = drums.sent.count
      for _ in 0..<4 {
        clock.turn(at: now, isReady: false)
        now = clock.nextMoment(after: now) ?? now.advanced(bySeconds: 0.02)
      }
      return drums.sent[sent...].map(\.message)
    }
    #expect(turn(isThere: false).isEmpty)
    #expect(clock.nextMoment(after: now) == nil)
    #expect(turn(isThere: true).contains(.timingClock))
    #expect(turn(isThere: false).isEmpty)
    #expect(clock.nextMoment(after: now) == nil)
    #expect(turn(isThere: true).contains(.timingClock))
    let opened = drums.opened
    #expect(turn(isThere: true).contains(.timingClock))
    #expect(drums.opened > opened)
  }

  @Test(arguments: [(30, 15), (120, 50), (300, 126), (999, 126)], [3, 60] as [UInt64])
  func `It wakes once for a tick at most, and so early that it may be late`(
    _ pace: (tempo: Double, mostTurns: Int), delay: UInt64
  ) throws {
    let rig = try StageRig([part("a")])
    let drums = Drums()
    var options = PlayOptions()
    options.clockReceivers = ["Drums"]
    let clock = try #require(
      ClockOutput(options, from: rig.performer, on: drums, logger: Logger(label: "test")) {
        delay * 1_000_000
      })
    var now = HostTime(seconds: 10)
    rig.performer.ports.transport.set(Tempo(pace.tempo), at: now.nanoseconds)
    clock.turn(at: now, isReady: false)
    clock.turn(at: now.advanced(bySeconds: 0.02), isReady: false)
    let before = drums.sent.count
    var (turns, least) = (0, Int64.max)
    let begin = now
    while now < begin.advanced(bySeconds: 1) {
      now = try #require(clock.nextMoment(after: now))
      let given = drums.sent.count
      clock.turn(at: now, isReady: false)
      turns += 1
      for event in drums.sent[given...] { least = min(least, event.time.nanoseconds(since: now)) }
    }
    #expect(turns <= pace.mostTurns)
    #expect(least >= 11_900_000, "\(least) ns before its moment")
    // A turn sends those of some milliseconds at once.
    let ticksPerSecond = pace.tempo * 24 / 60
    let ticks = Double(now.nanoseconds(since: begin)) * 1e-9 * ticksPerSecond
    #expect(abs(Double(drums.sent.count - before) - ticks) <= 2 + 0.02 * ticksPerSecond)
  }
}
