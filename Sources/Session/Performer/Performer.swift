import SpinetDevices
import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetMixer
import SpinetRealtime
import SpinetStage
import SpinetWidgets

/// Plays the instrument: the only owner of its parts, their keyboards, the mappings and the way to the engines.
///
/// Incoming messages move the widgets that they are mapped to, or play the keyboards of the parts, whose voices go to
/// the engines. It uses no device and no clock: every event comes with its time. [control-thread]
package final class Performer {
  /// The effect of a message.
  package enum Outcome {
    case moved(Widget)
    /// Pickup: nothing moves until the control has reached the widget's value.
    case waiting(Widget, turn: TurnDirection)
    /// A keyboard has taken it: a note or a controller.
    case keyboard
    /// A program change has chosen a scene or a sound.
    case chosen(String)
    case unmapped
    /// The MIDI clock's tempo has changed, in beats per minute.
    case tempo(Double)
    /// The keys have a new tuning.
    case tuned
  }

  package internal(set) var instrument: LoadedInstrument
  package let router: Router
  /// The widgets that wheels and pedals have moved.
  var played = PlayedWidgets()
  /// The parts of the stage, in its order.
  var players: [PartPlayer] = []
  /// The parts that have left the stage and still sound.
  var leaving: [PartPlayer] = []
  /// All parts that may sound. While none is leaving, which is the usual case, no copy is made.
  var sounding: [PartPlayer] { leaving.isEmpty ? players : players + leaving }
  var sender = CommandSender()
  var banks = BankSelection()
  var held = HeldControllers()
  /// The index of the current scene.
  var currentScene: Int?
  /// The keyboard for parts without one of their own; nil for the program's keyboard, or `.midi`.
  private(set) var chosenKeyboard: KeyboardConfiguration?
  private var clock = ClockFollower()
  let emit: (MIDIMessage) -> Void
  private var ports: [PortID: MIDIPort] = [:]
  /// Loads the sound that a program change asks for; nil if sounds cannot change.
  package var chooseSound: ((SoundRequest) -> Void)?
  /// Gets parts that have rung out, and frees them.
  package var discard: (LoadedPart) -> Void = { _ in }

  /// - Parameters:
  ///   - configuration: the keyboard of parts without one of their own; nil for the keyboards of their programs.
  ///   - emit: gets the messages for other instruments, if a keyboard sends its voices out.
  package init(
    instrument: LoadedInstrument, mappings: [Mapping], keyboard configuration: KeyboardConfiguration?,
    emit: @escaping (MIDIMessage) -> Void = { _ in }
  ) {
    self.instrument = instrument
    router = Router(mappings, instrument.widgets)
    chosenKeyboard = configuration
    self.emit = emit
    players = instrument.parts.map { PartPlayer($0, keyboard: keyboard(of: $0)) }
    currentScene = instrument.scene.map { Int($0.value) }
    enterScene()
    take(mappings: mappings)
  }

  func keyboard(of part: LoadedPart) -> KeyboardConfiguration {
    part.keyboard ?? chosenKeyboard ?? part.sound.keyboard ?? .midi
  }

  /// The keyboard of the first part.
  package var keyboard: SmartKeyboard { players[0].keyboard }

  /// Whether all programs have ended by themselves.
  package var hasPerformanceEnded: Bool { players.allSatisfy(\.hasEnded) }

  /// Replaces the mappings.
  package func take(mappings: [Mapping]) {
    router.replace(mappings, instrument.widgets, scope: scope)
    played.take(mappings, for: instrument.widgets)
  }

  /// A name without a part means the widgets of the parts that this port and channel play in the current scene.
  private var scope: WidgetScope {
    WidgetScope { [weak self] widget, names, channel in
      guard let self, let index = instrument.part(ofWidget: widget), players.indices.contains(index) else {
        return true
      }
      let part = players[index].loaded.part
      return players[index].isInScene && part.listens(to: channel) && part.listens(toPortNamed: names)
    }
  }

  /// Sends voices to the engine of `ends` from now on; nil: to no engine. Forgets the voices of the old engines.
  package func attach(_ ends: consuming ControlEnds?, at time: HostTime) {
    var lone: ReportEnd?
    if let ends {
      sender.attach(consume ends.commands)
      // With a mixer, the parts report.
      if instrument.mixer == nil { lone = consume ends.reports }
    } else {
      sender.attach(nil)
    }
    leaving.removeAll { instrument.mixer?.contains($0.loaded.number) != true }
    for player in sounding { player.attach(lone.take() ?? takeReports(of: player)) }
    flush(at: time)
  }

  /// The end that receives the reports of a part of the mixer. It is returned once; nil while the engine is stopped.
  func takeReports(of player: PartPlayer) -> ReportEnd? {
    sender.isAttached ? instrument.mixer?.takeReports(of: player.loaded.number) : nil
  }

  /// Uses another keyboard. Held notes end. Parts with keyboards of their own keep them.
  package func take(keyboard configuration: KeyboardConfiguration, at time: HostTime) {
    chosenKeyboard = configuration
    for player in players where player.loaded.keyboard == nil {
      player.take(keyboard: configuration)
      flush(at: time)
      if player.changeOutput(by: configuration) {
        for message in player.outputIntroduction { emit(message) }
      }
    }
  }

  // MARK: Messages

  /// Takes one message. `observe` gets its effect.
  package func take(
    _ message: MIDIMessage, from port: PortID, at time: HostTime, _ observe: (Outcome) -> Void
  ) {
    if let beats = clock.take(message, from: port, at: time.nanoseconds) {
      follow(tempo: beats)
      observe(.tempo(beats))
    }
    let isMapped = router.route(message, from: port, at: time.nanoseconds) { output in
      switch output {
      case .moved(let widget, _):
        played.record(message, moved: widget, of: instrument.widgets)
        observe(.moved(instrument.widgets.all[widget]))
      case .waiting(let widget, let turn): observe(.waiting(instrument.widgets.all[widget], turn: turn))
      }
    }
    // A clock tick has no other meaning.
    if message == .timingClock, !isMapped { return }
    let outcome = isMapped ? nil : play(unmapped: message, from: port, at: time)
    applySessionWidgets(at: time)
    flush(at: time)
    // After the flush, because the engine must not wait for screens and logs.
    if let outcome { observe(outcome) }
  }

  /// Nil for a message without a channel, which can be neither mapped nor played.
  private func play(unmapped message: MIDIMessage, from port: PortID, at time: HostTime) -> Outcome? {
    if let chosen = play(message, from: port, at: time) { return .chosen(chosen) }
    guard message.channel != nil else { return nil }
    return message.isForKeyboard ? .keyboard : .unmapped
  }

  /// Gives a message to the parts that listen to it. Returns the choice of a program change.
  private func play(_ message: MIDIMessage, from port: PortID, at time: HostTime) -> String? {
    guard let channel = message.channel else {
      for player in sounding { player.take(message, from: port, at: time) }
      return nil
    }
    switch message {
    case .noteOn(_, let key, let velocity):
      for player in players where listens(player, port, channel) {
        player.begin(channel, key: key, velocity: velocity, from: port, at: time)
      }
    case .noteOff(_, let key, _), .polyPressure(_, let key, _):
      follow(message, channel, key: key, from: port, at: time)
    case .programChange(_, let program):
      return choose(Int(program) + 1, message, channel, from: port, at: time)
    default:
      banks.record(message, from: port)
      held.record(message, from: port)
      for player in players where listens(player, port, channel) {
        player.take(message, from: port, at: time)
      }
      for player in leaving where listens(player, port, channel) {
        player.take(message, from: port, at: time)
      }
    }
    return nil
  }

  /// A release goes where its note-on went, even if the parts have changed since. A release without a note-on goes to
  /// every part that plays that key.
  private func follow(
    _ message: MIDIMessage, _ channel: Channel, key: UInt8, from port: PortID, at time: HostTime
  ) {
    var isHeld = false
    for player in sounding where player.holds(channel, key: key, from: port) {
      player.follow(message, from: port, at: time)
      isHeld = true
    }
    guard !isHeld else { return }
    for player in players where listens(player, port, channel) && player.loaded.part.plays(key) {
      player.follow(message, from: port, at: time)
    }
  }

  func listens(_ player: PartPlayer, _ port: PortID, _ channel: Channel) -> Bool {
    player.loaded.part.listens(to: channel)
      && player.listens(to: port) { ports[port]?.mappingNames ?? [] }
  }

  /// Sets the tempo of every part that has one, in quarter notes per minute.
  package func follow(tempo beatsPerMinute: Double) {
    for index in instrument.widgets.indices(of: "clock.tempo") {
      instrument.widgets.all[index].set(beatsPerMinute)
    }
  }

  /// Takes a system exclusive message: the bytes between F0 and F7. The keyboards take tunings.
  package func take(exclusive payload: [UInt8], at time: HostTime, _ observe: (Outcome) -> Void) {
    var isTuning = false
    for player in sounding { isTuning = player.take(exclusive: payload, at: time) || isTuning }
    observe(isTuning ? .tuned : .unmapped)
    flush(at: time)
  }

  /// Acts on `panic`, `keyboard.octave` and `scene`, which anything may have moved.
  package func applySessionWidgets(at time: HostTime) {
    for player in players { player.octave = instrument.sessionWidgets.wholeOctave }
    while instrument.sessionWidgets.panic.cell.takePress() { silence(at: time) }
    followScene()
  }

  func flush(at time: HostTime) {
    for player in players { player.flush(to: &sender, at: time, emit) }
    for player in leaving { player.flush(to: &sender, at: time, emit) }
  }
}

