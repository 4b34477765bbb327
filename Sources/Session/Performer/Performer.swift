import SpinetDevices
import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetMixer
import SpinetRealtime
import SpinetStage
import SpinetTime
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
  /// The mappings in force. Whoever reads their files changes them by `changeMappings`.
  package internal(set) var mappings: ActiveMappings
  package let router: Router
  /// The widgets that wheels and pedals have moved.
  var played = PlayedWidgets()
  var parts = PlayingParts()
  var ports = ConnectedPorts()
  var held = HeldInput()
  var backing = Backing()
  /// The keyboard for parts without one of their own; nil for the program's keyboard, or `.midi`.
  private(set) var chosenKeyboard: KeyboardConfiguration?
  var others: OtherInstruments
  /// Loads the sound that a program change asks for; nil if sounds cannot change.
  package var chooseSound: ((SoundRequest, HostTime) -> Void)?
  var news = PerformanceNews()

  /// - Parameters:
  ///   - configuration: the keyboard of parts without one of their own; nil for the keyboards of their programs.
  ///   - emit: gets the messages for other instruments, if a keyboard sends its voices out.
  package init(
    instrument: LoadedInstrument, mappings: ActiveMappings, keyboard configuration: KeyboardConfiguration?,
    emit: @escaping (MIDIMessage) -> Void = { _ in }
  ) {
    self.instrument = instrument
    self.mappings = mappings
    router = Router(mappings.mappings, instrument.widgets)
    router.portAppeared(.song, leavingAlone: \.isForHandsOnly)
    chosenKeyboard = configuration
    others = OtherInstruments(emit: emit)
    parts.players = instrument.parts.map { PartPlayer($0, keyboard: keyboard(of: $0)) }
    parts.scene = instrument.scene.map { Int($0.value) }
    enterScene()
    useMappings()
  }

  func keyboard(of part: LoadedPart) -> KeyboardConfiguration {
    part.keyboard ?? chosenKeyboard ?? part.sound.keyboard ?? .midi
  }

  /// The keyboard of the first part.
  package var keyboard: SmartKeyboard { parts.players[0].keyboard }

  /// The parts of the stage, in its order.
  var players: [PartPlayer] { parts.players }
  /// The parts that have left the stage and still sound.
  var leaving: [PartPlayer] { parts.leaving }
  /// All parts that may sound.
  var sounding: [PartPlayer] { parts.sounding }

  /// Whether all programs have ended by themselves.
  package var hasPerformanceEnded: Bool { players.allSatisfy { $0.reports.hasEnded } }

  /// Increases when another instrument plays, or its mappings or keyboards are others.
  package var revision: Int { news.revision }

  /// Changes the mappings.
  ///
  /// - Parameter change: returns whether other mappings are in force. If it throws, the old ones stay.
  package func changeMappings(
    _ change: (inout ActiveMappings) throws(SpinetError) -> Bool
  ) throws(SpinetError) -> Bool {
    defer { news.changed() }
    guard try change(&mappings) else { return false }
    useMappings()
    return true
  }

  /// Tells those who listen, when the engines have it already.
  func publish(_ tell: (any PerformanceListener) -> Void) {
    news.happened()
    news.tell(tell)
  }

  func useMappings() {
    router.replace(mappings.mappings, instrument.widgets, scope: scope)
    backing.tempo.show(
      on: instrument.tempos.map { instrument.widgets.all[$0] }, beside: instrument.sessionWidgets.tempo,
      isFollowing: ports.transport.isFollowing)
    tempoIsPlayed()
    played.take(mappings.mappings, for: instrument.widgets)
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
    parts.mustTellClock = false
    if let ends {
      parts.sender.attach(consume ends.commands)
      // With a mixer, the parts report.
      if instrument.mixer == nil { lone = consume ends.reports }
    } else {
      parts.sender.attach(nil)
    }
    parts.leaving.removeAll { !$0.isOutside && instrument.mixer?.contains($0.number) != true }
    for player in sounding where !player.isOutside {
      held.forgetKeys(of: player.number)
      player.attach(lone.take() ?? popReports(of: player))
    }
    flush(at: time)
    parts.mustTellClock = true
  }

  /// The end that receives the reports of a part of the mixer. It is returned once; nil while the engine is stopped.
  func popReports(of player: PartPlayer) -> ReportEnd? {
    parts.sender.isAttached ? instrument.mixer?.popReports(of: player.number) : nil
  }

  /// Uses another keyboard. Held notes end. Parts with keyboards of their own keep them.
  package func use(keyboard configuration: KeyboardConfiguration, at time: HostTime) {
    chosenKeyboard = configuration
    for player in players where player.loaded.keyboard == nil {
      player.use(keyboard: configuration)
      flush(at: time)
      if player.output.change(to: configuration) {
        for message in player.output.introduction { send(message, to: nil, at: time) }
      }
    }
    news.changed()
  }

  // MARK: Messages

  /// Takes one message. `observe` gets its effects.
  package func take(
    _ message: MIDIMessage, from port: PortID, at time: HostTime, _ observe: (Outcome) -> Void = { _ in }
  ) {
    news.outcomes.removeAll(keepingCapacity: true)
    perform(message, from: port, at: time)
    tell(message, from: port, at: time, observe)
  }

  /// Tells of a message when the engine has it, because the engine must not wait for screens and logs.
  func tell(
    _ message: MIDIMessage, from port: PortID, at time: HostTime, _ observe: (Outcome) -> Void
  ) {
    let outcomes = news.outcomes
    for outcome in outcomes { observe(outcome) }
    publish { $0.heard(.midi1(message), from: port, outcomes, at: time) }
  }

  func perform(_ message: MIDIMessage, from port: PortID, at time: HostTime) {
    playSteps(before: time)
    if let beats = ports.tempo(after: message, from: port, at: time) {
      follow(tempo: beats, at: time)
      news.outcomes.append(.tempo(beats))
    }
    if message.channel == nil {
      shareClock(at: time)
      followClockedTransport(at: time)
    }
    let isMapped = router.route(message, from: port, at: time.nanoseconds) { output in
      switch output {
      case .moved(let widget, _):
        played.record(message, moved: widget, of: instrument.widgets)
        news.outcomes.append(.moved(instrument.widgets.all[widget]))
      case .waiting(let widget, let turn):
        news.outcomes.append(.waiting(instrument.widgets.all[widget], turn: turn))
      }
    }
    // A clock tick has no other meaning.
    if message == .timingClock, !isMapped { return }
    let outcome = isMapped ? nil : play(unmapped: message, from: port, at: time)
    applySessionWidgets(at: time)
    flush(at: time)
    if let outcome { news.outcomes.append(outcome) }
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
      let struck = SourceKey(port: port, channel: channel, number: key)
      for player in players where listens(player, port, channel) {
        player.begin(struck, Strike(NoteVelocity(velocity)), at: time, &held)
      }
    case .noteOff(_, let key, _), .polyPressure(_, let key, _):
      follow(message, SourceKey(port: port, channel: channel, number: key), at: time)
    case .programChange(_, let program):
      return choose(Int(program) + 1, message, channel, from: port, at: time)
    default:
      ports.recordBank(message, from: port)
      let told = held.record(message, from: port)
      for player in sounding where listens(player, port, channel) || told.contains(player.number) {
        player.take(message, from: port, at: time, &held)
      }
    }
    return nil
  }

  /// A release goes where its note-on went, even if the parts have changed since. A release without a note-on goes to
  /// every part that plays that key.
  private func follow(_ message: MIDIMessage, _ key: SourceKey, at time: HostTime) {
    forEachPart(of: key) { $0.follow(message, key, at: time, &held) }
  }

  /// Visits the parts that play a key, or else those that would.
  func forEachPart(of key: SourceKey, _ follow: (PartPlayer) -> Void) {
    var isHeld = false
    for player in sounding where held.played(key, of: player.number) != nil {
      follow(player)
      isHeld = true
    }
    guard !isHeld else { return }
    for player in players
    where listens(player, key.port, key.channel) && player.loaded.part.plays(key.number) {
      follow(player)
    }
  }

  func listens(_ player: PartPlayer, _ port: PortID, _ channel: Channel) -> Bool {
    player.loaded.part.listens(to: channel)
      && player.listens(to: port) { ports.names(of: port) }
  }

  /// Takes a system exclusive message: the bytes between F0 and F7. The keyboards take tunings.
  package func take(
    exclusive payload: [UInt8], from port: PortID, at time: HostTime, _ observe: (Outcome) -> Void = { _ in }
  ) {
    var isTuning = false
    for player in sounding { isTuning = player.take(exclusive: payload, at: time) || isTuning }
    flush(at: time)
    let outcome = isTuning ? Outcome.tuned : .unmapped
    observe(outcome)
    publish { $0.heard(exclusive: payload, from: port, outcome, at: time) }
  }
}
