import Scratch
import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import SpinetSession

/// Does what the plan says, as far as it is possible at that moment, and writes it into the ledger.
final class Musician {
  let world: World
  let ledger: Ledger
  let time: TimeLedger
  let settings: Settings
  let cards: EveningCards
  let home: Home
  /// What is recorded.
  let takes: Takes
  /// What an engine hears of a microphone.
  let input: EveningInput
  /// What a page learns; nil while none does.
  var lesson: Lesson?
  /// The sounds that are marked.
  var favourites: [String] = []
  /// How many recordings were asked for.
  var takeCount = 0
  /// The running instrument; nil while none runs.
  var run: Run?
  /// The ports of the controllers that are plugged in. Each has keys of its own, so that it is known whose they are.
  var plugged: [UInt32] = [20, 24]
  /// Since when the synthesizer that the stage leads is plugged in; nil while it is not.
  var synthSince: HostTime? = World.start
  /// What the instrument plays, or has played.
  var sound: String { run?.sound ?? ending.sound }
  /// How the last instrument ended.
  var ending = Ending(isKill: false, sound: Home.sounds[0], at: World.start, diskWasWell: 0)
  /// How often each action was done.
  var counts: [Action: Int] = [:]
  /// The pages that are open, by number.
  var pages: [Int: InputClient] = [:]
  private var lastPage = 0
  /// Whether the evening comes to its end.
  var isDone = false
  private static let mostTries = 40
  /// What the files say that somebody edits.
  var files = EditedFiles()

  struct EditedFiles {
    var cutoffs: [String: Int] = [:]
    /// When a patch was in order again.
    var wholeSince: [String: HostTime] = [:]
    var broken: Set<String> = []
    var isMappingBroken = false
    var edits = 0
    /// What was learnt: widgets, by the port and its knob.
    var links: [UInt32: [UInt8: String]] = [:]
    /// The last edit of a port's file by hand.
    var learntEdits: [UInt32: Int] = [:]
    /// When a mapping was changed last.
    var linkedSince = World.start
  }

  struct Ending {
    let isKill: Bool
    let sound: String
    let at: HostTime
    /// For how many seconds the disk had been well and quick.
    let diskWasWell: Double
  }

  /// An instrument that runs.
  struct Run {
    let handle: SessionHandle
    let controllers: EveningControllers
    let sentClock: SentClock
    let disk: EveningDisk
    /// Plays what no controller plays.
    let client: InputClient
    /// Whether the default card was asked for.
    var wantsDefault = false
    /// Whether the engine is wanted.
    var isEngineOn = true
    /// The sound, or stage, that was loaded last.
    var sound: String
    /// How many loads have no answer yet.
    var loads = 0
    /// How many loads were asked for.
    var loadsAsked = 0
    /// Until when a program change may change the sound.
    var openUntil = World.start
    /// When the sound was loaded, or its file was edited.
    var settledAt: HostTime
    /// The delay of the sound, with which a clock is sent, in milliseconds, and since when.
    var delay: (milliseconds: Double?, since: HostTime) = (nil, World.start)

    /// Whether a load may have ended because the next one has begun, which is told when that one may have ended too, or
    /// because a program change chose a sound.
    func mayReplace(load number: Int, _ askedAt: HostTime) -> Bool {
      loadsAsked > number || askedAt < openUntil
    }
  }

  static let keys: [UInt32: ClosedRange<UInt8>] = [20: 36...55, 24: 56...75]
  static let pageKeys: ClosedRange<UInt8> = 76...95
  static let commandKey: UInt8 = 100
  static let channel = Channel(status: 0)

  init(_ world: World, _ ledger: Ledger, _ settings: Settings, _ cards: EveningCards, _ home: Home) {
    (self.world, self.ledger, self.settings) = (world, ledger, settings)
    (self.cards, self.home, takes, input) = (cards, home, Takes(world, home), EveningInput(world))
    time = TimeLedger(world)
  }

  /// Does a step of the plan.
  func act(_ step: Plan.Step) {
    world.actions += 1
    attempt(step.action, step.luck, triesLeft: step.action.isRare ? Self.mostTries : 1)
  }

  /// What is not possible now is tried again later.
  func attempt(_ action: Action, _ luck: SeededBytes, triesLeft: Int = 1) {
    var luck = luck
    if play(action, &luck) || change(action, &luck) || disturb(action, &luck) || record(action, &luck)
      || learn(action, &luck) || keepTime(action, &luck)
    {
      counts[action, default: 0] += 1
      if world.actions >= world.tracesFrom { trace(action) }
    } else if triesLeft > 1 {
      world.after(luck.number(2...8)) { [self] in
        if !isDone { attempt(action, luck, triesLeft: triesLeft - 1) }
      }
    }
  }

  /// Tells what is done, what hands hold then, and what is shown.
  private func trace(_ action: Action) {
    let held = ledger.held.keys.map { "\($0.key)" }.sorted().joined(separator: " ")
    let (shown, status) = (run?.handle.view.sounding.sorted() ?? [], run?.handle.status)
    print(
      "  \(world.actions) at \(world.seconds) s: \(action); held \(held); pedals \(ledger.pedals.sorted()); "
        + "shown \(shown); \(status?.voices ?? 0) voices")
  }

  // MARK: Playing

