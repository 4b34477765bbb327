import Devices
import Engine
import Keyboard
import MIDI
import Mapping
import Realtime
import Widgets

/// The middle of the instrument: what arrives moves widgets by mapping, or plays the keyboard, whose voices
/// go to the engine. It knows no device and no clock: time comes with the events. [control-thread]
final class Bridge {
  /// What became of one message.
  enum Outcome {
    case moved(Widget)
    /// Held back by pickup until the control has reached the widget's value.
    case waiting(Widget, turn: TurnDirection)
    /// Played, or a controller of the keyboard.
    case keyboard
    case unmapped
    /// A clock that beats so many times a minute; told when that changes.
    case tempo(Double)
    /// The keys have other frequencies now.
    case tuned
  }

  let instrument: Instrument
  let router: Router
  private(set) var keyboard: SmartKeyboard
  private var sender = CommandSender()
  /// For an engine that takes MIDI as it is.
  private var passedKeys = HeldKeys()
  /// The engine's program has come to its end by itself.
  private(set) var hasPerformanceEnded = false
  private var events: [VoiceEvent] = []
  private var output: FingerOutput?
  private var messages: [MIDIMessage] = []
  private var clock = ClockFollower()
  /// The instrument's own tempo, if it has one.
  private let tempo: Widget?
  private let emit: (MIDIMessage) -> Void
  private var ports: [PortID: MIDIPort] = [:]

  /// - Parameter emit: takes what is for other instruments, where the keyboard sends its voices out.
  init(
    instrument: Instrument, mappings: [MappingFile], keyboard configuration: KeyboardConfiguration,
    emit: @escaping (MIDIMessage) -> Void = { _ in }
  ) {
    self.instrument = instrument
    router = Router(mappings, instrument.widgets)
    keyboard = SmartKeyboard(
      configuration: Self.suited(configuration, to: instrument.engine),
      voices: instrument.engine.voiceCapacity)
    events.reserveCapacity(4096)
    output = FingerOutput(of: configuration)
    tempo = instrument.widgets["clock.tempo"]
    self.emit = emit
  }

  /// Voices go to `link` from now on; those that a former engine played are forgotten.
  func attach(_ link: EngineLink?, at time: HostTime) {
    sender.attach(link)
    hasPerformanceEnded = false
    output?.releaseAll(into: &messages)
    keyboard.engineStarted(into: &events)
    flushEvents(at: time)
  }

  /// With what the engine wants to hear of each voice.
  private static func suited(
    _ configuration: KeyboardConfiguration, to engine: any SoundEngine
  ) -> KeyboardConfiguration {
    var configuration = configuration
    configuration.sendsChannel = engine.hearsChannels
    return configuration
  }

  /// Plays by another keyboard from now on; what is held ends.
  func take(keyboard configuration: KeyboardConfiguration, at time: HostTime) {
    output?.releaseAll(into: &messages)
    let suited = Self.suited(configuration, to: instrument.engine)
    keyboard.reconfigure(suited, size: keyboard.size, into: &events)
    flushEvents(at: time)
    introduce(FingerOutput(of: configuration))
  }

  /// Those who listen already hear how, where that is not as before.
  private func introduce(_ new: FingerOutput?) {
    let old = outputIntroduction
    output = new
    if outputIntroduction != old { for message in outputIntroduction { emit(message) } }
  }

  /// Takes one message; `observe` hears what became of it.
  func take(_ message: MIDIMessage, from port: PortID, at time: HostTime, _ observe: (Outcome) -> Void) {
    if let beats = clock.take(message, from: port, at: time.nanoseconds) {
      follow(tempo: beats)
      observe(.tempo(beats))
    }
    // Ticks are nothing else to anybody.
    if message == .timingClock { return }
    let isMapped = router.route(message, from: port, at: time.nanoseconds) { output in
      switch output {
      case .moved(let widget, _): observe(.moved(instrument.widgets.all[widget]))
      case .waiting(let widget, let turn): observe(.waiting(instrument.widgets.all[widget], turn: turn))
      }
    }
    if !isMapped {
      // What belongs to no channel is nothing that could be mapped or played.
      if message.channel != nil { observe(message.isForKeyboard ? .keyboard : .unmapped) }
      play(message, from: port, at: time)
    }
    obeyOwnWidgets(at: time)
    flushEvents(at: time)
  }

