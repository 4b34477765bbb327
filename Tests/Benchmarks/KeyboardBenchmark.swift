import SpinetEngine
import SpinetKeyboard
import SpinetMIDI
import SpinetTime

/// What a note, a finger's move in every rounding mode and a bend of MPE cost on the control thread: medians.
struct KeyboardBenchmark {
  func rows() throws -> [Table.Row] {
    let modes: [(String, RoundingMode)] = [
      ("quantized", .quantized), ("continuous", .continuous), ("rounded", .rounded),
    ]
    return [Table.Row(work: "a MIDI note through the allocator", spinet: nanoseconds(noteSeconds()))]
      + modes.map { name, mode in
        Table.Row(work: "a finger's move, \(name)", spinet: nanoseconds(moveSeconds(mode)))
      }
      + [
        Table.Row(work: "a bend of one of 10 MPE notes", spinet: nanoseconds(bendSeconds())),
        Table.Row(
          work: "a move sent out as MPE as well",
          spinet: nanoseconds(moveSeconds(.rounded, .mpe(members: 15)))),
        Table.Row(
          work: "10 fingers at 1,000 moves a second, rounded",
          spinet: "\((moveSeconds(.rounded) * 10_000 * 100).short) % of a core"),
        Table.Row(
          work: "16 arpeggios at 1/64 and 300 bpm", spinet: "\((arpeggioShare() * 100).short) % of a core"),
      ]
  }

  private func nanoseconds(_ seconds: Double) -> String { "\((seconds * 1e9).short) ns" }

  /// The median over batches of what one event costs; `act` gets the number of the event.
  private func median(_ act: (Int) -> Void) -> Double {
    let (batches, size) = (2000, 100)
    let costs = (0..<batches).map { batch in
      Stopwatch.processorSeconds { for event in 0..<size { act(batch * size + event) } } / Double(size)
    }
    return costs.median
  }

  private func noteSeconds() -> Double {
    var keyboard = SmartKeyboard(configuration: .midi, voices: 64)
    var events: [VoiceEvent] = []
    events.reserveCapacity(256)
    let channel = Channel(status: 0)
    return median { event in
      let key = UInt8(36 + event / 2 % 48)
      let message: MIDIMessage =
        event.isMultiple(of: 2)
        ? .noteOn(channel, key: key, velocity: 90) : .noteOff(channel, key: key, velocity: 0)
      keyboard.play(message, from: .file, at: Double(event), into: &events)
      events.removeAll(keepingCapacity: true)
    }
  }

  /// What part of a core sixteen arpeggios over held chords need, when control wakes for every step.
  private func arpeggioShare() -> Double {
    var configuration = KeyboardConfiguration.midi
    configuration.noteEffects.arpeggio.mode = .up
    configuration.noteEffects.arpeggio.rate = NoteLength("1/64") ?? .sixteenth
    let parts = (0..<16).map { _ in
      ArpeggioPart(SmartKeyboard(configuration: configuration, voices: 16, ringing: false))
    }
    var events: [VoiceEvent] = []
    events.reserveCapacity(256)
    for (index, part) in parts.enumerated() {
      part.keyboard.follow(TickClock(tempo: Tempo(300)), at: 0)
      for key in [60, 64, 67, 71] as [UInt8] {
        let message = MIDIMessage.noteOn(Channel(status: 0), key: key, velocity: 90)
        part.keyboard.play(message, from: .file, at: Double(index), into: &events)
      }
    }
    let seconds = 60.0
    let cost = Stopwatch.processorSeconds {
      while let tick = parts.compactMap({ $0.keyboard.findNextTick() }).min(), tick <= seconds * 1000 {
        for part in parts { part.keyboard.advance(to: tick, into: &events) }
        events.removeAll(keepingCapacity: true)
      }
    }
    return cost / seconds
  }

  /// Ten fingers, each sent on its way a thousand times a second, now within a key and now to another.
  private func moveSeconds(_ mode: RoundingMode, _ form: KeyboardMIDIOutput.Form? = nil) -> Double {
    var configuration = KeyboardConfiguration.seed
    configuration.roundingMode = mode
    var keyboard = SmartKeyboard(configuration: configuration, voices: 64)
    var events: [VoiceEvent] = []
    var messages: [MIDIMessage] = []
    var output = form.map { KeyboardMIDIOutput($0) }
    events.reserveCapacity(256)
    messages.reserveCapacity(256)
    for finger in 0..<10 {
      keyboard.fingerDown(finger, x: Double(finger) * 90 + 20, y: 100, at: 0, into: &events)
    }
    return median { event in
      let (finger, x) = (event % 10, Double(event * 37 % 1000))
      keyboard.fingerMoved(
        finger, x: x, y: Double(event * 11 % 700), at: Double(event) * 0.1, into: &events)
      output?.send(events, into: &messages)
      events.removeAll(keepingCapacity: true)
      messages.removeAll(keepingCapacity: true)
    }
  }

  private func bendSeconds() -> Double {
    var configuration = KeyboardConfiguration.midi
    configuration.zones = MPEZones(lower: 15, upper: 0)
    var keyboard = SmartKeyboard(configuration: configuration, voices: 64)
    var events: [VoiceEvent] = []
    events.reserveCapacity(256)
    for member in 1...10 {
      let note = MIDIMessage.noteOn(Channel(status: UInt8(member)), key: 60, velocity: 90)
      keyboard.play(note, from: .file, at: 0, into: &events)
    }
    return median { event in
      let member = Channel(status: UInt8(1 + event % 10))
      let bend = MIDIMessage.pitchBend(member, value: UInt16(event * 37 % 16384))
      keyboard.play(bend, from: .file, at: Double(event), into: &events)
      events.removeAll(keepingCapacity: true)
    }
  }
}

/// A class, as the part of a session is, so that the keyboard is not copied.
private final class ArpeggioPart {
  var keyboard: SmartKeyboard

  init(_ keyboard: SmartKeyboard) { self.keyboard = keyboard }
}
