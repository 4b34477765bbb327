import CALSA
import SpinetMIDI
import Testing

@testable import SpinetDevices

private let messages: [MIDIMessage] = {
  let channel = Channel(status: 3)
  return [
    .noteOff(channel, key: 60, velocity: 64), .noteOn(channel, key: 61, velocity: 1),
    .polyPressure(channel, key: 62, pressure: 127), .controlChange(channel, controller: 7, value: 100),
    .programChange(channel, program: 5), .channelPressure(channel, pressure: 9),
    .pitchBend(channel, value: 0), .pitchBend(channel, value: 16_383), .quarterFrame(0x35),
    .songPosition(16_383), .songSelect(4), .tuneRequest, .timingClock, .start, .continue, .stop,
    .activeSensing, .systemReset,
  ]
}()

@Test(arguments: messages)
func `A message goes through the sequencer as it is`(_ message: MIDIMessage) {
  var event = snd_seq_event_t()
  event.encode(message)
  var received: [MIDIMessage] = []
  event.forEachMessage { received.append($0) }
  #expect(received == [message])
}