  private func play(_ action: Action, _ luck: inout SeededBytes) -> Bool {
    guard let port = plugged.isEmpty ? nil : plugged[luck.number(0...plugged.count - 1)] else { return false }
    switch action {
    case .strike: strike(port, &luck)
    case .release: releaseOne(&luck)
    case .pedal: send(.controlChange(Self.channel, controller: 64, value: luck.chance(0.5) ? 127 : 0), port)
    case .turnKnob: turnKnob(UInt8(luck.number(0...127)))
    case .moveExpression:
      send(.controlChange(Self.channel, controller: 11, value: UInt8(luck.number(60...127))), port)
    case .pressFoot: send(.controlChange(Self.channel, controller: 80, value: 127), 20)
    case .liftFoot: send(.controlChange(Self.channel, controller: 80, value: 0), 20)
    case .liftAll: liftAll()
    default: return false
    }
    return true
  }

  func turnKnob(_ value: UInt8) {
    if let port = plugged.first { send(.controlChange(Self.channel, controller: 20, value: value), port) }
  }

  private func strike(_ port: UInt32, _ luck: inout SeededBytes) {
    guard let keys = Self.keys[port], ledger.held.count < 12 else { return }
    let key = UInt8(luck.number(Int(keys.lowerBound)...Int(keys.upperBound)))
    guard ledger.held[Ledger.Key(source: port, key: key)] == nil else { return }
    send(.noteOn(Self.channel, key: key, velocity: UInt8(luck.number(30...127))), port)
  }

  private func releaseOne(_ luck: inout SeededBytes) {
    let held = ledger.held.keys.filter { $0.source < Ledger.firstPage }.sorted { $0.key < $1.key }
    guard !held.isEmpty else { return }
    let key = held[luck.number(0...held.count - 1)]
    send(.noteOff(Self.channel, key: key.key, velocity: 64), key.source)
  }

  /// Takes all fingers and feet away.
  func liftAll() {
    for key in ledger.held.keys.sorted(by: { $0.key < $1.key }) {
      if key.source < Ledger.firstPage {
        send(.noteOff(Self.channel, key: key.key, velocity: 0), key.source)
      } else {
        playPage(Int(key.source - Ledger.firstPage), .noteOff(Self.channel, key: key.key, velocity: 0))
      }
    }
    for port in ledger.pedals.sorted() {
      send(.controlChange(Self.channel, controller: 64, value: 0), port)
    }
  }

  /// A message of a controller that is plugged in. While a knob is learnt, nothing else is touched.
  func send(_ message: MIDIMessage, _ port: UInt32) {
    guard plugged.contains(port) else { return }
    if let lesson, !lesson.isTurn(message) { return }
    run?.controllers.send(.message(message, from: PortID(rawValue: port), at: world.now))
  }

  /// Control has read an event of a controller.
  func hasRead(_ event: MIDISourceEvent) {
    switch event {
    case .message(let message, let port, _):
      ledger.wrote(message)
      heard(message, port.rawValue)
    case .disconnected(let port): ledger.left(port.id.rawValue)
    default: break
    }
  }

  private func heard(_ message: MIDIMessage, _ port: UInt32) {
    switch message {
    case .noteOn(_, let key, _): ledger.strike(key, of: port, isActive: run?.isEngineOn ?? false)
    case .noteOff(_, let key, _): ledger.release(key, of: port)
    case .controlChange(_, 64, let value): ledger.press(pedal: value >= 64, of: port)
    case .controlChange(_, 20, let value): settings.set("osc.mix", Double(value) / 127)
    case .controlChange(_, 80, 127):
      if let drive = settings.now["drive.amount"] { settings.set("drive.amount", drive > 0.5 ? 0 : 1) }
    case .controlChange(_, let knob, let value):
      if let widget = files.links[port]?[knob] { settings.set(widget, Double(value) / 127) }
    default: break
    }
  }

  // MARK: Pages

  func joinPage() -> Bool {
    guard let run, pages.count < 4 else { return false }
    lastPage += 1
    pages[lastPage] = run.handle.newClient()
    return true
  }

  func page(_ luck: inout SeededBytes) -> Int? {
    pages.isEmpty ? nil : pages.keys.sorted()[luck.number(0...pages.count - 1)]
  }

  /// A page strikes a key, or releases the one that it holds. A key has one page, so that it is known whose it is.
  func playPage(_ luck: inout SeededBytes) -> Bool {
    guard let page = page(&luck) else { return false }
    let source = Ledger.firstPage + UInt32(page)
    if let held = ledger.held.keys.first(where: { $0.source == source }) {
      playPage(page, .noteOff(Self.channel, key: held.key, velocity: 0))
    } else {
      let key = Self.pageKeys.lowerBound + UInt8(page % Self.pageKeys.count)
      playPage(page, .noteOn(Self.channel, key: key, velocity: 80))
    }
    return true
  }

  private func playPage(_ page: Int, _ message: MIDIMessage) {
    guard let client = pages[page], let run else { return }
    let source = Ledger.firstPage + UInt32(page)
    client.play(message, at: world.now)
    ledger.wrote(message)
    switch message {
    case .noteOn(_, let key, _): ledger.strike(key, of: source, isActive: run.isEngineOn)
    case .noteOff(_, let key, _): ledger.release(key, of: source)
    default: break
    }
  }

  /// A page vanishes, with what it holds.
  func vanishPage(_ luck: inout SeededBytes) -> Bool {
    guard let page = page(&luck), let client = pages.removeValue(forKey: page) else { return false }
    client.leave()
    ledger.left(Ledger.firstPage + UInt32(page))
    return true
  }

  func movePageWidget(_ luck: inout SeededBytes) -> Bool {
    guard let run, settings.sound != nil, run.loads == 0 else { return false }
    let value = luck.number(0...0.9)
    guard run.client.move("filter.resonance", to: value, at: world.now) else { return false }
    settings.set("filter.resonance", value)
    return true
  }
}
