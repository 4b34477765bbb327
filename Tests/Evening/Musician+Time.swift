import Scratch
import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetWidgets

// Clocks, songs and set lists.
extension Musician {
  func keepTime(_ action: Action, _ luck: inout SeededBytes) -> Bool {
    switch action {
    case .leadClock: return leadClock(&luck)
    case .loadList: return loadList()
    case .stepList: return stepList(luck.chance(0.6) ? 1 : -1)
    case .playSong: return playSong(&luck)
    case .stopSong: return stopSong()
    case .setTempo: return setTempo(Double(luck.number(50...220)))
    default: return false
    }
  }

  /// Whether nothing else moves the transport, and no sound is on its way.
  var isFree: Bool {
    run?.loads == 0 && run?.sentClock.isLedByDrums == false && world.now >= run?.openUntil ?? world.now
  }

  // MARK: The set list

  private func loadList() -> Bool {
    guard isFree, time.isRunning == false else { return false }
    return choose(.load(TimeLedger.list), 0) { if case .playing = $0 { true } else { false } }
  }

  private func stepList(_ direction: Int) -> Bool {
    guard isFree, time.isRunning == false, let index = time.index else { return false }
    let wanted = direction < 0 && time.isElsewhere ? index : index + direction
    guard TimeLedger.songs.indices.contains(wanted) else {
      // There is none, and nothing changes.
      return ask(.step(direction), mayFail: true) { [self] response in
        if case .refused = response { return }
        if run != nil { world.fail("a step beyond the set list: \(response)") }
      }
    }
    return choose(.step(direction), wanted) { if case .widgets = $0 { true } else { false } }
  }

  /// Chooses a song of the list, whose sounds play when it is answered.
  private func choose(_ request: Request, _ index: Int, _ plays: @escaping (Response) -> Bool) -> Bool {
    run?.loads += 1
    run?.loadsAsked += 1
    time.index = nil
    let number = run?.loadsAsked ?? 0
    let (askedAt, wasBroken) = (world.now, !files.broken.isEmpty)
    return ask(request, mayFail: true) { [self] response in
      run?.loads -= 1
      guard run != nil else { return }
      guard plays(response) else {
        if run?.mayReplace(load: number, askedAt) == true, case .refused(let error) = response,
          error.code == .engineStopped
        {
          return
        }
        return refused(response, request, askedAt: askedAt, wasBroken: wasBroken)
      }
      // A list whose first sounds cannot be read begins with the next.
      guard areWhole(since: askedAt, wasBroken) else { return loseSong() }
      time.enter(index)
      begin(TimeLedger.songs[index].stage)
    }
  }

  /// It is not known which song of the list plays.
  private func loseSong() {
    time.stop()
    (time.index, time.tempo) = (nil, nil)
    run?.openUntil = world.now.advanced(bySeconds: 30)
    settings.loseSight(of: Home.sounds)
  }

  private func refused(_ response: Response, _ request: Request, askedAt: HostTime, wasBroken: Bool) {
    guard case .refused(let error) = response else { return world.fail("\(request): \(response)") }
    if areWhole(since: askedAt, wasBroken) { world.fail("\(request): \(error)") }
  }

  // MARK: The song

  private func playSong(_ luck: inout SeededBytes) -> Bool {
    guard isFree, time.isRunning == false else { return false }
    guard time.hasSong else {
      _ = time.index == nil ? loadList() : stepList(1)
      return false
    }
    guard ask(.song(.locate(1))), ask(.song(.play)) else { return false }
    time.start(at: 0)
    return setTempo(Double(luck.number(60...200)))
  }

  func stopSong() -> Bool {
    guard time.isRunning == true, run?.sentClock.isLedByDrums == false else { return false }
    guard ask(.song(.stop)) else { return false }
    time.stop()
    // Nothing may have been checked since it began.
    ledger.sounds(until: world.now)
    return true
  }

  private func setTempo(_ tempo: Double) -> Bool {
    guard isFree, ask(.set("clock.tempo", to: "\(tempo)")) else { return false }
    time.set(tempo)
    return true
  }

  // MARK: A clock that leads

  /// With a pause, in which a song plays on, they are fewer than the song has.
  private static let mostTicks = 300

  /// The drums lead for a while, with ticks that come early or late, and may stutter. Then they stop and are switched off.
  private func leadClock(_ luck: inout SeededBytes) -> Bool {
    guard isFree, time.isRunning == false, let run else { return false }
    run.sentClock.ledSince = world.now
    time.loseSight()
    sendFromDrums(.start, to: run)
    let clock = LeadingClock(
      period: 60 / luck.number(60.0...200) / 24, ticks: luck.number(150...Self.mostTicks),
      pauseAfter: luck.chance(0.3) ? luck.number(30...100) : nil)
    let rest = luck.branch()
    world.after(0.01) { [self, weak handle = run.handle] in
      tick(clock, from: world.now, handle, rest)
    }
    return true
  }

  private func sendFromDrums(_ message: MIDIMessage, to run: Run) {
    run.controllers.send(.message(message, from: SentClock.drums, at: world.now))
  }

  /// - Parameters:
  ///   - moment: when the tick is due; it comes up to 2 ms later.
  ///   - handle: of the instrument that it leads. When that ends, nothing of it may be kept.
  private func tick(
    _ clock: LeadingClock, from moment: HostTime, _ handle: SessionHandle?, _ luck: SeededBytes
  ) {
    guard let run, run.handle === handle else { return }
    guard clock.ticks > 0 else { return endClock(clock, in: run) }
    sendFromDrums(.timingClock, to: run)
    var (clock, luck) = (clock, luck)
    clock.ticks -= 1
    let pause = clock.pauseAfter == clock.ticks ? luck.number(0.3...3) : 0
    let next = moment.advanced(bySeconds: clock.period + pause)
    world.at(next.advanced(bySeconds: luck.number(0...0.002))) { [self, weak handle] in
      tick(clock, from: next, handle, luck)
    }
  }

  private func endClock(_ clock: LeadingClock, in run: Run) {
    let (tempo, wanted) = (run.handle.widgets["clock.tempo"]?.value ?? .nan, 60 / clock.period / 24)
    if abs(tempo / wanted - 1) > 0.03 {
      world.fail("a clock of \(wanted) quarters a minute is followed at \(tempo)")
    }
    if run.handle.widgets["clock.running"]?.value != 1 { world.fail("a clock that runs is not followed") }
    sendFromDrums(.stop, to: run)
    run.controllers.send(.disconnected(SentClock.ports[0]))
    run.sentClock.ledSince = nil
    time.stop()
  }
}

/// What is left of a clock that leads.
private struct LeadingClock {
  /// Of a tick, in seconds.
  let period: Double
  var ticks: Int
  /// With how many ticks left it falls silent for a moment; nil for never.
  let pauseAfter: Int?
}
