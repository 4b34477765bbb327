import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetStage

/// Sends what a part plays: voices or MIDI to its engine or to the instrument outside that plays it, voices and values to
/// other instruments.
///
/// Nothing leaves before `flush`, so that everything that one message causes leaves together. [control-thread]
struct PartOutput {
  /// Gets the messages for other instruments: those that listen to the output, or one by its port.
  typealias Emit = (MIDIMessage, PortPattern?) -> Void

  /// What the part's keyboard has done since the last flush.
  var events: [VoiceEvent] = []
  /// The messages since the last flush for an engine that takes MIDI, or for the instrument outside.
  var passed: [MIDIMessage] = []
  private var sent: [MIDIMessage] = []
  private var values: [SentValue]
  /// Turns the voices of fingers into messages for an engine that takes MIDI; nil for an engine of voices.
  private var touches: KeyboardMIDIOutput?
  /// Sends voices to other instruments; nil for a keyboard that sends nothing out.
  private var instruments: KeyboardMIDIOutput?
  /// The instrument outside that plays the part; nil for a part with an engine.
  private let outside: OutsideInstrument?

  init(of part: LoadedPart, _ keyboard: KeyboardConfiguration) {
    let sound = part.sound
    values = sound.sent
    outside = part.part.outside
    if let outside {
      touches = KeyboardMIDIOutput(beside: outside.ownChannel, keepsChannels: outside.channel == nil)
    } else if sound.engine.noteInput == .midi {
      touches = KeyboardMIDIOutput(.midi(Channel(status: 0)))
    }
    instruments = KeyboardMIDIOutput(of: keyboard)
    events.reserveCapacity(1024)
  }

  /// The messages that tell a program that has just connected how voices are sent.
  var introduction: [MIDIMessage] { instruments?.introduction ?? [] }

  /// Changes how voices are sent out. Returns whether the listeners need the new `introduction`.
  mutating func change(to keyboard: KeyboardConfiguration) -> Bool {
    let old = introduction
    instruments = KeyboardMIDIOutput(of: keyboard)
    return introduction != old
  }

  /// Ends the voices that other instruments play.
  mutating func releaseInstruments() { instruments?.releaseAll(into: &sent) }

  /// Whether a program has values for other instruments.
  var hasValues: Bool { !values.isEmpty }

  /// Sends other instruments the values that have changed.
  mutating func sendValues(_ emit: (MIDIMessage) -> Void) {
    for index in values.indices { values[index].messages().forEach(emit) }
  }

  /// Sends what has been collected.
  ///
  /// - Parameter part: the part's number in the mixer.
  mutating func flush(
    to sender: inout CommandSender, of part: UInt32, at time: HostTime, _ emit: Emit
  ) {
    if touches == nil {
      for event in events { sender.send(.voice(event), to: part, at: time) }
    }
    touches?.send(events, into: &passed)
    for message in passed { pass(message, to: &sender, of: part, at: time, emit) }
    instruments?.send(events, into: &sent)
    for message in sent { emit(message, nil) }
    sent.removeAll(keepingCapacity: true)
    passed.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }

  /// Passes a message to the engine, or to the instrument outside.
  private func pass(
    _ message: MIDIMessage, to sender: inout CommandSender, of part: UInt32, at time: HostTime, _ emit: Emit
  ) {
    if let outside {
      outside.pass(message) { emit($0, outside.port) }
    } else if let short = ShortMessage(bytes: message.bytes) {
      sender.send(.midi(short), to: part, at: time)
    }
  }
}

extension KeyboardMIDIOutput {
  /// Nil for a keyboard that sends nothing out.
  fileprivate init?(of configuration: KeyboardConfiguration) {
    guard let output = configuration.output else { return nil }
    self.init(output, bendRange: configuration.outputBendRange)
  }
}
