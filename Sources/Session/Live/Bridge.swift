import SpinetDevices
import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetWidgets

/// The middle of the instrument: incoming messages move widgets as mapped, or play the keyboard, whose voices go to
/// the engine. It knows no device and no clock: every event brings its time. [control-thread]
package final class Bridge {
  /// What one message did.
  package enum Outcome {
    case moved(Widget)
    /// Pickup: nothing moves until the control has reached the widget's value.
    case waiting(Widget, turn: TurnDirection)
    /// Played, or a controller of the keyboard.
    case keyboard
    case unmapped
    /// The MIDI clock's tempo has changed: beats a minute.
    case tempo(Double)
    /// The keys have a new tuning.
    case tuned
  }

  package let instrument: LoadedInstrument
  package let router: Router
  /// What the wheels and pedals have moved.
  private(set) var played = PlayedWidgets()
  package private(set) var keyboard: SmartKeyboard
  private var sender = CommandSender()
  /// For an engine that takes MIDI as it is.
  private var forwardedKeys = HeldKeys()
  /// The engine's program has ended by itself.
  package private(set) var hasPerformanceEnded = false
  private var events: [VoiceEvent] = []
  private var output: KeyboardMIDIOutput?
  private var messages: [MIDIMessage] = []
  private var clock = ClockFollower()
  /// The instrument's own tempo, if it has one.
  private let tempo: Widget?
  private let emit: (MIDIMessage) -> Void
  private var ports: [PortID: MIDIPort] = [:]

  /// - Parameter emit: gets messages for other instruments, when the keyboard sends its voices out.
  package init(
    instrument: LoadedInstrument, mappings: [Mapping], keyboard configuration: KeyboardConfiguration,
    emit: @escaping (MIDIMessage) -> Void = { _ in }
  ) {
    self.instrument = instrument
    router = Router(mappings, instrument.widgets)
    keyboard = SmartKeyboard(
      configuration: Self.suited(configuration, to: instrument.engine),
      voices: instrument.engine.voiceCapacity)
    events.reserveCapacity(4096)
    output = KeyboardMIDIOutput(of: configuration)
    tempo = instrument.widgets["clock.tempo"]
    self.emit = emit
    played.take(mappings, for: instrument.widgets)
  }

  /// Other mappings are in force from now on.
  package func take(mappings: [Mapping]) {
    router.replaceMappings(mappings)
    played.take(mappings, for: instrument.widgets)
  }

  /// Voices go to `link` from now on; those of the engine before are forgotten.
  package func attach(_ link: EngineLink?, at time: HostTime) {
    sender.attach(link)
    hasPerformanceEnded = false
    output?.releaseAll(into: &messages)
    keyboard.engineStarted(into: &events)
    flushEvents(at: time)
  }

  /// The configuration with what the engine needs to know of each voice.
  private static func suited(
    _ configuration: KeyboardConfiguration, to engine: any SoundEngine
  ) -> KeyboardConfiguration {
    var configuration = configuration
    configuration.sendsChannel = engine.hearsChannels
    return configuration
  }

  /// Plays by another keyboard from now on; what is held ends.
  package func take(keyboard configuration: KeyboardConfiguration, at time: HostTime) {
    output?.releaseAll(into: &messages)
    let suited = Self.suited(configuration, to: instrument.engine)
    keyboard.reconfigure(suited, size: keyboard.size, into: &events)
    flushEvents(at: time)
    introduce(KeyboardMIDIOutput(of: configuration))
  }

  /// Tells the programs that listen how voices are sent now, if that has changed.
  private func introduce(_ new: KeyboardMIDIOutput?) {
    let old = outputIntroduction
    output = new
    if outputIntroduction != old { for message in outputIntroduction { emit(message) } }
  }

  /// Takes one message; `observe` is told what it did.
  package func take(
    _ message: MIDIMessage, from port: PortID, at time: HostTime, _ observe: (Outcome) -> Void
  ) {
    if let beats = clock.take(message, from: port, at: time.nanoseconds) {
      follow(tempo: beats)
      observe(.tempo(beats))
    }
    // A tick has no other meaning.
    if message == .timingClock { return }
    let isMapped = router.route(message, from: port, at: time.nanoseconds) { output in
      switch output {
      case .moved(let widget, _):
        played.note(message, moved: widget, of: instrument.widgets)
        observe(.moved(instrument.widgets.all[widget]))
      case .waiting(let widget, let turn): observe(.waiting(instrument.widgets.all[widget], turn: turn))
      }
    }
    if !isMapped {
      // A message without a channel can be neither mapped nor played.
      if message.channel != nil { observe(message.isForKeyboard ? .keyboard : .unmapped) }
      play(message, from: port, at: time)
    }
    applySessionWidgets(at: time)
    flushEvents(at: time)
  }

  private func play(_ message: MIDIMessage, from port: PortID, at time: HostTime) {
    switch instrument.engine.noteInput {
    case .voices: keyboard.play(message, from: port, at: time.milliseconds, into: &events)
    case .midi:
      forwardedKeys.note(message, from: port)
      pass([message], at: time)
    }
  }

  private func pass(_ messages: [MIDIMessage], at time: HostTime) {
    for message in messages {
      if let short = ShortMessage(bytes: message.bytes) { sender.send(.midi(short), at: time) }
    }
  }

  /// Sets the instrument's own tempo, in quarter notes a minute.
  package func follow(tempo beatsPerMinute: Double) { tempo?.set(beatsPerMinute) }

  /// Takes a system exclusive message: the bytes between F0 and F7. The keyboard takes tunings.
  package func take(exclusive payload: [UInt8], at time: HostTime, _ observe: (Outcome) -> Void) {
    let isTuning = keyboard.play(exclusive: payload, at: time.milliseconds, into: &events)
    observe(isTuning ? .tuned : .unmapped)
    flushEvents(at: time)
  }

  /// Acts on `panic` and `keyboard.octave`, which anything may have moved.
  package func applySessionWidgets(at time: HostTime) {
    keyboard.octave = instrument.own.wholeOctave
    while instrument.own.panic.cell.takePress() { silence(at: time) }
  }

  /// A port is connected, perhaps again: finds its mapping and sends everything to its lamps.
  package func portAppeared(_ port: MIDIPort) {
    ports[port.id] = port
    route(from: port)
    router.resendFeedback(port.id)
  }

  /// A port that the router knows already keeps its state, with all its buttons let go.
  private func route(from port: MIDIPort) {
    router.portAppeared(port.id, names: port.lastingNames, identity: port.identity)
  }

  /// A port is gone: its notes, pedals and bends are released, and no others.
  package func portLeft(_ port: PortID, at time: HostTime) {
    ports[port] = nil
    router.portLeft(port)
    clock.portLeft(port)
    keyboard.release(port: port, into: &events)
    pass(forwardedKeys.release(port: port), at: time)
    flushEvents(at: time)
  }

  /// Releases every key, button and pedal: messages have been lost, perhaps releases among them.
  package func releaseAll(at time: HostTime) {
    for port in ports.values { route(from: port) }
    keyboard.releaseAll(into: &events)
    pass(forwardedKeys.releaseAll(), at: time)
    flushEvents(at: time)
  }

  /// Everything ends at once.
  package func silence(at time: HostTime) {
    keyboard.silenceAll(into: &events)
    flushEvents(at: time)
    sender.send(.silence, at: time)
  }

  /// Does what is due by time: the keyboard's pitch rounding, commands that wait for room, the engine's reports.
  package func advance(to time: HostTime) {
    sender.flush()
    while let report = sender.link?.nextReport() {
      switch report {
      case .voiceEnded(let voice, let serial): keyboard.voiceEnded(voice, serial: serial)
      case .performanceEnded: hasPerformanceEnded = true
      }
    }
    keyboard.advance(to: time.milliseconds, into: &events)
    flushEvents(at: time)
  }

  /// When `advance` is due without an event.
  package var nextTick: HostTime? {
    // A nanosecond later, because rounding could make it one too early.
    keyboard.nextTick.map { HostTime(nanoseconds: UInt64($0 * 1e6) + 1) }
  }

  /// What a program that has just connected is told about how voices are sent.
  package var outputIntroduction: [MIDIMessage] { output?.introduction ?? [] }

  package var delayedCommands: Int { sender.delayedCommands }
  package var hasWaitingCommands: Bool { sender.isWaiting }

  private func flushEvents(at time: HostTime) {
    for event in events { sender.send(.voice(event), at: time) }
    output?.send(events, into: &messages)
    for message in messages { emit(message) }
    messages.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}

extension KeyboardMIDIOutput {
  /// Nil for a keyboard that sends nothing out.
  fileprivate init?(of configuration: KeyboardConfiguration) {
    guard let output = configuration.output else { return nil }
    self.init(output, bendRange: configuration.outputBendRange)
  }
}

extension HostTime {
  package var milliseconds: Double { Double(nanoseconds) * 1e-6 }
}
