import Scratch
import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import SpinetSession

// What goes wrong around the musician, and what somebody edits meanwhile.
extension Musician {
  func disturb(_ action: Action, _ luck: inout SeededBytes) -> Bool {
    switch action {
    case .plug: return plug(&luck)
    case .unplug: return unplug(&luck)
    case .plugSynth: return plugSynth()
    case .unplugSynth: return unplugSynth()
    case .pullCard:
      cards.unplug()
      return true
    case .plugCard:
      cards.plug(rate: luck.chance(0.6) ? cards.wantedRate : luck.chance(0.5) ? 2000 : 1500)
      return true
    case .pullInput, .plugInput:
      input.plug(action == .plugInput)
      return true
    case .stopEngine: return switchEngine(false)
    case .startEngine: return switchEngine(true)
    case .chooseCard: return chooseCard(&luck)
    case .fillDisk, .failDisk, .mendDisk, .delayDisk: return change(disk: action)
    case .stepClock:
      world.wallLead += Int64(luck.number(-7200...7200)) * 1_000_000_000
      return true
    case .editPatch, .breakPatch, .editMapping, .breakMapping, .editStage: return edit(action, &luck)
    case .kill, .stop: return end(by: action)
    default: return false
    }
  }

  private func plug(_ luck: inout SeededBytes) -> Bool {
    let missing = Self.keys.keys.filter { !plugged.contains($0) }.sorted()
    guard !missing.isEmpty else { return false }
    let port = missing[luck.number(0...missing.count - 1)]
    plugged.append(port)
    run?.controllers.send(.connected(EveningControllers.port(port)))
    return true
  }

  /// It may be pulled out in the middle of a chord.
  private func unplug(_ luck: inout SeededBytes) -> Bool {
    guard !plugged.isEmpty else { return false }
    let port = plugged.remove(at: luck.number(0...plugged.count - 1))
    run?.controllers.send(.disconnected(EveningControllers.port(port)))
    return true
  }

  private func plugSynth() -> Bool {
    guard synthSince == nil else { return false }
    synthSince = world.now
    run?.controllers.synth.isThere = true
    run?.controllers.send(.appeared(EveningSynth.port))
    return true
  }

  private func unplugSynth() -> Bool {
    guard synthSince != nil else { return false }
    synthSince = nil
    run?.controllers.synth.leave()
    run?.controllers.send(.vanished(EveningSynth.port.id))
    return true
  }

  // MARK: The sound

  private func switchEngine(_ isOn: Bool) -> Bool {
    guard run != nil, run?.isEngineOn != isOn else { return false }
    run?.isEngineOn = isOn
    if !isOn { engineBeganOrEnded() }
    return ask(.engine(isOn ? .start : .stop))
  }

  /// Nothing sounds any more, but for what an instrument outside plays, which knows nothing of engines.
  func engineBeganOrEnded() {
    let playsOutside = run?.sound == Home.stage || run?.handle.status.instrument == Home.stageName
    if playsOutside { ledger.mayFade() } else { ledger.silence(liftsPedals: false) }
  }

  private func chooseCard(_ luck: inout SeededBytes) -> Bool {
    let request = OutputRequest(pcm: luck.chance(0.7) ? EveningCards.wanted : "default")
    return ask(.output(request), mayFail: true) { [self] response in
      if case .output(let state) = response { run?.wantsDefault = state.request.pcm == "default" }
    }
  }

  // MARK: The disk

  private func change(disk action: Action) -> Bool {
    guard let disk = run?.disk else { return false }
    if action != .mendDisk { takes.diskIsIll() }
    switch action {
    case .fillDisk: disk.become(.full)
    case .failDisk: disk.become(.failing)
    case .delayDisk: disk.answerLate(bySeconds: 30)
    default: disk.become(.well)
    }
    return true
  }

  private func edit(_ action: Action, _ luck: inout SeededBytes) -> Bool {
    files.edits += 1
    do {
      switch action {
      case .editPatch: try editPatch(&luck)
      case .breakPatch:
        let sound = Home.sounds[luck.number(0...2)]
        files.broken.insert(sound)
        try home.writePatch(sound, cutoff: nil)
      case .editMapping:
        files.isMappingBroken = false
        try writeMapping()
      case .breakMapping:
        files.isMappingBroken = true
        try writeMapping()
      default: try home.writeStage(level: -luck.number(1...12))
      }
    } catch {
      world.fail("the home cannot be written: \(error)")
    }
    return true
  }

  private func writeMapping() throws {
    files.linkedSince = world.now
    try home.writeMapping(isBroken: files.isMappingBroken, remark: files.edits)
    for (port, links) in files.links {
      try home.writeMapping(ofPort: port, links, remark: files.edits)
      files.learntEdits[port] = files.edits
    }
  }

  private func editPatch(_ luck: inout SeededBytes) throws {
    for sound in files.broken.isEmpty ? [Home.sounds[luck.number(0...2)]] : files.broken.sorted() {
      // Of other lengths, because a file's stamp may not differ otherwise.
      let cutoff = luck.number(100...900) * (files.edits % 2 == 0 ? 1 : 10)
      files.cutoffs[sound] = cutoff
      files.wholeSince[sound] = world.now
      try home.writePatch(sound, cutoff: cutoff)
    }
    files.broken = []
    run?.settledAt = world.now
  }

  /// Somebody puts all files in order.
  func mendFiles() {
    var luck = SeededBytes(state: UInt64(files.edits))
    if !files.broken.isEmpty { _ = edit(.editPatch, &luck) }
    if files.isMappingBroken { _ = edit(.editMapping, &luck) }
  }

  // MARK: The end

  /// Ends the instrument, by a kill or in order.
  func end(by action: Action) -> Bool {
    guard let run else { return false }
    ending = Ending(
      isKill: action == .kill, sound: run.sound, at: world.now, diskWasWell: run.disk.wellSeconds)
    if action == .kill {
      run.disk.cutOff()
      takes.kill()
    }
    self.run = nil
    run.handle.stop()
    return true
  }

  /// The instrument has ended, and its pages with it.
  func forgetInstrument() {
    (run, lesson) = (nil, nil)
    pages = [:]
  }
}
