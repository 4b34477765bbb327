import Testing

@testable import SpinetMIDI

struct HeldKeysTests {
  private let one = PortID(rawValue: 1)
  private let two = PortID(rawValue: 2)
  private let first = Channel(status: 0)
  private let second = Channel(status: 1)

  @Test func `A port that leaves lets go of its keys and pedals`() {
    var held = HeldKeys()
    held.record(.noteOn(second, key: 60, velocity: 9), from: one)
    held.record(.noteOn(first, key: 64, velocity: 9), from: one)
    held.record(.noteOn(first, key: 62, velocity: 9), from: one)
    held.record(.noteOff(first, key: 62, velocity: 0), from: one)
    held.record(.controlChange(first, controller: 64, value: 127), from: one)
    held.record(.controlChange(first, controller: 1, value: 127), from: one)
    #expect(
      held.release(port: one) == [
        .noteOff(first, key: 64, velocity: 64), .noteOff(second, key: 60, velocity: 64),
        .controlChange(first, controller: 64, value: 0),
      ])
    #expect(held.release(port: one).isEmpty)
  }

  @Test func `What another port holds too stays down`() {
    var held = HeldKeys()
    for port in [one, two] { held.record(.noteOn(first, key: 60, velocity: 9), from: port) }
    held.record(.noteOn(first, key: 61, velocity: 9), from: two)
    #expect(held.release(port: one).isEmpty)
    #expect(held.releaseAll().count == 2)
    #expect(held.releaseAll().isEmpty)
  }
}