// MARK: Ports
extension Performer {
  /// Call it when a port is connected, perhaps again. Finds its mapping and sends the state of all its lamps.
  package func portAppeared(_ port: MIDIPort) {
    ports[port.id] = port
    route(from: port)
    router.resendFeedback(port.id)
  }

  /// A port that the router already knows keeps its state, except for pressed buttons, which are released.
  private func route(from port: MIDIPort) {
    router.portAppeared(port.id, names: port.lastingNames, identity: port.identity)
  }

  /// Releases the notes, pedals and bends of a port that is gone. Other ports are not affected.
  package func portLeft(_ port: PortID, at time: HostTime) {
    ports[port] = nil
    router.portLeft(port)
    clock.portLeft(port)
    banks.forget(port)
    held.forget(port)
    for player in sounding { player.release(port: port) }
    flush(at: time)
  }

  /// Releases every key, button and pedal, because messages have been lost, and releases may be among them.
  package func releaseAll(at time: HostTime) {
    for port in ports.values { route(from: port) }
    held.liftPedals()
    for player in sounding { player.releaseAll() }
    flush(at: time)
  }

  /// Ends all sound at once.
  package func silence(at time: HostTime) {
    held.liftPedals()
    for player in sounding { player.silence() }
    flush(at: time)
    for player in sounding { sender.send(.silence, to: player.loaded.number, at: time) }
  }
}
