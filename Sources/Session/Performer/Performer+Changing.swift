import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetMixer
import SpinetRealtime
import SpinetStage
import SpinetWidgets

/// The sound that a program change asks for.
package struct SoundRequest: Hashable, Sendable {
  /// The parts that listen to its channel, as indices in the stage.
  package let parts: [Int]
  package let number: ProgramNumber
}

// MARK: Scenes and programs
extension Performer {
  /// A program change chooses a scene. Without scenes, it chooses a sound for the parts that listen to its channel.
  /// Engines that take MIDI choose their programs themselves, and so do instruments outside where there are no scenes.
  func choose(
    _ program: Int, _ message: MIDIMessage, _ channel: Channel, from port: PortID, at time: HostTime
  ) -> String? {
    let choosesScene = !instrument.stage.scenes.isEmpty
    for player in players where player.takesMIDI && listens(player, port, channel) {
      if !player.isOutside || !choosesScene { player.take(message, from: port, at: time) }
    }
    if choosesScene { return chooseScene(program) }
    let parts = players.indices.filter { !players[$0].takesMIDI && listens(players[$0], port, channel) }
    guard !parts.isEmpty, let chooseSound else { return nil }
    let number = ProgramNumber(bank: ports.bank(port, channel), program: program)
    chooseSound(SoundRequest(parts: parts, number: number), time)
    return "program \(number)"
  }

  private func chooseScene(_ program: Int) -> String? {
    guard let index = instrument.stage.scene(forProgram: program) else { return nil }
    instrument.scene?.set(Double(index))
    return "scene \(instrument.stage.scenes[index].name)"
  }

  /// The current scene; nil for a stage without scenes.
  package var scene: Stage.Scene? { parts.scene.map { instrument.stage.scenes[$0] } }

  /// The values that the current scene sets, by the names of the widgets.
  var sceneValues: [String: Double] { scene.map(instrument.values) ?? [:] }

  /// Enters the scene that the widget selects. Held notes continue; only new notes are played by other parts.
  func followScene(at time: HostTime) {
    guard let widget = instrument.scene, case let index = Int(widget.value), index != parts.scene else {
      return
    }
    parts.scene = index
    enterScene()
    scene.map(instrument.apply)
    useMappings()
    sendSceneMessages(at: time)
  }

  func enterScene() {
    for player in players { player.isInScene = scene?.plays(player.loaded.part.name) ?? true }
  }
}

// MARK: Other sounds
extension Performer {
  /// How long a part that has left may sound when no key or pedal holds it. It is the same time as for the tail of a
  /// render.
  private static let longestTailSeconds = 10.0

  /// Plays another stage in the same mixer, with the mappings of its programs. Parts that are in both continue; the
  /// others ring out. It is the only way to another instrument, and its listeners hear of it.
  ///
  /// - Throws: an error if the mixer has no room, or if a part cannot be prepared. The old instrument plays on then.
  package func change(
    to stage: LoadedStage, _ request: ChangeRequest, at time: HostTime
  ) throws(SpinetError) {
    let mixer = instrument.mixer ?? Mixer()
    let new = LoadedInstrument(try stage.added(to: mixer), playedBy: mixer, instrument.sessionWidgets)
    change(to: new, request, at: time)
  }

  /// Plays on with other widgets of the session instead of some that it has.
  func replace(_ old: [Widget], by new: [Widget], at time: HostTime) {
    let names = Set((old + new).map(\.name))
    let sources = instrument.sessionWidgets.sources.filter { !names.contains($0.name) } + new
    change(to: instrument.withSources(sources), ChangeRequest(isSame: true), at: time)
  }

  private func change(to new: LoadedInstrument, _ request: ChangeRequest, at time: HostTime) {
    let change = InstrumentChange(
      old: instrument, new: new, oldPlayed: played, request: request, time: time)
    play(change)
    if request.name != nil { backing.song?.soundWasChosen() }
    news.changed()
    publish { $0.changed(change) }
  }

  private func play(_ change: InstrumentChange) {
    let old = players
    // A stage that was read again goes on in its scene.
    if change.request.isSame, let scene, change.new.scene !== instrument.scene {
      change.new.choose(scene: scene.name)
    }
    instrument = change.new
    parts.players = change.new.parts.enumerated().map { index, part in
      guard let player = old.first(where: { $0.number == part.number }) else {
        return successor(part, of: old, at: index, at: change.time)
      }
      player.loaded = part
      return player
    }
    for player in old where !players.contains(where: { $0 === player }) { leave(player, at: change.time) }
    parts.scene = change.new.scene.map { Int($0.value) }
    enterScene()
    if !change.request.isSame { parts.mustSendScene = true }
    played = played.following(change.old.widgets, to: change.new.widgets)
    mappings.change(to: change.new)
    useMappings()
    shareClock(at: change.time)
    flush(at: change.time)
  }

  private func leave(_ player: PartPlayer, at time: HostTime) {
    player.leftAt = time
    player.keyboard.unlatch()
    instrument.mixer?.release(player.number)
    parts.leaving.append(player)
  }

  /// Takes the changes in the patch file of a part; see `LoadedInstrument.follow(patch:ofPart:)`.
  func follow(patch edits: [String: Double], ofPart index: Int) -> [String: Double] {
    let followed = instrument.follow(patch: edits, ofPart: index)
    players[index].loaded = instrument.parts[index]
    return followed
  }

  /// Makes the player of a new part. It inherits the tunings, zones and bend ranges of the part that it replaces. It
  /// gets the pedals, bends and pressures of its own channels as if they were played now, because the old part may have
  /// listened to other channels or may not have a keyboard.
  private func successor(
    _ part: LoadedPart, of old: [PartPlayer], at index: Int, at time: HostTime
  ) -> PartPlayer {
    let player = PartPlayer(part, keyboard: keyboard(of: part))
    if parts.sender.isAttached { player.attach(popReports(of: player)) }
    if let before = old.indices.contains(index) ? old[index] : old.first { player.succeed(before) }
    for (message, channel, port) in held.messages where listens(player, port, channel) {
      player.take(message, from: port, at: time, &held)
    }
    return player
  }

  /// Whether a key or a pedal holds notes of a part. Its keyboard knows its pedals; for an engine that takes MIDI, they
  /// are checked here.
  private func isHeld(_ player: PartPlayer) -> Bool {
    player.keyboard.heldNotes > 0 || !held.isReleased(player.number)
      || player.takesMIDI && held.holdingPedals.contains { listens(player, $1, $0) }
  }

  /// Whether parts that have left are still in the mix.
  var isAnyLeaving: Bool { !parts.leaving.isEmpty }

  /// Removes the parts that have rung out. While the engine is stopped, it removes all that no key or pedal holds.
  func endLeaving(at time: HostTime) {
    guard !parts.leaving.isEmpty, let mixer = instrument.mixer else { return }
    for player in parts.leaving {
      guard !isHeld(player) else {
        player.leftAt = time
        continue
      }
      let seconds = Double(time.nanoseconds(since: player.leftAt ?? time)) * 1e-9
      if player.loaded.engine.isContinuous || seconds > Self.longestTailSeconds { mixer.fade(player.number) }
    }
    parts.leaving.removeAll { player in
      guard !player.isOutside else { return !isHeld(player) }
      let ended = mixer.popSilent(player.number) ?? (isHeld(player) ? nil : mixer.popUnheard(player.number))
      guard ended != nil else { return !mixer.contains(player.number) }
      publish { $0.rungOut(player.loaded) }
      return true
    }
  }
}
