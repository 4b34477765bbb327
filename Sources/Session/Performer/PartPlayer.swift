import SpinetDevices
import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetStage
import SpinetWidgets

/// One part while it plays: its keyboard, and what it sends. What it holds stands in `HeldInput`. [control-thread]
///
/// After its part has left the stage, it stays until its last note has rung out, so that every release reaches it.
final class PartPlayer {
  /// The keys and ports that it listens to may change while it plays; its engine does not.
  var loaded: LoadedPart { didSet { listening.removeAll() } }
  /// Whether it gets new notes. Keys that only the latch of its arpeggio holds end with the scene.
  var isInScene = true { didSet { if !isInScene { keyboard.unlatch() } } }
  /// Whether an instrument outside is heard: neither muted, nor beside another part that is solo. For a part with an
  /// engine, the mixer does that.
  private(set) var isAudible = true
  /// When it left the stage; nil while it is part of it.
  var leftAt: HostTime?
  var keyboard: SmartKeyboard
  var output: PartOutput
  var reports = PartReports()
  /// Whether an instrument outside plays the part.
  let isOutside: Bool
  /// Whether its engine has a tempo, and so may want to know where the music is.
  let readsClock: Bool
  /// Whether it listens to a port, for those that have been asked about.
  private var listening: [PortID: Bool] = [:]
  /// The stamp of the widgets that say what its keys play, when it last read them.
  private var effectsStamp: UInt64?

  init(_ loaded: LoadedPart, keyboard configuration: KeyboardConfiguration) {
    self.loaded = loaded
    isOutside = loaded.part.outside != nil
    readsClock = loaded.engine.widgets.contains { $0.name == "clock.tempo" }
    keyboard = SmartKeyboard(
      configuration: Self.suited(configuration, to: loaded.engine), voices: loaded.engine.voiceCapacity,
      ringing: loaded.engine.noteInput == .voices)
    output = PartOutput(of: loaded, configuration)
    adopt(configuration.noteEffects, after: .none)
  }

  /// The configuration, completed by what the engine needs to know about each voice.
  private static func suited(
    _ configuration: KeyboardConfiguration, to engine: any SoundEngine
  ) -> KeyboardConfiguration {
    var configuration = configuration
    configuration.sendsChannel = engine.hearsChannels
    configuration.sendsPedals = engine.hearsPedals
    return configuration
  }

  /// Its number in the mixer.
  var number: UInt32 { loaded.number }

  var takesMIDI: Bool { loaded.engine.noteInput == .midi }

  /// The instrument outside that plays the part; nil for a part with an engine.
  var outside: OutsideInstrument? { loaded.part.outside }

  // MARK: The engine

  /// Connects the part to a started engine; nil: the engine has stopped. Forgets all voices.
  func attach(_ end: consuming ReportEnd?) {
    reports.attach(end)
    output.releaseInstruments()
    keyboard.engineStarted(into: &output.events)
  }

  /// Takes over the pedals, bends and zones of the part that it replaces.
  func succeed(_ other: PartPlayer) { keyboard.copyControllers(of: other.keyboard) }

  func readReports() { reports.read(for: &keyboard) }

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
  func begin(_ key: SourceKey, _ strike: Strike, at time: HostTime, _ held: inout HeldInput) {
    guard isInScene, let played = loaded.part.key(for: key.number, velocity: strike.velocity.seven) else {
      return
    }
    self.strike(key, as: played, strike, at: time, &held)
  }

  /// Plays a note-on of a client that has chosen this part, even outside its keys and its scene.
  func strike(_ key: SourceKey, velocity: UInt8, at time: HostTime, _ held: inout HeldInput) {
    guard let played = moved(key.number) else { return }
    strike(key, as: played, Strike(NoteVelocity(velocity)), at: time, &held)
  }

  private func strike(
    _ key: SourceKey, as played: UInt8, _ strike: Strike, at time: HostTime, _ held: inout HeldInput
  ) {
    guard isAudible, let (note, strike) = isOutside ? noteOutside(played, strike) : (played, strike) else {
      return
    }
    held.press(key, of: number, as: note, counting: keyboard.configuration.countsStrikes)
    take(
      .noteOn(key.channel, key: note, strike.moved(by: Int(note) - Int(key.number))), from: key.port, at: time
    )
  }

  /// Takes a note-off or a key pressure, for the key to which the note-on was transposed.
  func follow(_ message: MIDIMessage, _ key: SourceKey, at time: HostTime, _ held: inout HeldInput) {
    switch message {
    case .noteOff(let channel, _, let velocity):
      guard let played = held.lift(key, of: number) ?? moved(key.number),
        !isHeldByOthers(played, key, held)
      else { return }
      take(.noteOff(channel, key: played, velocity: velocity), from: key.port, at: time)
    case .polyPressure(let channel, _, let pressure):
      guard let played = held.played(key, of: number) ?? moved(key.number) else { return }
      take(.polyPressure(channel, key: played, pressure: pressure), from: key.port, at: time)
    default: break
    }
  }

  /// Takes a message of MIDI 2.0 about a key, for the key to which its note-on was transposed.
  func follow(_ message: MIDI2Message, _ key: SourceKey, at time: HostTime, _ held: inout HeldInput) {
    let isEnd = if case .noteOff = message { true } else { false }
    let played = isEnd ? held.lift(key, of: number) : held.played(key, of: number)
    guard let played = played ?? moved(key.number), !(isEnd && isHeldByOthers(played, key, held)) else {
      return
    }
    take(message.moved(to: played, from: key.number), from: key.port, at: time)
  }

  private func moved(_ key: UInt8) -> UInt8? { NoteName(key: Int(key) + loaded.part.transpose)?.key }

