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
}

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
}