  private func play(_ message: MIDIMessage, from port: PortID, at time: HostTime) {
    switch instrument.engine.noteInput {
    case .voices: keyboard.play(message, from: port, at: time.milliseconds, into: &events)
    case .midi:
      passedKeys.note(message, from: port)
      pass([message], at: time)
    }
  }

  private func pass(_ messages: [MIDIMessage], at time: HostTime) {
    for message in messages {
      if let short = ShortMessage(bytes: message.bytes) { sender.send(.midi(short), at: time) }
    }
  }

  /// What goes by the beat goes by this one, in quarter notes a minute.
  func follow(tempo beatsPerMinute: Double) { tempo?.set(beatsPerMinute) }

  /// Takes a system exclusive message, by what lies between F0 and F7: tunings are the keyboard's.
  func take(exclusive payload: [UInt8], at time: HostTime, _ observe: (Outcome) -> Void) {
    let isTuning = keyboard.play(exclusive: payload, at: time.milliseconds, into: &events)
    observe(isTuning ? .tuned : .unmapped)
    flushEvents(at: time)
  }

  /// Acts on `panic` and `keyboard.octave`, whoever moved them.
  func obeyOwnWidgets(at time: HostTime) {
    keyboard.octave = instrument.own.wholeOctave
    while instrument.own.panic.cell.takePress() { silence(at: time) }
  }

  /// A port has come, perhaps back: its mapping is found, and its lamps are told everything.
  func portAppeared(_ port: MIDIPort) {
    ports[port.id] = port
    route(from: port)
    router.resendFeedback(port.id)
  }

  /// A port that the router knows already goes on as it was, with all its buttons let go.
  private func route(from port: MIDIPort) {
    router.portAppeared(port.id, names: port.lastingNames, identity: port.identity)
  }

  /// A port has gone: its notes and pedals are released, nobody else's.
  func portLeft(_ port: PortID, at time: HostTime) {
    ports[port] = nil
    router.portLeft(port)
    clock.portLeft(port)
    keyboard.release(port: port, into: &events)
    pass(passedKeys.release(port: port), at: time)
    flushEvents(at: time)
  }

  /// Every key, button and pedal is let go: messages have been lost, and some may have been releases.
  func releaseAll(at time: HostTime) {
    for port in ports.values { route(from: port) }
    keyboard.releaseAll(into: &events)
    pass(passedKeys.releaseAll(), at: time)
    flushEvents(at: time)
  }

  /// Everything ends at once.
  func silence(at time: HostTime) {
    keyboard.silenceAll(into: &events)
    flushEvents(at: time)
    sender.send(.silence, at: time)
  }

  /// What time itself brings: the keyboard's rounding detector, room in the ring, the engine's reports.
  func advance(to time: HostTime) {
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

  /// When `advance` has something to do by itself.
  var nextTick: HostTime? {
    // A nanosecond later, lest rounding make it one too early.
    keyboard.nextTick.map { HostTime(nanoseconds: UInt64($0 * 1e6) + 1) }
  }

  /// How a listener that has just come should hear what is sent out.
  var outputIntroduction: [MIDIMessage] { output?.introduction ?? [] }

  var delayedCommands: Int { sender.delayedCommands }
  var hasWaitingCommands: Bool { sender.isWaiting }

  private func flushEvents(at time: HostTime) {
    for event in events { sender.send(.voice(event), at: time) }
    output?.send(events, into: &messages)
    for message in messages { emit(message) }
    messages.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}

extension FingerOutput {
  /// Nil for a keyboard that sends nothing out.
  fileprivate init?(of configuration: KeyboardConfiguration) {
    guard let output = configuration.output else { return nil }
    self.init(output, bendRange: configuration.outputBendRange)
  }
}

extension HostTime {
  var milliseconds: Double { Double(nanoseconds) * 1e-6 }
}
