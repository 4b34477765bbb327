import Scratch
import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import SpinetSession

// What the musician asks of the instrument.
extension Musician {
  func change(_ action: Action, _ luck: inout SeededBytes) -> Bool {
    switch action {
    case .movePageWidget: return movePageWidget(&luck)
    case .joinPage: return joinPage()
    case .playPage: return (pages.isEmpty && joinPage()) || playPage(&luck)
    case .vanishPage: return vanishPage(&luck)
    case .load: return load(luck.chance(0.25) ? Home.stage : other(&luck))
    case .loadTwo:
      // The hand is still on a knob when the sound changes, so that both sounds are set within a moment.
      guard movePageWidget(&luck), load(other(&luck)) else { return false }
      turnWhileLoading(luck)
      return true
    case .loadMissing:
      // It ends the load before it, too.
      run?.loadsAsked += 1
      return ask(.load("no such sound"), mayFail: true)
    case .changeProgram: return changeProgram(&luck)
    case .stepScene:
      guard let run, run.loads == 0 else { return false }
      guard run.sound == Home.stage else {
        _ = load(Home.stage)
        return false
      }
      return ask(.scene("next"), mayFail: true)
    case .savePatch:
      return ask(.patch(.save("mine \(luck.number(1...3))", replace: true), part: nil), mayFail: true)
    case .reset: return reset()
    case .note: return playNote(&luck)
    case .panic: return panic()
    default: return false
    }
  }

  /// Asks, and counts the answers.
  @discardableResult func ask(
    _ request: Request, mayFail: Bool = false, _ then: @escaping (Response) -> Void = { _ in }
  ) -> Bool {
    guard let run else { return false }
    let what = "\(request)"
    let number = ledger.ask(what)
    let answer = Answer { [self] response in
      ledger.answered(number)
      if case .refused(let error) = response, !mayFail, self.run != nil { world.fail("\(what): \(error)") }
      then(response)
    }
    run.client.ask(request) { answer.take($0) }
    return true
  }

  func other(_ luck: inout SeededBytes) -> String {
    let others = Home.sounds.filter { $0 != run?.sound }
    return others[luck.number(0...others.count - 1)]
  }

  func load(_ sound: String) -> Bool {
    guard run != nil else { return false }
    run?.loads += 1
    run?.loadsAsked += 1
    let number = run?.loadsAsked ?? 0
    let askedAt = world.now
    let wasBroken = !files.broken.isEmpty
    return ask(.load(sound), mayFail: true) { [self] response in
      run?.loads -= 1
      switch response {
      case .playing:
        time.isElsewhere = true
        begin(sound)
      case .refused(let error):
        if areWhole(since: askedAt, wasBroken), let run,
          !(error.code == .engineStopped && run.mayReplace(load: number, askedAt))
        {
          world.fail("load \(sound): \(error)")
        }
      default: world.fail("load \(sound): \(response)")
      }
    }
  }

  /// Whether no file was broken since then.
  func areWhole(since moment: HostTime, _ wasBroken: Bool) -> Bool {
    !wasBroken && files.broken.isEmpty && files.wholeSince.values.allSatisfy { $0 < moment }
  }

  private func turnWhileLoading(_ luck: SeededBytes) {
    var luck = luck
    turnKnob(UInt8(luck.number(0...127)))
    world.after(0.03) { [self] in
      if run?.loads ?? 0 > 0 { turnWhileLoading(luck) } else { turnKnob(UInt8(luck.number(0...127))) }
    }
  }

  /// A sound plays, as its file says.
  func begin(_ sound: String) {
    run?.sound = sound
    run?.settledAt = world.now
    guard Home.sounds.contains(sound), world.now >= run?.openUntil ?? world.now else {
      return settings.loseSight(of: [])
    }
    settings.begin(sound, Home.loaded)
  }

  /// It is not known when the change comes: engines may have to be made first.
  private func changeProgram(_ luck: inout SeededBytes) -> Bool {
    guard let run, run.loads == 0, !plugged.isEmpty else { return false }
    guard run.sound != Home.stage else {
      _ = load(other(&luck))
      return false
    }
    // It chooses a song where a set list plays, and the song's sounds have the transport.
    guard time.isRunning == false || stopSong() else { return false }
    (time.index, time.tempo) = (nil, nil)
    self.run?.openUntil = world.now.advanced(bySeconds: 30)
    settings.loseSight(of: Home.sounds)
    let program = UInt8(luck.number(0...1))
    run.controllers.send(
      .message(
        .programChange(Self.channel, program: program), from: PortID(rawValue: plugged[0]), at: world.now))
    return true
  }

  private func reset() -> Bool {
    guard let run, run.loads == 0 else { return false }
    return ask(.reset(nil)) { [self] _ in
      settings.set(all: Home.loaded)
      // While the drums tick, the tempo is theirs.
      if isFree || time.isRunning == true { time.set(120) } else { time.tempo = nil }
    }
  }

  private func playNote(_ luck: inout SeededBytes) -> Bool {
    guard let run, run.isEngineOn else { return false }
    let seconds = luck.number(0.1...2)
    let note = CommandNote(key: Self.commandKey, velocity: 90, channel: Self.channel, seconds: seconds)
    return ask(.note(note), mayFail: true) { [self] _ in
      ledger.sounds(until: world.now.advanced(bySeconds: seconds))
    }
  }

  private func panic() -> Bool {
    guard let run else { return false }
    run.handle.press("panic")
    ledger.silence(liftsPedals: true)
    return true
  }
}

/// Takes the answer to a request. [any-thread]
private final class Answer: @unchecked Sendable {
  // Sendable because an evening has one thread.
  let take: (Response) -> Void

  init(_ take: @escaping (Response) -> Void) { self.take = take }
}
