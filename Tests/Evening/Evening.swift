import Foundation
import Logging
import Scratch
import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SpinetTools
import SpinetWidgets

/// Hours with an instrument, in seconds: the real session, with stand-ins for the clock, controllers, sound cards, the
/// disk and pages. One seed is one evening.
final class Evening {
  let world = World()
  private let plan: Plan
  private let musician: Musician
  private let checks: Checks
  private let log = EveningLog()
  private var luck: SeededBytes
  private var isOver = false
  /// Whether all actions of the plan happen.
  private let isWhole: Bool
  /// The descriptors and threads of the process before the first instrument.
  private let resources = Resources()

  /// - Parameter actions: how many of the plan's actions happen; nil: all.
  init(seed: UInt64, minutes: Double, actions: Int? = nil, home: Home) throws {
    try home.clear()
    plan = Plan(seed: seed, minutes: minutes)
    let count = actions ?? plan.steps.count
    isWhole = count >= plan.steps.count
    luck = SeededBytes(state: seed &* 31)
    musician = Musician(world, Ledger(world), Settings(world), EveningCards(world), home)
    checks = Checks(world, musician)
    let steps = plan.steps.prefix(count)
    for step in steps { at(step.seconds) { [musician] in musician.act(step) } }
    at((steps.last?.seconds ?? 0) + 1) { [self] in makeUp(triesLeft: Self.mostTries) }
    lookAgain()
    log.hasTold = { [musician, world] error in
      // A disk that is well takes everything, and gives it back to the instrument whose it is.
      let isWell = musician.run?.disk.wellSeconds ?? 0 > 1
      if error.code == .notWritten, isWell { world.fail("the disk is well, but it is told: \(error)") }
      if error.code == .fileUnsuitable { world.fail("a file is of somebody else: \(error)") }
    }
    musician.cards.hasPlayed = { [musician] in musician.takes.hear($0) }
    musician.cards.hasStarted = { [musician] in musician.engineBeganOrEnded() }
  }

  private func at(_ seconds: Double, _ happen: @escaping () -> Void) {
    world.at(World.start.advanced(bySeconds: seconds), happen)
  }

  private static let secondsBetweenLooks = 0.25
  /// How often what the evening lacks is tried at its end.
  private static let mostTries = 80
  /// After this time on a disk that is well, everything is saved, even if it has to be tried again.
  private static let secondsUntilSaved = 45.0

  /// After this time an instrument has completed what an earlier one could not end.
  private static let secondsUntilCompleted = 3.0

  /// How long it was, in seconds.
  var seconds: Double { world.seconds }
  var counts: [Action: Int] { musician.counts }
  var recordedSeconds: Double { musician.takes.seconds }
  var heardFrames: Int { musician.input.frames }
  /// How many notes went to the synthesizer that the stage leads.
  private(set) var synthNotes = 0
  var lastLines: [String] { log.lines }

  /// Plays it to its end. Returns what went wrong first.
  func play() -> World.Failure? {
    var sound = Home.sounds[0]
    defer { world.end() }
    while !isOver, world.failure == nil {
      do { try play(sound) } catch { fail(error) }
      sound = musician.sound
      musician.forgetInstrument()
      endTakes()
      checkEnd()
      if luck.chance(0.4) || !Home.sounds.contains(sound) {
        sound = Home.sounds[luck.number(0...Home.sounds.count - 1)]
      }
      if !isOver { world.pass(until: world.now.advanced(bySeconds: luck.number(0.2...5))) }
    }
    if isWhole { checkCounts() }
    return world.failure
  }

  /// The actions that have happened less often than they are meant to.
  private var lacking: [Action] {
    Action.allCases.filter { musician.counts[$0] ?? 0 < plan.least(of: $0) }
  }

  private func checkCounts() {
    for action in lacking {
      let count = musician.counts[action] ?? 0
      world.fail("\(action) happened \(count) times, at least \(plan.least(of: action)) are meant")
    }
  }

  /// Before a whole evening ends, what was not possible when it was planned is done.
  private func makeUp(triesLeft: Int) {
    let lacking = isWhole && triesLeft > 0 && world.failure == nil ? lacking : []
    guard !lacking.isEmpty else { return close() }
    for action in lacking { musician.attempt(action, luck.branch()) }
    world.after(luck.number(2...8)) { [self] in makeUp(triesLeft: triesLeft - 1) }
  }

  /// What was recorded is complete, or is as a kill has left it.
  private func endTakes() {
    guard musician.ending.isKill else { return musician.takes.ended() }
    musician.home.restoreRecordings()
  }

