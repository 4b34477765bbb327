import SpinetMIDI
import SpinetMapping
import Testing

@testable import SpinetStage

private let one = Channel(status: 0)
private let three = Channel(status: 2)

/// Channels and rules as they change messages.
struct ThruRulesTests {
  private static func cc(_ number: UInt8, _ value: UInt8, _ channel: Channel = one) -> MIDIMessage {
    .controlChange(channel, controller: number, value: value)
  }

  @Test(
    arguments: [
      (cc(1, 100), cc(74, 100)),
      (cc(74, 100), cc(74, 100)),
      (cc(64, 127), nil),
      (.pitchBend(one, value: 8192), cc(2, 64)),
      (.pitchBend(one, value: 16383), cc(2, 127)),
      (.channelPressure(one, pressure: 0), .pitchBend(one, value: 0)),
      (.channelPressure(one, pressure: 64), .pitchBend(one, value: 8192)),
      (.channelPressure(one, pressure: 127), .pitchBend(one, value: 16383)),
      (cc(5, 9), .channelPressure(one, pressure: 9)),
      (.noteOn(one, key: 60, velocity: 3), .noteOn(one, key: 60, velocity: 3)),
      (.programChange(one, program: 3), .programChange(one, program: 3)),
      (.timingClock, nil), (.start, nil), (.systemReset, nil),
    ] as [(MIDIMessage, MIDIMessage?)])
  func `A rule passes a message, changes it or drops it`(message: MIDIMessage, passed: MIDIMessage?) {
    var rules = ThruRules()
    rules.rules = [
      .controller(1): .controller(74), .controller(64): nil, .bend: .controller(2), .pressure: .bend,
      .controller(5): .pressure,
    ]
    #expect(rules.passed(message) == passed)
  }

  @Test func `Without the others, only what is named is passed`() {
    var rules = ThruRules()
    rules.passesOthers = false
    rules.rules = [.notes: .notes]
    #expect(rules.passed(.noteOff(one, key: 1, velocity: 0)) != nil)
    #expect(rules.passed(.polyPressure(one, key: 1, pressure: 0)) != nil)
    #expect(rules.passed(Self.cc(1, 1)) == nil && rules.passed(.pitchBend(one, value: 0)) == nil)
  }

  @Test(arguments: [nil, three] as [Channel?])
  func `Everything gets the instrument's channel, or keeps its own`(channel: Channel?) {
    let instrument = OutsideInstrument(port: PortPattern("x"), channel: channel)
    let messages: [MIDIMessage] = [
      .noteOn(one, key: 60, velocity: 3), .noteOff(one, key: 60, velocity: 3), Self.cc(1, 2),
      .polyPressure(one, key: 1, pressure: 2), .programChange(one, program: 3),
      .channelPressure(one, pressure: 1), .pitchBend(one, value: 3),
    ]
    for message in messages {
      var passed: [MIDIMessage] = []
      instrument.pass(message) { passed.append($0) }
      #expect(passed == [message.on(channel ?? one)] && passed.first?.channel == channel ?? one)
    }
  }
}
