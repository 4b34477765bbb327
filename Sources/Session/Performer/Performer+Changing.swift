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

/// The bank that each channel of each port has selected (controllers 0 and 32).
struct BankSelection {
  private struct Source: Hashable {
    let port: PortID
    let channel: Channel
  }

  private var banks: [Source: (high: UInt8, low: UInt8)] = [:]

  mutating func record(_ message: MIDIMessage, from port: PortID) {
    guard case .controlChange(let channel, let controller, let value) = message else { return }
    let source = Source(port: port, channel: channel)
    switch controller {
    case 0: banks[source, default: (0, 0)].high = value
    case 32: banks[source, default: (0, 0)].low = value
    default: break
    }
  }

  mutating func forget(_ port: PortID) { banks = banks.filter { $0.key.port != port } }

  func bank(_ port: PortID, _ channel: Channel) -> Int {
    banks[Source(port: port, channel: channel)].map { 128 * Int($0.high) + Int($0.low) } ?? 0
  }
}

// MARK: Scenes and programs
extension Performer {
  /// A program change chooses a scene. Without scenes, it chooses a sound for the parts that listen to its channel.
  /// Engines that take MIDI choose their programs themselves.
  func choose(
    _ program: Int, _ message: MIDIMessage, _ channel: Channel, from port: PortID, at time: HostTime
  ) -> String? {
    for player in players where player.takesMIDI && listens(player, port, channel) {
      player.take(message, from: port, at: time)
    }
    if !instrument.stage.scenes.isEmpty { return chooseScene(program) }
    let parts = players.indices.filter { !players[$0].takesMIDI && listens(players[$0], port, channel) }
    guard !parts.isEmpty, let chooseSound else { return nil }
    let number = ProgramNumber(bank: banks.bank(port, channel), program: program)
    chooseSound(SoundRequest(parts: parts, number: number))
    return "program \(number)"
  }

  private func chooseScene(_ program: Int) -> String? {
    guard let index = instrument.stage.scene(forProgram: program) else { return nil }
    instrument.scene?.set(Double(index))
    return "scene \(instrument.stage.scenes[index].name)"
  }

  /// The current scene; nil for a stage without scenes.
  package var scene: Stage.Scene? { currentScene.map { instrument.stage.scenes[$0] } }

  /// Enters the scene that the widget selects. Held notes continue; only new notes are played by other parts.
  func followScene() {
    guard let widget = instrument.scene, case let index = Int(widget.value), index != currentScene else {
      return
    }
    currentScene = index
    enterScene()
    scene.map(instrument.apply)
    take(mappings: router.mappings)
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

  /// Plays another instrument in the same mixer. Parts that are in both continue; the others ring out.
  package func change(to new: LoadedInstrument, mappings: [Mapping], at time: HostTime) {
    let old = players
    let oldWidgets = instrument.widgets
    instrument = new
    players = new.parts.enumerated().map { index, part in
      guard let player = old.first(where: { $0.loaded.number == part.number }) else {
        return successor(part, of: old, at: index, at: time)
      }
      player.loaded = part
      return player
    }
    for player in old where !players.contains(where: { $0 === player }) {
      player.leftAt = time
      instrument.mixer?.release(player.loaded.number)
      leaving.append(player)
    }
    currentScene = new.scene.map { Int($0.value) }
    enterScene()
    played = played.following(oldWidgets, to: new.widgets)
    take(mappings: mappings)
    flush(at: time)
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
    if sender.isAttached { player.attach(takeReports(of: player)) }
    if let before = old.indices.contains(index) ? old[index] : old.first { player.succeed(before) }
    for (message, channel, port) in held.messages where listens(player, port, channel) {
      player.take(message, from: port, at: time)
    }
    return player
  }

  /// Whether a key or a pedal holds notes of a part. Its keyboard knows its pedals; for an engine that takes MIDI, they
  /// are checked here.
  private func isHeld(_ player: PartPlayer) -> Bool {
    !player.isReleased || player.takesMIDI && held.holdingPedals.contains { listens(player, $1, $0) }
  }

  /// Removes the parts that have rung out.
  func endLeaving(at time: HostTime) {
    guard !leaving.isEmpty, let mixer = instrument.mixer else { return }
    for player in leaving {
      guard !isHeld(player) else {
        player.leftAt = time
        continue
      }
      let seconds = Double(time.nanoseconds(since: player.leftAt ?? time)) * 1e-9
      if player.loaded.engine.isContinuous || seconds > Self.longestTailSeconds {
        mixer.fade(player.loaded.number)
      }
    }
    leaving.removeAll { player in
      guard mixer.takeSilent(player.loaded.number) != nil else {
        return !mixer.contains(player.loaded.number)
      }
      discard(player.loaded)
      return true
    }
  }
}
