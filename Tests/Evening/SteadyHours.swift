import Logging
import Scratch
import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetWidgets

/// Hours in which nothing goes wrong: 100 events a second, half of them notes, half of them moves that are counted. Each
/// move is found in its widget, and nothing grows.
final class SteadyHours {
  private let world = World()
  private let home: Home
  private let log = EveningLog()
  private let seconds: Double
  private var handle: SessionHandle?
  private var controllers: EveningControllers?
  private var events = 0
  /// Where each widget was at first, and how many steps it is away from there.
  private var counted: [(name: String, first: Double, steps: Int)] = []
  private let resources = Resources()
  /// In megabytes, after a tenth of the time.
  private(set) var earlyMegabytes = 0

  private static let port: UInt32 = 20
  private static let eventsPerSecond = 100
  private static let step = 0.00004
  /// After so many moves a knob is turned the other way, so that its widget is never at an end.
  private static let movesInOneDirection = 8000
  /// 25 notes begin each second, and ring on for a moment when they are let go: more than these would pile up.
  private static let mostVoices = 16
  private static let secondsBetweenChecks = 60.0
  /// Longer than a released note sounds, and than the last move is on its way.
  private static let secondsUntilQuiet = 5.0

  init(hours: Double, home: Home) throws {
    (seconds, self.home) = (hours * 3600, home)
    try home.clear()
    try home.writeMapping(counting: Musician.learnt, from: Musician.knobs.lowerBound, step: Self.step)
  }

  /// Plays them to their end. Returns what went wrong first.
  func play() -> World.Failure? {
    do { try playSession() } catch { world.fail("\(error)") }
    world.end()
    if let wrong = resources.growth { world.fail(wrong) }
    return world.failure
  }

  var lastLines: [String] { log.lines }

  private func playSession() throws {
    var luck = SeededBytes(state: 1)
    let disk = EveningDisk(world, luck: luck.branch())
    let controllers = try EveningControllers(SentClock(world)) { _ in }
    controllers.send(.connected(EveningControllers.port(Self.port)))
    let logger = Logger(label: "evening") { [log] _ in log }
    let options = PlayOptions(ofEvening: "evening")
    let worker = EveningWorker(world, disk, luck: luck.branch())
    let session = try LiveSession(
      options.loader(logger: logger).load(Home.sounds[0]), readAt: .now, options, logger,
      in: Surroundings(
        in: world, EveningCards(world), disk, controllers, on: worker, hasTurned: { [self] in look() }))
    (handle, self.controllers) = (session.handle, controllers)
    session.handle.watch {}
    counted = Musician.learnt.map { ($0, session.handle.widgets[$0]?.value ?? .nan, 0) }
    world.after(1) { [self] in happen() }
    world.after(Self.secondsBetweenChecks) { [self] in check() }
    world.after(seconds / 10) { [self] in earlyMegabytes = Resources.megabytes }
    _ = try session.run { _ in }
    (handle, self.controllers) = (nil, nil)
  }

  // MARK: What is played

  /// A note begins, a knob moves, the note ends, another knob moves.
  private func happen() {
    let turn = events / 4
    let key = UInt8(48 + turn % 24)
    switch events % 4 {
    case 0: send(.noteOn(Musician.channel, key: key, velocity: 80))
    case 2: send(.noteOff(Musician.channel, key: key, velocity: 64))
    default: move(events / 2)
    }
    events += 1
    if events < Int(seconds) * Self.eventsPerSecond, world.failure == nil {
      world.at(World.start.advanced(bySeconds: 1 + Double(events) / Double(Self.eventsPerSecond))) { [self] in
        happen()
      }
    } else {
      world.after(Self.secondsUntilQuiet) { [self] in end() }
    }
  }

  private func move(_ number: Int) {
    let index = number % counted.count
    let isUp = number / counted.count / Self.movesInOneDirection % 2 == 0
    counted[index].steps += isUp ? 1 : -1
    send(
      .controlChange(
        Musician.channel, controller: Musician.knobs.lowerBound + UInt8(index), value: isUp ? 1 : 127))
  }

  private func send(_ message: MIDIMessage) {
    controllers?.send(.message(message, from: PortID(rawValue: Self.port), at: world.now))
  }

  // MARK: What must be true

  private func look() { if world.failure != nil { handle?.stop() } }

  private func check() {
    guard let handle else { return }
    for (name, first, steps) in counted {
      let moved = ((handle.widgets[name]?.value ?? .nan) - first) / Self.step
      // The last move may be on its way.
      if !(abs(moved - Double(steps)) < 1.5) {
        world.fail("\(name) has moved by \(moved) steps, not by \(steps)")
      }
    }
    if handle.status.voices > Self.mostVoices { world.fail("\(handle.status.voices) voices sound") }
    world.after(Self.secondsBetweenChecks) { [self] in check() }
  }

  private func end() {
    check()
    if let voices = handle?.status.voices, voices > 0 { world.fail("\(voices) voices sound at the end") }
    let megabytes = Resources.megabytes
    if megabytes > earlyMegabytes * 5 / 4 + 8 {
      world.fail("\(megabytes) MB are in use, after \(earlyMegabytes) MB")
    }
    handle?.stop()
  }
}

extension SteadyHours: CustomStringConvertible {
  var description: String {
    "\(events) events in \(Int(world.seconds)) s: every move was counted; "
      + "\(earlyMegabytes) MB after a tenth of them, \(Resources.megabytes) MB at the end"
  }
}
