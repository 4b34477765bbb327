import SpinetMIDI
import SpinetRealtime
import Testing

@testable import SpinetSession

@Suite struct HeldInputTests {
  private let one = PortID(rawValue: 1)
  private let two = PortID(rawValue: 2)
  private let first = Channel(status: 0)
  private let second = Channel(status: 1)
  private let part: UInt32 = 64
  private var held = HeldInput()

  private func key(_ number: UInt8, _ channel: Channel, _ port: PortID) -> SourceKey {
    SourceKey(port: port, channel: channel, number: number)
  }

  /// Records a control, and that the engine of the part was told.
  private mutating func tell(_ message: MIDIMessage, _ port: PortID) {
    _ = held.record(message, from: port)
    held.told(message, from: port, part: part)
  }

  @Test mutating func `A port that leaves lets go of its keys and pedals`() {
    held.press(key(60, second, one), of: part, as: 60)
    held.press(key(64, first, one), of: part, as: 64)
    held.press(key(62, first, one), of: part, as: 62)
    #expect(held.lift(key(62, first, one), of: part) == 62)
    tell(.controlChange(first, controller: 64, value: 127), one)
    tell(.controlChange(first, controller: 1, value: 127), one)
    #expect(
      held.releases(of: one, in: part) == [
        .noteOff(first, key: 64, velocity: 64), .noteOff(second, key: 60, velocity: 64),
        .controlChange(first, controller: 64, value: 0),
      ])
    held.forget(one)
    #expect(held.releases(of: one, in: part).isEmpty && held.isReleased(part))
  }

  @Test mutating func `What another port holds too stays down`() {
    for port in [one, two] { held.press(key(60, first, port), of: part, as: 60) }
    held.press(key(61, first, two), of: part, as: 61)
    #expect(held.releases(of: one, in: part).isEmpty)
    held.forget(one)
    #expect(held.releases(in: part).count == 2)
    held.releaseAll()
    #expect(held.releases(in: part).isEmpty)
  }

  @Test mutating func `A part is told of the keys that it plays, and of no other part's`() {
    held.press(key(60, first, one), of: part, as: 72)
    held.press(key(60, first, one), of: 65, as: 60)
    #expect(held.keysDown(part) == [72] && held.keysDown(65) == [60])
    held.forgetKeys(of: part)
    #expect(held.isReleased(part) && !held.isReleased(65))
  }

  @Test(arguments: [(false, 1), (true, 2)])
  mutating func
    `A key that was struck twice is held until its first note-off, or its second if they are counted`(
      counting: Bool, noteOffs: Int
    )
  {
    held.press(key(60, first, one), of: part, as: 72, counting: counting)
    held.press(key(60, first, one), of: part, as: 48, counting: counting)
    for _ in 0..<noteOffs {
      #expect(held.played(key(60, first, one), of: part) == 72)
      #expect(held.lift(key(60, first, one), of: part) == 72)
    }
    #expect(held.lift(key(60, first, one), of: part) == nil && held.isReleased(part))
  }

  @Test mutating func `A pedal that was lifted by force is still released in the engine that it pressed`() {
    tell(.controlChange(first, controller: 64, value: 127), one)
    held.silence()
    #expect(held.messages.isEmpty && held.holdingPedals.isEmpty)
    #expect(held.record(.controlChange(first, controller: 64, value: 0), from: one) == [part])
    #expect(held.releases(in: part).isEmpty)
  }

  @Test mutating func `Bends and pressures outlast a release of everything, for parts to come`() {
    tell(.pitchBend(first, value: 9000), one)
    tell(.channelPressure(first, pressure: 3), one)
    tell(.controlChange(first, controller: 66, value: 1), one)
    held.releaseAll()
    #expect(held.messages.count == 2 && held.releases(in: part).isEmpty)
    _ = held.record(.controlChange(first, controller: 121, value: 0), from: one)
    #expect(held.messages.isEmpty)
  }

  @Test mutating func `A finger keeps its part and its number until it is lifted`() {
    let (a, b) = (ClientID(number: 1), ClientID(number: 2))
    let finger = held.touch(1, of: a, on: part)
    #expect(held.touch(1, of: a, on: 65) == finger)
    #expect(held.touch(1, of: b, on: part).number != finger.number)
    #expect(held.liftFingers(of: a) == [finger])
    #expect(held.finger(1, of: a) == nil && held.finger(1, of: b) != nil && !held.isReleased(part))
  }

  @Test mutating func `A note of a known length ends once`() {
    let note = CommandNote(key: 60, velocity: 9, channel: first, seconds: 1)
    held.hold(note, from: one, until: HostTime(seconds: 2))
    held.hold(note, from: two, until: HostTime(seconds: 1))
    #expect(held.nextEnd == HostTime(seconds: 1))
    #expect(held.nextEnded(at: HostTime(seconds: 1.5))?.port == two)
    #expect(held.nextEnded(at: HostTime(seconds: 1.5)) == nil)
    held.forget(one)
    #expect(held.nextEnd == nil)
  }
}
