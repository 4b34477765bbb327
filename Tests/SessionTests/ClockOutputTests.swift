import Logging
import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
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

  func ports() -> [MIDIPort] {
    [
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
}
