import CMallocProbe
import SpinetEngine
import SpinetKeyboard
import SpinetMIDI
import Testing

/// Nothing on a finger's way asks for memory, from its first touch on.
struct AllocationTests {
  @Test func `The probe counts an array`() {
    let before = malloc_probe_count()
    var numbers: [Int] = []
    numbers.reserveCapacity(100 + Int(before % 2))
    #expect(malloc_probe_count() > before)
    #expect(numbers.capacity >= 100)
  }

  @Test(arguments: [false, true]) func `Fingers cost no memory in any mode`(ringing: Bool) {
    // The language's runtime makes the tables of this loop's own generic types when it first runs.
    _ = memoryCalls(.seed, ringing: ringing)
    for (index, configuration) in InvariantTests.configurations.enumerated() {
      #expect(memoryCalls(configuration, ringing: ringing) == 0, "configuration \(index)")
    }
  }

  private func memoryCalls(_ configuration: KeyboardConfiguration, ringing: Bool) -> UInt {
    var keyboard = SmartKeyboard(configuration: configuration, voices: 6, ringing: ringing)
    var events: [VoiceEvent] = []
    events.reserveCapacity(4096)
    var messages: [MIDIMessage] = []
    messages.reserveCapacity(4096)
    var outputs = (KeyboardMIDIOutput(.mpe(members: 5)), KeyboardMIDIOutput(.midi(Channel(status: 0))))
    keyboard.engineStarted(into: &events)
    let before = malloc_probe_count()
    for step in 0..<400 {
      let time = Double(step) * 7
      let (x, y) = (Double(step * 37 % 1100), Double(step * 61 % 800))
      switch step % 8 {
      case 0, 3: keyboard.fingerDown(step % 11, x: x, y: y, at: time, into: &events)
      case 7: keyboard.fingerLifted(step % 11, x: x, y: y, at: time, into: &events)
      default: keyboard.fingerMoved(step % 11, x: x, y: y, at: time, into: &events)
      }
      outputs.0.send(events, into: &messages)
      outputs.1.send(events, into: &messages)
      events.removeAll(keepingCapacity: true)
      messages.removeAll(keepingCapacity: true)
    }
    return malloc_probe_count() - before
  }
}
