import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetWidgets

/// What must be true at every moment, compared with what the musician has written down.
final class Checks {
  let world: World
  let musician: Musician
  private var count = 0
  /// When it was checked last, and after how many actions.
  private var last = (time: World.start, actions: -1)
  /// Since when the card and the instrument have differed, for what may differ for a moment.
  private var differsSince: [String: HostTime] = [:]

  /// After a key's release its note sounds this long at most.
  private static let longestRelease = 6.0
  /// What other threads do is seen after this time at the latest: a resting instrument looks once a second.
  static let patience = 2.5

  init(_ world: World, _ musician: Musician) { (self.world, self.musician) = (world, musician) }

  /// In seconds, while nothing is done.
  private static let longestPause = 0.2

  /// A new instrument runs.
  func begin() { differsSince = [:] }

  /// Control has done its turn. Checks if something was done, or some time has passed.
  func checkIfDue() {
    guard world.actions != last.actions || world.now >= last.time.advanced(bySeconds: Self.longestPause)
    else {
      return
    }
    last = (world.now, world.actions)
    check()
  }

  func check() {
    guard let run = musician.run, world.failure == nil else { return }
    let status = run.handle.status
    followSong()
    checkNotes(run, status)
    checkSynth(run)
    checkScreen(run, status)
    checkWidgets(run, status)
    checkTime(run)
    if let what = musician.ledger.unanswered(forSeconds: 120) { world.fail("\(what) has no answer") }
    count += 1
    if count % 50 == 0 { checkRanges(run) }
  }

  // MARK: Notes

  /// No voice sounds that nobody holds, and no key that somebody holds is silent.
  private func checkNotes(_ run: Musician.Run, _ status: SessionStatus) {
    let (ledger, shown) = (musician.ledger, run.handle.view.sounding)
    if let quiet = ledger.secondsOfQuiet, quiet > Self.longestRelease {
      if status.voices > 0 { world.fail("\(status.voices) voices sound that nobody holds") }
      if !shown.isEmpty, !isPlayedOutside(shown) {
        world.fail("the screen shows keys that nobody holds: \(shown.sorted())")
      }
    }
    // A program change has found the sound of that number among those that are shipped.
    if !Home.all.contains(status.instrument) { ledger.mayFade() }
    guard run.isEngineOn, isStill else { return }
    let held = ledger.keys(heldFor: Self.patience)
    if status.voices < held.count {
      world.fail("\(status.voices) voices sound, but \(held.sorted()) are held")
    }
    if !shown.isSuperset(of: held) {
      world.fail("the screen shows \(shown.sorted()), but \(held.sorted()) are held")
    }
  }

  /// Whether these are keys that hands hold, as the stage's part for the synthesizer plays them. They play it on when an
  /// engine starts, with which the notes of all other parts have ended.
  private func isPlayedOutside(_ shown: Set<UInt8>) -> Bool {
    shown.allSatisfy { key in
      musician.ledger.held.keys.contains { Home.transpositions.contains(Int(key) - Int($0.key)) }
    }
  }

  /// The synthesizer holds no more notes and pedals than hands do, once it has been there for a while.
  ///
  /// It keeps the notes of keys that are down when an engine starts.
  private func checkSynth(_ run: Musician.Run) {
    let (synth, ledger) = (run.controllers.synth, musician.ledger)
    if let wrong = synth.wrong { world.fail("the synthesizer: \(wrong)") }
    guard let since = musician.synthSince else { return }
    let there = Double(world.now.nanoseconds(since: since)) * 1e-9
    guard min(there, ledger.secondsSinceRelease) > Self.patience else { return }
    if synth.notes.count > ledger.held.count || !synth.pedals.isEmpty && ledger.pedals.isEmpty {
      let told = synth.notes.union(synth.pedals).map(\.control).sorted()
      world.fail("the synthesizer holds \(told), but hands hold \(ledger.held.keys.map(\.key).sorted())")
    }
  }

  /// Whether the card has been as it is for a while.
  private var isStill: Bool {
    guard let card = musician.cards.current, card.state != .stopped else { return false }
    return Double(world.now.nanoseconds(since: card.changedAt)) * 1e-9 > Self.patience
  }

  // MARK: Screens

  private func checkScreen(_ run: Musician.Run, _ status: SessionStatus) {
    let plugged = Set(musician.plugged.map { EveningControllers.port($0).client })
    mustSoonBe(Set(status.controllers) == plugged, "controllers", "\(status.controllers), not \(plugged)")
    guard let card = musician.cards.current else { return }
    let isRight =
      switch (card.state, status.sound) {
      case (.playing, .playing), (.paused, .resting), (.lost, .lost), (.stopped, .stopped): true
      default: false
      }
    mustSoonBe(isRight, "sound", "\(status.sound), but the card is \(card.state)")
    let stays = card.format.pcm != EveningCards.wanted && musician.cards.isPlugged && run.isEngineOn
    mustSoonBe(
      !stays || run.wantsDefault, "card", "\(card.format.pcm), although the wanted card is there", within: 6)
    if run.loads == 0, world.now > run.openUntil {
      let name = run.sound == Home.stage ? Home.stageName : run.sound
      mustSoonBe(
        status.instrument == name || settingsAreOpen, "instrument", "\(status.instrument), not \(name)")
    }
  }

  /// Whether a program change may have chosen another sound.
  private var settingsAreOpen: Bool { musician.settings.sound == nil }

  func mustSoonBe(
    _ isRight: Bool, _ what: String, _ shown: @autoclosure () -> String, within seconds: Double = patience
  ) {
    guard !isRight else {
      differsSince[what] = nil
      return
    }
    let since = differsSince[what] ?? world.now
    differsSince[what] = since
    if Double(world.now.nanoseconds(since: since)) * 1e-9 > seconds {
      world.fail("for \(seconds) s the screen has shown as \(what): \(shown())")
    }
  }

  // MARK: Widgets

  private func checkWidgets(_ run: Musician.Run, _ status: SessionStatus) {
    let settings = musician.settings
    if settings.sound == nil { return findOut(run, status) }
    guard run.loads == 0 else { return }
    for (name, value) in settings.now {
      let now = run.handle.widgets[name]?.value ?? .nan
      mustSoonBe(abs(now - value) < 1e-4, name, "\(now), not \(value)", within: 0.5)
    }
    guard let sound = settings.sound, let cutoff = musician.files.cutoffs[sound],
      !musician.files.broken.contains(sound)
    else { return }
    let now = run.handle.widgets["filter.cutoff"]?.value ?? .nan
    mustSoonBe(abs(now - Double(cutoff)) < 1, "filter.cutoff", "\(now), not \(cutoff)")
  }

  /// When no program change is on its way any more, the sound is the one that is shown.
  private func findOut(_ run: Musician.Run, _ status: SessionStatus) {
    let isSettled = world.now > max(run.openUntil, run.settledAt.advanced(bySeconds: Self.patience))
    guard run.loads == 0, isSettled, Home.sounds.contains(run.sound), Home.sounds.contains(status.instrument)
    else { return }
    musician.run?.sound = status.instrument
    musician.settings.begin(status.instrument, Self.values(of: run.handle))
  }

  static func values(of handle: SessionHandle) -> Settings.Values {
    Settings.names.reduce(into: [:]) { $0[$1] = handle.widgets[$1]?.value ?? .nan }
  }

  private func checkRanges(_ run: Musician.Run) {
    for widget in run.handle.widgets.all where !(widget.range.contains(widget.value) || widget.kind.isDisplay)
    {
      world.fail("\(widget.name) is \(widget.value), out of \(widget.range)")
    }
  }
}