  private func fail(_ error: any Error) {
    if (error as? SpinetError)?.code == .notWritten, musician.takes.hasLost { return }
    // What the disk refuses at the end is told, and is no fault.
    if musician.ending.diskWasWell > Self.secondsUntilSaved || musician.run != nil { world.fail("\(error)") }
  }

  /// The evening ends: all hands are taken away, everything is mended, and after a while nothing sounds.
  private func close() {
    musician.isDone = true
    musician.liftAll()
    musician.mendFiles()
    musician.run?.disk.become(.well)
    musician.cards.plug(rate: musician.cards.wantedRate)
    world.after(45) { [self] in
      checks.check()
      isOver = true
      _ = musician.end(by: .stop)
    }
  }

  // MARK: One instrument, from its start to its end

  private func play(_ sound: String) throws {
    musician.mendFiles()
    let disk = EveningDisk(world, luck: luck.branch())
    let sentClock = SentClock(world)
    let controllers = try EveningControllers(sentClock) { [musician] in musician.hasRead($0) }
    for port in musician.plugged { controllers.send(.connected(EveningControllers.port(port))) }
    controllers.synth.isThere = musician.synthSince != nil
    defer { synthNotes += controllers.synth.strikes }
    let logger = Logger(label: "evening") { [log] _ in log }
    let hearsInput = luck.chance(0.7)
    var options = PlayOptions(ofEvening: "evening")
    options.clockReceivers = SentClock.ports.map(\.client)
    // No list is named, but one can be loaded.
    try options.chooseSetList(logger: logger)
    options.inputPCM = hearsInput ? EveningInput.name : nil
    let loaded = try options.loader(logger: logger).load(sound)
    let session = try LiveSession(
      hearsInput ? musician.input.listening(to: loaded) : loaded, readAt: .now, options, logger,
      in: surroundings(disk, controllers))
    session.handle.watch {}
    try restore(sound, session.handle)
    musician.run = Musician.Run(
      handle: session.handle, controllers: controllers, sentClock: sentClock, disk: disk,
      client: session.handle.newClient(), sound: sound, settledAt: world.now)
    musician.time.begin()
    checks.begin()
    musician.checkMarks(session.handle)
    musician.takes.hasLost = false
    world.after(Self.secondsUntilCompleted) { [musician, weak handle = session.handle] in
      if let handle, musician.run?.handle === handle { musician.takes.completed() }
    }
    _ = try session.run { _ in }
  }

  private func surroundings(_ disk: EveningDisk, _ controllers: EveningControllers) -> Surroundings {
    let worker = EveningWorker(world, disk, luck: luck.branch())
    var surroundings = Surroundings(
      in: world, musician.cards, disk, controllers, on: worker, hasTurned: { [self] in look() })
    surroundings.openInput = { [musician] (name, inputs, format) throws(SpinetError) in
      try musician.input.open(name, inputs, format, on: worker)
    }
    return surroundings
  }

  /// People look at the screen while control sleeps, too.
  private func lookAgain() {
    world.after(Self.secondsBetweenLooks) { [self] in
      look()
      if !isOver { lookAgain() }
    }
  }

  /// Ends the instrument when something is wrong.
  private func look() {
    checks.checkIfDue()
    guard world.failure != nil, let run = musician.run else { return }
    musician.run = nil
    run.handle.stop()
  }

  /// The settings are the old or the new ones.
  private func restore(_ sound: String, _ handle: SessionHandle) throws {
    let wrong = musician.settings.restore(sound, Checks.values(of: handle))
    if let wrong { world.fail("\(wrong); the last instrument ended at \(musician.ending)") }
  }

  /// What must be true when an instrument has ended.
  private func checkEnd() {
    let ending = musician.ending
    musician.ledger.end()
    // Of what the disk did not take, nothing is certain.
    let isCertain = ending.diskWasWell > Self.secondsUntilSaved
    let journaled = ending.isKill ? -0.5 : 0.01
    let saved = ending.isKill ? -8.0 : 0.01
    let before = isCertain ? ending.at : World.start
    let journal = JournalFiles(in: musician.home.journal)
    let wrong = musician.ledger.compare(journal, until: before.advanced(bySeconds: isCertain ? journaled : 0))
    if let wrong { world.fail("\(wrong); the instrument ended at \(ending)") }
    musician.settings.end(cutoff: before.advanced(bySeconds: isCertain ? saved : 0))
    if world.abandoned == 0, let wrong = resources.growth { world.fail(wrong) }
  }
}
