import SpinetKit
import Testing

@Suite struct MidiWidgetsManagerTests {
  let manager = MidiWidgetsManager()
  let cutoff = Widget("cutoff", range: 60...10_000, default: 3000, unit: "Hz")
  let one = Channel(status: 0)

  @Test(arguments: [(0, 60), (127, 10_000), (64, 60 + 9940 * 64.0 / 127)])
  func `A controller moves its widget from end to end`(value: Int, expected: Double) throws {
    try manager.add(cutoff, forControllerNumber: 5)
    manager.take(.controlChange(one, controller: 5, value: UInt8(value)))
    #expect(abs(cutoff.value - expected) < 1e-9)
  }

  @Test func `Note 5 never moves controller 5`() throws {
    try manager.add(cutoff, forControllerNumber: 5)
    for message: MIDIMessage in [
      .noteOn(one, key: 5, velocity: 100), .noteOff(one, key: 5, velocity: 0),
      .polyPressure(one, key: 5, pressure: 9),
      .programChange(one, program: 5), .channelPressure(one, pressure: 5), .pitchBend(one, value: 5),
    ] { manager.take(message) }
    #expect(cutoff.value == 3000)
  }

  @Test func `Several widgets share a controller, and one has several`() throws {
    let other = Widget("other")
    try manager.add(cutoff, forControllerNumber: 5)
    try manager.add(other, forControllerNumber: 5)
    try manager.add(other, forControllerNumber: 6, channel: 2)
    manager.take(.controlChange(one, controller: 5, value: 127))
    #expect(cutoff.value == 10_000 && other.value == 1)
    manager.take(.controlChange(one, controller: 6, value: 0))
    #expect(other.value == 1)
    manager.take(.controlChange(Channel(status: 1), controller: 6, value: 0))
    #expect(other.value == 0)
  }

  @Test func `A removed widget stays where it is`() throws {
    try manager.add(cutoff, forControllerNumber: 5)
    manager.remove(cutoff)
    manager.take(.controlChange(one, controller: 5, value: 0))
    #expect(cutoff.value == 3000 && manager.entries.isEmpty)
  }

  @Test(arguments: [(128, nil), (-1, nil), (5, 0), (5, 17)] as [(Int, Int?)])
  func `A number that MIDI does not have is refused`(controller: Int, channel: Int?) {
    #expect(throws: SpinetError.self) {
      try manager.add(cutoff, forControllerNumber: controller, channel: channel)
    }
  }

  @Test func `One import gives the models too`() {
    var keyboard = SmartKeyboard(configuration: .midi, voices: 4)
    var events: [VoiceEvent] = []
    keyboard.play(
      .noteOn(one, key: 60, velocity: 100), from: PortID(rawValue: 256), at: 0, into: &events)
    #expect(!events.isEmpty)
    #expect("\(LiveSession.self)" == "LiveSession")
  }
}
