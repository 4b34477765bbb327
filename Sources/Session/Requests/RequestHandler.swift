import Glibc
import Logging
import SpinetDevices
import SpinetFormats
import SpinetLibrary
import SpinetMapping
import SpinetRealtime
import SpinetWidgets

/// Carries out the requests of commands and of inbox clients.
///
/// Each is answered exactly once: at once, or when other threads have done their part, or with a refusal at the end of
/// the session. [control-thread]
final class RequestHandler {
  let performer: Performer
  let sound: OutputControl
  let sounds: Sounds
  let controllers: Controllers
  let handle: SessionHandle
  let surroundings: Surroundings
  /// The requests on which other threads work.
  let jobs: Requests
  let logger: Logger
  private let commands: any RequestSource
  /// Opens the panel, or gives it a new link, and returns its address; nil if there is no panel.
  var openPanel: (@Sendable (PanelVerb) throws(SpinetError) -> String)?
  /// Opens the port for OSC if it is not open, and returns where it is; nil if there can be none.
  var openOSC: (@Sendable () throws(SpinetError) -> String)?
  /// The set list that plays, and those that may be asked for; nil before the session has them.
  weak var setLists: SetLists?
  /// The client that plays the commands' notes.
  private lazy var commandClient = handle.controls.inbox.newClient()

  init(
    for performer: Performer, _ sound: OutputControl, _ sounds: Sounds, _ controllers: Controllers,
    by commands: any RequestSource, _ handle: SessionHandle, in surroundings: Surroundings, logger: Logger
  ) {
    (self.performer, self.sound, self.sounds, self.controllers) = (performer, sound, sounds, controllers)
    (self.commands, self.handle, self.logger) = (commands, handle, logger)
    self.surroundings = surroundings
    jobs = Requests(on: surroundings.worker) { handle.controls.wake() }
  }

  var clock: any SessionClock { surroundings.clock }
  var instrument: LoadedInstrument { performer.instrument }
  var output: SoundOutput { sound.output }

  /// Refuses the requests that still wait, because the session ends.
  func refuseAll() {
    jobs.refuseAll(
      SpinetError(
        .instrumentNotRunning, what: instrument.name, why: "the instrument has ended",
        remedy: "start it again"))
    commands.sendAnswers()
  }
}

extension RequestHandler: Service {
  var descriptors: [pollfd] { commands.polls }

  func turn(at now: HostTime, isReady: Bool) {
    if isReady {
      commands.serveRequests { request, reply in carryOut(request, reply) }
      sounds.giveUpUnwanted()
    }
    jobs.sendAnswers()
    commands.sendAnswers()
  }
}

extension RequestHandler {
  /// Carries out a request. It is answered at once, or when other threads have done their part.
  func carryOut(_ request: Request, _ reply: consuming Reply) {
    switch request {
    case .widgets(let pattern): reply.answer(try .widgets(table(instrument.widgets.all).matching(pattern)))
    case .set(let name, let value): reply.answer(try .widgets(set(name, to: value)))
    case .reset(let name): reply.answer(try .widgets(reset(name)))
    case .engine(let verb): reply.answer(try .engine(carryOut(verb)))
    case .load(let name): load(name, reply)
    case .scene(let name): reply.answer(try .scenes(chooseScene(name)))
    case .patch(let verb, let part): carryOut(verb, ofPart: part, reply)
    case .record(let verb): sound.record(verb, reply)
    case .program(let command, let part): send(command, toPart: part, reply)
    case .note(let note): reply.answer(try .note(play(note)))
    case .step(let count): step(by: count, reply)
    case .setList(let verb): carryOut(verb, reply)
    case .song(let verb): reply.answer(try .widgets(table(carryOut(verb))))
    case .panel(let verb): openPanel(verb, reply)
    case .osc: openOSC(reply)
    case .ports: reply.answer(.ports(ports, outputState))
    case .connect(let name): reply.answer(try .ports(connect(name), nil))
    case .output(let request): reply.answer(try .output(change(to: request)))
    }
  }

  func table(_ widgets: [Widget]) -> WidgetTable {
    let all = instrument.widgets.all
    return WidgetTable(
      widgets: widgets, loaded: handle.snapshot.loadedValues,
      links: Dictionary(performer.router.links.map { (all[$0.widget].name, $0) }) { first, _ in first },
      pinned: Set(handle.marks.marks.pins(ofSound: instrument.name).compactMap(\.self)))
  }

  private func set(_ name: String, to value: String) throws(SpinetError) -> WidgetTable {
    let widget = try instrument.set(name, value)
    keep([widget])
    return table([widget])
  }

  /// What somebody asks for is saved even where it is so already, because an earlier session may have saved another value.
  private func keep(_ widgets: [Widget]) {
    for widget in widgets { widget.cell.recordChange() }
    performer.hasMoved(widgets, at: clock.now)
  }

  /// Moves a widget, or all widgets of the sounds, to the values of the scene or, where it sets none, to the loaded
  /// values.
  private func reset(_ name: String?) throws(SpinetError) -> WidgetTable {
    let reset = try instrument.resettable(name)
    let ofScene = performer.sceneValues
    for widget in reset { widget.set(ofScene[widget.name] ?? handle.loadedValue(of: widget)) }
    keep(reset)
    return table(reset)
  }

  /// Opens the panel on another thread, because asking the system for its addresses and a port takes time.
  private func openPanel(_ verb: PanelVerb, _ reply: consuming Reply) {
    jobs.answer(reply, byThread: "spinet-panel") { () throws(SpinetError) in
      guard let openPanel else {
        throw SpinetError(
          .noPanel, what: "panel", why: "\(instrument.name) belongs to a program without a panel",
          remedy: Remedy(.startWithPanel))
      }
      return { () throws(SpinetError) in .panel(try openPanel(verb)) }
    }
  }

  /// Opens the port for OSC on another thread, as the panel.
  private func openOSC(_ reply: consuming Reply) {
    jobs.answer(reply, byThread: "spinet-osc") { () throws(SpinetError) in
      guard let openOSC else {
        throw SpinetError(
          .notApplicable, what: "OSC", why: "\(instrument.name) belongs to a program without OSC",
          remedy: Remedy(.startInstrument))
      }
      return { () throws(SpinetError) in .osc(try openOSC()) }
    }
  }

  private func carryOut(_ verb: EngineVerb) throws(SpinetError) -> EngineState {
    if let isOn = verb.turnsOn { try sound.run(isOn) }
    return EngineState(
      isRunning: output.isRunning, sound: output.state, voices: output.voices, xruns: output.xruns,
      latencyMilliseconds: output.latencyMilliseconds, lateCommands: output.lateCommands,
      lostReports: output.lostReports, refusedInputs: handle.controls.inbox.refused,
      longestDelayMilliseconds: controllers.popLongestDelayMilliseconds(), pcm: output.status?.pcm ?? "",
      about: output.timedDescription, advice: output.advice, sounds: soundMemory)
  }

  private var soundMemory: [SoundMemory] {
    instrument.parts.map(\.memory).filter { $0.bytes > 0 }.map { SoundMemory(part: $0.part, bytes: $0.bytes) }
  }

  /// Begins a note that ends by itself. Returns its key. An instrument outside needs no engine.
  private func play(_ note: CommandNote) throws(SpinetError) -> UInt8 {
    guard output.isRunning || performer.players.contains(where: \.isOutside) else {
      throw SpinetError(
        .engineStopped, what: instrument.name, why: "its engine is stopped",
        remedy: Remedy(.startEngine))
    }
    performer.play(note, of: commandClient, at: clock.now)
    return note.key
  }
}
