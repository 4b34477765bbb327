import Logging
import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import Synchronization
import Testing

@testable import SpinetSession

/// What reaches the performer from controllers.
@Suite struct ControllersTests {
  private let clock = JumpingClock()
  private let one = Channel(status: 0)

  private func controllers(_ script: [MIDISourceEvent], of rig: Rig, lines: Lines = Lines()) -> Controllers {
    let logger = Logger(label: "test") { _ in ListingLog { lines.add($0) } }
    return Controllers(
      ScriptedSource(script, clock: clock), playing: rig.performer, journal: nil, clock: clock, logger: logger
    )
  }

  private func strike(_ key: UInt8, from port: PortID) -> MIDISourceEvent {
    .message(.noteOn(one, key: key, velocity: 90), from: port, at: clock.now)
  }

  @Test func `A port that leaves releases its own notes, which is told`() throws {
    let (rig, lines) = (try Rig(), Lines())
    let (first, second) = (Rig.port(rig.one), Rig.port(rig.two))
    let controllers = controllers(
      [
        .connected(first), .connected(second), strike(60, from: first.id), strike(64, from: second.id),
        .disconnected(first),
      ], of: rig, lines: lines)
    controllers.turn(at: clock.now, isReady: true)
    #expect(rig.performer.held.keysDown(0) == [64])
    #expect(controllers.isAnyThere)
    #expect(lines.text.contains("connected Controller 1, mapping test.yaml"))
    #expect(lines.text.contains("disconnected Controller 1; its notes are released"))
  }

  @Test func `After messages were lost, everything is released`() throws {
    let (rig, lines) = (try Rig(), Lines())
    let port = Rig.port(rig.one)
    let controllers = controllers(
      [.connected(port), strike(60, from: port.id), .overrun], of: rig, lines: lines)
    controllers.turn(at: clock.now, isReady: true)
    #expect(rig.performer.held.keysDown(0).isEmpty && lines.text.contains("all keys are released"))
  }

  @Test func `It measures how long a message has waited`() throws {
    let rig = try Rig()
    let controllers = controllers([strike(60, from: rig.one)], of: rig)
    clock.pause(seconds: 0.25)
    controllers.turn(at: clock.now, isReady: true)
    #expect(abs(controllers.popLongestDelayMilliseconds() - 250) < 0.001)
    #expect(controllers.popLongestDelayMilliseconds() == 0)
  }

  @Test func `Only a source without a descriptor is looked at every millisecond`() throws {
    let rig = try Rig()
    let now = clock.now
    #expect(controllers([], of: rig).nextMoment(after: now) == nil)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let polled = Controllers(
      PolledSource(), playing: rig.performer, journal: nil, clock: clock, logger: logger)
    #expect(polled.nextMoment(after: now) == now.advanced(bySeconds: 0.001))
  }
}

/// A source that wakes nobody.
private final class PolledSource: MIDISource {
  var descriptor: Int32? { nil }
  var announcement: String { "" }
  var hasOutput: Bool { false }
  var connectedPorts: [MIDIPort] { [] }
  func ports() -> [MIDIPort] { [] }
  func read(_ handle: (MIDISourceEvent) -> Void) {}
  func send(_ message: MIDIMessage, to port: PortID?) {}
}

private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var text: String { lines.withLock { $0.joined(separator: "\n") } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
