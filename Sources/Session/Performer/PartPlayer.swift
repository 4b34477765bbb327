import SpinetDevices
import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetStage

/// One part while it plays: its keyboard, and the notes that it holds. [control-thread]
///
/// After its part has left the stage, it stays until its last note has rung out, so that every release reaches it.
final class PartPlayer {
  /// The keys and ports that it listens to may change while it plays; its engine does not.
  var loaded: LoadedPart { didSet { listening.removeAll() } }
  /// Receives the engine's reports; nil while the engine is stopped.
  private var reports: ReportEnd?
  /// Whether it gets new notes.
  var isInScene = true
  /// When it left the stage; nil while it is part of it.
  var leftAt: HostTime?
  /// Whether its program has ended by itself.
  private(set) var hasEnded = false
  /// Why its program ended, until it was reported.
  private var crash: ProgramCrash?
  var keyboard: SmartKeyboard
  /// The keys, pedals and bends that are held, for an engine that takes MIDI.
  private var forwardedKeys = HeldKeys()
  private var output: KeyboardMIDIOutput?
  /// The fingers of the inbox's clients on its keyboard.
  var fingers = TouchingFingers()
  /// Turns fingers into messages for an engine that takes MIDI.
  private var touchOutput: KeyboardMIDIOutput?
  var events: [VoiceEvent] = []
  private var passed: [MIDIMessage] = []
  private var sent: [MIDIMessage] = []
  private var sentValues: [SentValue]
  /// The keys that are held: how many note-ons each has had, and which key was played for it.
  private var strikes: [Key: (count: Int, played: UInt8)] = [:]
  private var listening: [PortID: Bool] = [:]

  private struct Key: Hashable {
    let port: PortID
    let channel: Channel
    let number: UInt8
  }

  init(_ loaded: LoadedPart, keyboard configuration: KeyboardConfiguration) {
    self.loaded = loaded
    sentValues = loaded.sound.sent
    keyboard = SmartKeyboard(
      configuration: Self.suited(configuration, to: loaded.engine), voices: loaded.engine.voiceCapacity,
      ringing: loaded.engine.noteInput == .voices)
    if loaded.engine.noteInput == .midi { touchOutput = KeyboardMIDIOutput(.midi(Channel(status: 0))) }
    events.reserveCapacity(1024)
    strikes.reserveCapacity(128)
    output = KeyboardMIDIOutput(of: configuration)
  }

  /// The configuration, completed by what the engine needs to know about each voice.
  private static func suited(
    _ configuration: KeyboardConfiguration, to engine: any SoundEngine
  ) -> KeyboardConfiguration {
    var configuration = configuration
    configuration.sendsChannel = engine.hearsChannels
    return configuration
  }

  /// The keys that are down, for an engine that takes MIDI.
  var keysDown: Set<UInt8> { forwardedKeys.keysDown }

  var takesMIDI: Bool { loaded.engine.noteInput == .midi }

  // MARK: The engine

  /// Connects the part to a started engine; nil: the engine has stopped. Forgets all voices.
  func attach(_ reports: consuming ReportEnd?) {
    self.reports = reports
    hasEnded = false
    strikes.removeAll(keepingCapacity: true)
    output?.releaseAll(into: &sent)
    keyboard.engineStarted(into: &events)
  }

  /// Takes over the pedals, bends and zones of the part that it replaces.
  func succeed(_ other: PartPlayer) { keyboard.takeControllers(of: other.keyboard) }

  func readReports() {
    while let report = reports?.next() {
      switch report {
      case .voiceEnded(let voice, let serial): keyboard.voiceEnded(voice, serial: serial)
      case .performanceEnded:
        hasEnded = true
        crash = reports?.meters.crash
        // The crash ends this part only.
        crash?.outlive()
      }
    }
  }

  /// The crash that has ended its program. It is returned once.
  func takeCrash() -> ProgramCrash? {
    defer { crash = nil }
    return crash
  }

  /// Whether no key or pedal holds a note.
  var isReleased: Bool { keyboard.heldNotes == 0 && strikes.isEmpty && fingers.isEmpty }

  // MARK: Messages

  /// Whether it listens to the port.
  ///
  /// - Parameter names: the port's names; called only if they are needed.
  func listens(to port: PortID, _ names: () -> [String]) -> Bool {
    if let known = listening[port] { return known }
    let listens = loaded.part.listens(toPortNamed: names())
    listening[port] = listens
    return listens
  }

  /// Plays a note-on if it is for this part.
  func begin(_ channel: Channel, key: UInt8, velocity: UInt8, from port: PortID, at time: HostTime) {
    guard isInScene, let played = loaded.part.key(for: key, velocity: velocity) else { return }
    strikes[Key(port: port, channel: channel, number: key), default: (0, played)].count += 1
    take(.noteOn(channel, key: played, velocity: velocity), from: port, at: time)
  }

