import Scratch
import SpinetDevices
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSession

@Suite struct LampsTests {
  private let clock = JumpingClock()

  @Test func `Lamps follow their widgets, and nothing is compared while nothing happens`() throws {
    let rig = try Rig(map: "cc 74: {widget: filter.cutoff, feedback: true}")
    let source = ScriptedSource([], clock: clock)
    let lamps = Lamps(of: rig.performer, on: source)
    func turn() -> Int {
      let before = source.sent.count
      lamps.turn(at: clock.now, isReady: false)
      var poll = DescriptorPoll([])
      clock.wait(for: &poll, until: clock.now.advanced(bySeconds: 0.1))
      return source.sent.count - before
    }
    #expect(eventually { turn() == 0 })
    rig.widgets["filter.cutoff"]?.set(64)
    #expect(turn() == 2, "one lamp on each of two ports")
    #expect(lamps.nextMoment(after: clock.now) != nil)
    #expect(turn() == 0 && lamps.nextMoment(after: clock.now) == nil)
  }

  @Test func `What does not fit on the cable is sent later`() throws {
    let rig = try Rig(map: "cc 74: {widget: filter.cutoff, feedback: true}")
    let source = ScriptedSource([], clock: clock)
    let lamps = Lamps(of: rig.performer, on: source)
    lamps.turn(at: clock.now, isReady: false)
    let sent = source.sent.count
    rig.widgets["filter.cutoff"]?.set(1)
    // No time has passed in which a byte could be sent.
    lamps.turn(at: clock.now, isReady: false)
    #expect(source.sent.count == sent && lamps.nextMoment(after: clock.now) != nil)
    lamps.turn(at: clock.now.advanced(bySeconds: 0.1), isReady: false)
    #expect(source.sent.count > sent)
  }
}
