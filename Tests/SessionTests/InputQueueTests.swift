import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetSession

@Suite struct InputQueueTests {
  private let rig: SessionRig
  private let one = Channel(status: 0)

  init() throws { rig = try SessionRig() }

  private func strike(_ key: UInt8, by client: InputClient, in seconds: Double = 0) {
    client.play(.noteOn(one, key: key, velocity: 90), at: rig.clock.now.advanced(bySeconds: seconds))
  }

  @Test func `What is meant for later waits, and delays nobody`() throws {
    let (early, late) = (rig.session.handle.newClient(), rig.session.handle.newClient())
    strike(60, by: late, in: 0.5)
    strike(62, by: early)
    rig.play(seconds: 0.1)
    #expect(rig.heldKeys == [62])
    rig.play(seconds: 0.5)
    #expect(rig.heldKeys == [60, 62])
  }

  @Test func `A client's events keep their order, whatever their times are`() throws {
    let client = rig.session.handle.newClient()
    strike(60, by: client, in: 0.3)
    client.play(.noteOff(one, key: 60, velocity: 0), at: rig.clock.now)
    rig.play(seconds: 0.1)
    #expect(rig.heldKeys.isEmpty)
    rig.play(seconds: 0.5)
    #expect(rig.heldKeys.isEmpty)
  }

  @Test func `A client that leaves releases its own keys, and does nothing more`() throws {
    let (leaving, staying) = (rig.session.handle.newClient(), rig.session.handle.newClient())
    strike(60, by: leaving)
    strike(61, by: leaving, in: 0.5)
    strike(62, by: staying)
    rig.play(seconds: 0.1)
    leaving.leave()
    rig.play(seconds: 1)
    #expect(rig.heldKeys == [62])
  }

  @Test func `If a release is lost, everything is released, and that is told`() throws {
    let client = rig.session.handle.newClient()
    strike(60, by: client)
    rig.play(seconds: 0.1)
    for _ in 0..<5000 { client.play(.noteOff(one, key: 1, velocity: 0), at: rig.clock.now) }
    rig.play(seconds: 0.1)
    #expect(rig.heldKeys.isEmpty && rig.text.contains("input overrun"))
  }

  @Test func `A request is answered after the events that are due`() throws {
    let client = rig.session.handle.newClient()
    client.move("osc.mix", to: 0.75, at: rig.clock.now)
    let answers = Answers()
    client.ask(.widgets(matching: "osc.mix")) { answers.add($0) }
    rig.play(seconds: 0.1)
    guard case .widgets(let table) = answers.all.first else {
      Issue.record("there is no answer")
      return
    }
    #expect(answers.all.count == 1 && table.widgets.map(\.value) == [0.75])
  }
}

private final class Answers: Sendable {
  private let answers = Mutex<[Response]>([])
  var all: [Response] { answers.withLock { $0 } }
  func add(_ answer: Response) { answers.withLock { $0.append(answer) } }
}