  /// Takes a message without the part's key range and transposition.
  func take(_ message: MIDIMessage, from port: PortID, at time: HostTime) {
    guard takesMIDI, !isForKeyboard(message, from: port) else {
      switch message {
      case .noteOn: keyboard.fades = loaded.engine.fades
      case .controlChange(_, let controller, let value):
        loaded.sound.followPedal(controller, value)
      default: break
      }
      return keyboard.play(message, from: port, at: time.milliseconds, into: &output.events)
    }
    if isOutside {
      guard message.channel != nil else { return }
      if isForBoth(message) {
        keyboard.play(message, from: port, at: time.milliseconds, into: &output.events)
      }
    }
    output.passed.append(message)
  }

  /// Takes a message of MIDI 2.0 without the part's key range and transposition. An engine that takes MIDI hears what
  /// MIDI 1.0 can say of it.
  func take(_ message: MIDI2Message, from port: PortID, at time: HostTime) {
    guard takesMIDI else {
      if case .noteOn = message { keyboard.fades = loaded.engine.fades }
      if case .controlChange(_, let controller, let value) = message {
        loaded.sound.followPedal(controller, value.sevenBits)
      }
      return keyboard.play(message, from: port, at: time.milliseconds, into: &output.events)
    }
    message.forEachMIDI1Message { take($0, from: port, at: time) }
  }

  /// Takes a controller, a bend or a pressure of MIDI 2.0.
  func take(_ message: MIDI2Message, from port: PortID, at time: HostTime, _ held: inout HeldInput) {
    take(message, from: port, at: time)
    if takesMIDI { message.forEachMIDI1Message { held.told($0, from: port, part: number) } }
  }

  /// Takes a controller, a bend or a pressure.
  func take(_ message: MIDIMessage, from port: PortID, at time: HostTime, _ held: inout HeldInput) {
    take(message, from: port, at: time)
    if takesMIDI { held.told(message, from: port, part: number) }
  }

  /// Takes a tuning message; false for any other.
  func take(exclusive payload: [UInt8], at time: HostTime) -> Bool {
    keyboard.play(exclusive: payload, at: time.milliseconds, into: &output.events)
  }

  func advance(to time: HostTime) { keyboard.advance(to: time.milliseconds, into: &output.events) }

  /// Advances to a moment at which something is played, before the steps of that moment.
  func advance(before time: HostTime) {
    keyboard.advance(before: time.milliseconds, into: &output.events)
  }

  var octave: Int {
    get { keyboard.octave }
    set { if keyboard.octave != newValue { keyboard.octave = newValue } }
  }

  // MARK: Releasing

  /// Releases everything that a disconnected controller holds, before `held` forgets it.
  func release(port: PortID, _ held: HeldInput) {
    listening[port] = nil
    if takesMIDI { output.passed += releasesOutside(of: port, held) }
    keyboard.release(port: port, into: &output.events)
  }

  /// An instrument outside is heard or not from now on. What sounds ends; keys that are down stay silent.
  func setAudible(_ isAudible: Bool, _ held: HeldInput) {
    guard isAudible != self.isAudible else { return }
    self.isAudible = isAudible
    if !isAudible { releaseAll(held) }
  }

  /// Releases everything, before `held` forgets it.
  func releaseAll(_ held: HeldInput) {
    keyboard.releaseAll(into: &output.events)
    if takesMIDI { output.passed += held.releases(in: number) }
  }

  /// Ends all voices, before `held` forgets them.
  func silence(_ held: HeldInput) {
    keyboard.silenceAll(into: &output.events)
    guard let outside else { return }
    output.passed += held.releases(in: number)
    let channels = outside.channel.map { [$0] } ?? Channel.all.filter(loaded.part.listens)
    for controller in [Controller.allNotesOff, Controller.allSoundOff] {
      output.passed += channels.map { .controlChange($0, controller: controller, value: 0) }
    }
  }

  // MARK: The keyboard

  /// Uses another keyboard configuration. Held notes end.
  func use(keyboard configuration: KeyboardConfiguration) {
    output.releaseInstruments()
    let suited = Self.suited(configuration, to: loaded.engine)
    let before = keyboard.configuration.noteEffects
    keyboard.reconfigure(suited, size: keyboard.size, into: &output.events)
    adopt(configuration.noteEffects, after: before)
  }

  /// Moves the widgets of arpeggio, chord and scale to what a keyboard's file says, if it says anything new.
  private func adopt(_ effects: NoteEffects, after before: NoteEffects) {
    if effects != before { loaded.sound.effects?.set(effects) }
    effectsStamp = nil
    followNoteEffects()
  }

  /// Takes the chord that is held, if somebody has asked for it.
  func learnChord(_ held: HeldInput) {
    loaded.sound.effects?.learnChord { held.keysDown(number) }
  }

  /// Whether the widgets of arpeggio, chord and scale have moved, which anything may have done.
  var hasOtherNoteEffects: Bool { loaded.sound.effects.map { $0.stamp != effectsStamp } ?? false }

  /// Follows these widgets.
  ///
  /// - Parameter time: nil before anything is played.
  func followNoteEffects(at time: HostTime? = nil) {
    guard let widgets = loaded.sound.effects, case let stamp = widgets.stamp, stamp != effectsStamp else {
      return
    }
    effectsStamp = stamp
    if let time { advance(before: time) }
    keyboard.change(widgets.effects(of: keyboard.configuration.noteEffects), into: &output.events)
  }

  /// Whether it sends anything to other instruments.
  var sendsOut: Bool { keyboard.configuration.output != nil || output.hasValues }
}
