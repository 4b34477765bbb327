import SpinetEngine
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSession

@Suite struct InboxTests {
  private let first = Channel(status: 0)

  private func inbox(_ capacity: Int = 16) throws -> Inbox { Inbox(capacity: capacity, waker: try Waker()) }

  private func event(_ client: UInt32, _ action: InputAction, at nanoseconds: UInt64 = 1) -> InputEvent {
    InputEvent(
      client: ClientID(number: client), time: HostTime(nanoseconds: nanoseconds), action: action)
  }

  private func noteOn(_ key: UInt8) -> InputAction { .message(.noteOn(first, key: key, velocity: 100)) }
  private func noteOff(_ key: UInt8) -> InputAction { .message(.noteOff(first, key: key, velocity: 0)) }

  @Test func `It wakes control, and gives what was posted in order`() throws {
    let waker = try Waker()
    let inbox = Inbox(capacity: 16, waker: waker)
    for key in 60..<63 as Range<UInt8> { #expect(inbox.post(event(1, noteOn(key)))) }
    #expect(waker.consume())
    var keys: [UInt8] = []
    let hasLost = inbox.drain {
      if case .message(.noteOn(_, let key, _), _) = $0.action { keys.append(key) }
    }
    #expect(keys == [60, 61, 62] && !hasLost)
  }

  @Test func `A full one refuses and counts, but always finds room for releases`() throws {
    let inbox = try inbox()
    let granted = (0..<16).count { _ in inbox.post(event(1, noteOn(60))) }
    #expect(granted == 12 && inbox.refused == 4)
    #expect((0..<4).allSatisfy { _ in inbox.post(event(1, noteOff(60))) })
    #expect(inbox.refused == 4)
    var taken = 0
    #expect(!inbox.drain { _ in taken += 1 })
    #expect(taken == 16)
  }

  @Test func `A release without any room is not lost: control hears of it once`() throws {
    let inbox = try inbox()
    for _ in 0..<17 { #expect(inbox.post(event(1, noteOff(60)))) }
    #expect(inbox.drain { _ in })
    #expect(!inbox.drain { _ in })
  }

  @Test(arguments: [
    (InputAction.left, true), (.finger(FingerInput(1, .up, x: 0, y: 0)), true),
    (.finger(FingerInput(1, .down, x: 0, y: 0)), false), (.message(.start), false),
    (.message(.noteOn(Channel(status: 0), key: 1, velocity: 0)), true),
    (.message(.noteOff(Channel(status: 0), key: 1, velocity: 9)), true),
    (.message(.controlChange(Channel(status: 0), controller: 64, value: 0)), true),
    (.message(.controlChange(Channel(status: 0), controller: 64, value: 127)), false),
    (.message(.controlChange(Channel(status: 0), controller: 120, value: 0)), true),
    (.message(.controlChange(Channel(status: 0), controller: 123, value: 0)), true),
    (.message(.controlChange(Channel(status: 0), controller: 7, value: 0)), false),
    (.move(Widget("panic", kind: .momentary), 1), true), (.move(Widget("level"), 1), false),
  ])
  func `What ends something is a release`(action: InputAction, isRelease: Bool) {
    #expect(action.isRelease == isRelease)
  }

  // MARK: Moments

  private let now = HostTime(nanoseconds: 10_000_000_000)

  private func keys(_ schedule: inout InboxSchedule, at time: HostTime) -> [UInt8] {
    var keys: [UInt8] = []
    while let event = schedule.next(at: time) {
      if case .message(.noteOn(_, let key, _), _) = event.action { keys.append(key) }
    }
    return keys
  }

  @Test func `What lies ahead waits, and what is due passes it`() {
    var schedule = InboxSchedule()
    schedule.add(event(1, noteOn(60), at: now.nanoseconds + 20_000_000), at: now)
    schedule.add(event(2, noteOn(61), at: now.nanoseconds + 5_000_000), at: now)
    schedule.add(event(3, noteOn(62), at: now.nanoseconds - 5), at: now)
    #expect(keys(&schedule, at: now) == [62])
    #expect(schedule.nextMoment == HostTime(nanoseconds: now.nanoseconds + 3_500_000))
    #expect(keys(&schedule, at: HostTime(nanoseconds: now.nanoseconds + 3_500_000)) == [61])
    #expect(keys(&schedule, at: now.advanced(bySeconds: 0.02)) == [60])
    #expect(schedule.nextMoment == nil)
  }

  @Test func `A client's events keep their order, and none is further away than a second`() {
    var schedule = InboxSchedule()
    schedule.add(event(1, noteOn(60), at: .max), at: now)
    schedule.add(event(1, noteOn(61), at: 0), at: now)
    #expect(keys(&schedule, at: now.advanced(bySeconds: 0.99)) == [])
    #expect(keys(&schedule, at: now.advanced(bySeconds: 1)) == [60, 61])
  }

  @Test func `Who leaves does nothing more`() {
    var schedule = InboxSchedule()
    schedule.add(event(1, noteOn(60), at: now.nanoseconds + 20_000_000), at: now)
    schedule.add(event(2, noteOn(61), at: now.nanoseconds + 20_000_000), at: now)
    schedule.remove(ClientID(number: 1))
    #expect(keys(&schedule, at: now.advanced(bySeconds: 1)) == [61])
  }

  // MARK: The performer

  private let one = ClientID(number: 1)
  private let two = ClientID(number: 2)

  private func touch(_ rig: Rig, _ id: Int, _ phase: FingerPhase, _ x: Double, of client: ClientID) {
    rig.performer.take(FingerInput(id, phase, x: x, y: 0.5, velocity: 0.5), of: client, at: .now)
  }

  @Test func `A finger plays the key it is on, as hard as it came down`() throws {
    let rig = try Rig()
    touch(rig, 7, .down, 60.5 / 128, of: one)
    let commands = rig.commands()
    let gains = commands.compactMap { if case .voice(.set(_, .gain, let gain)) = $0 { gain } else { nil } }
    #expect(gains == [0.5])
    let hertz = commands.compactMap { if case .voice(.set(_, .freq, let hertz)) = $0 { hertz } else { nil } }
    #expect(hertz.count == 1 && abs(hertz[0] - 261.6256) < 1e-3)
    touch(rig, 7, .up, 60.5 / 128, of: one)
    #expect(rig.releases() == 1)
  }

  @Test func `Two clients may use the same finger, and one that leaves lifts only its own`() throws {
    let rig = try Rig()
    touch(rig, 1, .down, 0.2, of: one)
    touch(rig, 1, .down, 0.8, of: two)
    #expect(rig.starts() == 2)
    rig.noteOn(60, from: one.port)
    #expect(rig.starts() == 1)
    rig.performer.clientLeft(one, at: .now)
    #expect(rig.releases() == 2)
    touch(rig, 1, .up, 0.2, of: one)
    #expect(rig.releases() == 0)
    touch(rig, 1, .up, 0.8, of: two)
    #expect(rig.releases() == 1)
  }

  @Test func `A fast finger plays every key on its way`() throws {
    let rig = try Rig()
    touch(rig, 1, .down, 40.5 / 128, of: one)
    #expect(rig.starts() == 1)
    touch(rig, 1, .move, 47.5 / 128, of: one)
    #expect(rig.starts() == 7)
    touch(rig, 1, .move, 40.5 / 128, of: one)
    #expect(rig.starts() == 7)
  }

  @Test func `Nonsense from a client plays at an edge, and ends`() throws {
    let rig = try Rig()
    for value in [Double.nan, -.infinity, .infinity, 1e300] {
      touch(rig, 1, .down, value, of: one)
      #expect(rig.starts() == 1)
      touch(rig, 1, .move, -value, of: one)
      touch(rig, 1, .up, value, of: one)
      #expect(rig.releases() >= 1)
    }
  }

  @Test func `An engine that takes MIDI hears fingers as notes`() throws {
    let rig = try Rig(noteInput: .midi)
    touch(rig, 1, .down, 60.5 / 128, of: one)
    #expect(rig.passed().last == ShortMessage(bytes: [0x90, 60, 64]))
    rig.performer.clientLeft(one, at: .now)
    #expect(rig.passed().last == ShortMessage(bytes: [0x80, 60, 64]))
  }

  @Test func `A client's port is no port of the sequencer, which has no lamps for it`() {
    #expect(ClientID.isPort(one.port) && one.port != two.port)
    #expect(!ClientID.isPort(.file) && !ClientID.isPort(PortID(rawValue: 255 << 8 | 255)))
  }
}