  /// Plays a note-on of a client that has chosen this part, even outside its keys and its scene.
  func strike(_ channel: Channel, key: UInt8, velocity: UInt8, from port: PortID, at time: HostTime) {
    guard let played = moved(key) else { return }
    strikes[Key(port: port, channel: channel, number: key), default: (0, played)].count += 1
    take(.noteOn(channel, key: played, velocity: velocity), from: port, at: time)
  }

  /// Whether this key is held: it has had a note-on, and no note-off yet.
  func holds(_ channel: Channel, key: UInt8, from port: PortID) -> Bool {
    strikes[Key(port: port, channel: channel, number: key)] != nil
  }

  /// Takes a note-off or a key pressure, for the key to which the note-on was transposed.
  func follow(_ message: MIDIMessage, from port: PortID, at time: HostTime) {
    switch message {
    case .noteOff(let channel, let key, let velocity):
      let source = Key(port: port, channel: channel, number: key)
      guard let played = strikes[source]?.played ?? moved(key) else { return }
      strikes[source]?.count -= 1
      if strikes[source]?.count == 0 { strikes[source] = nil }
      take(.noteOff(channel, key: played, velocity: velocity), from: port, at: time)
    case .polyPressure(let channel, let key, let pressure):
      let source = Key(port: port, channel: channel, number: key)
      guard let played = strikes[source]?.played ?? moved(key) else { return }
      take(.polyPressure(channel, key: played, pressure: pressure), from: port, at: time)
    default: break
    }
  }

  private func moved(_ key: UInt8) -> UInt8? { NoteName(key: Int(key) + loaded.part.transpose)?.key }

  /// Takes a message without the part's key range and transposition.
  func take(_ message: MIDIMessage, from port: PortID, at time: HostTime) {
    guard takesMIDI else {
      switch message {
      case .noteOn: keyboard.fades = loaded.engine.fades
      case .controlChange(_, let controller, let value):
        loaded.sound.followPedal(controller, value)
      default: break
      }
      return keyboard.play(message, from: port, at: time.milliseconds, into: &events)
    }
    forwardedKeys.record(message, from: port)
    passed.append(message)
  }

  /// Takes a tuning message; false for any other.
  func take(exclusive payload: [UInt8], at time: HostTime) -> Bool {
    keyboard.play(exclusive: payload, at: time.milliseconds, into: &events)
  }

  func advance(to time: HostTime) { keyboard.advance(to: time.milliseconds, into: &events) }

  var octave: Int {
    get { keyboard.octave }
    set { if keyboard.octave != newValue { keyboard.octave = newValue } }
  }

  // MARK: Releasing

  /// Releases everything that a disconnected controller holds.
  func release(port: PortID) {
    listening[port] = nil
    strikes = strikes.filter { $0.key.port != port }
    keyboard.release(port: port, into: &events)
    passed += forwardedKeys.release(port: port)
  }

  func releaseAll() {
    fingers.removeAll()
    strikes.removeAll(keepingCapacity: true)
    keyboard.releaseAll(into: &events)
    passed += forwardedKeys.releaseAll()
  }

  func silence() {
    fingers.removeAll()
    strikes.removeAll(keepingCapacity: true)
    keyboard.silenceAll(into: &events)
  }

  // MARK: The keyboard

  /// Uses another keyboard configuration. Held notes end.
  func take(keyboard configuration: KeyboardConfiguration) {
    output?.releaseAll(into: &sent)
    let suited = Self.suited(configuration, to: loaded.engine)
    keyboard.reconfigure(suited, size: keyboard.size, into: &events)
  }

  /// The messages that tell a program that has just connected how voices are sent.
  var outputIntroduction: [MIDIMessage] { output?.introduction ?? [] }

  /// Changes how voices are sent out. Returns whether the listeners need the new `outputIntroduction`.
  func changeOutput(by configuration: KeyboardConfiguration) -> Bool {
    let old = outputIntroduction
    output = KeyboardMIDIOutput(of: configuration)
    return outputIntroduction != old
  }

  /// Whether it sends anything to other instruments.
  var sendsOut: Bool { keyboard.configuration.output != nil || !sentValues.isEmpty }

  /// Sends other instruments the values that have changed.
  func sendValues(_ emit: (MIDIMessage) -> Void) {
    for index in sentValues.indices { sentValues[index].messages().forEach(emit) }
  }

  /// Sends the commands and messages that have been collected.
  func flush(to sender: inout CommandSender, at time: HostTime, _ emit: (MIDIMessage) -> Void) {
    if touchOutput == nil {
      for event in events { sender.send(.voice(event), to: loaded.number, at: time) }
    }
    touchOutput?.send(events, into: &passed)
    for message in passed {
      if let short = ShortMessage(bytes: message.bytes) {
        sender.send(.midi(short), to: loaded.number, at: time)
      }
    }
    output?.send(events, into: &sent)
    for message in sent { emit(message) }
    sent.removeAll(keepingCapacity: true)
    passed.removeAll(keepingCapacity: true)
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
