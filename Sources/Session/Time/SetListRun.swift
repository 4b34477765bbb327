import Logging
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetStage
import SpinetTime
import SpinetWidgets
import Synchronization

/// Steps through a set list: which song plays, and which one comes next, whose sounds are prepared beforehand.
///
/// The widget chooses. What cannot be loaded is told, the old song plays on, and the widget says so again.
/// [control-thread]
final class SetListRun {
  let list: SetListToPlay
  private let performer: Performer
  private let sounds: Sounds
  private let logger: Logger
  /// The song that plays; nil before the first turn.
  private var current: Int?
  /// The song that is being loaded, and where its answer arrives; nil while none is.
  private var awaited: (song: Int, answer: Answer)?

  /// What the loader has answered, whichever thread brings it.
  private final class Answer: Sendable {
    let response = Mutex<Response?>(nil)
  }

  init(_ list: SetListToPlay, for performer: Performer, _ sounds: Sounds, logger: Logger) {
    (self.list, self.performer, self.sounds, self.logger) = (list, performer, sounds, logger)
    // A stage with scenes takes program changes for them.
    performer.chooseSound = { [unowned self] request, _ in
      if self.list.songs.indices.contains(request.number.program - 1) {
        self.list.widget.set(Double(request.number.program - 1))
      }
    }
  }

  /// Goes forward or back, as far as the list goes.
  func step(by count: Int) {
    let wanted = min(max(Int(list.widget.value) + count, 0), list.songs.count - 1)
    list.widget.set(Double(wanted))
  }

  private func follow() {
    let wanted = Int(list.widget.value)
    // Somebody who goes back before the next song plays loads the current one again, because the next one may be there
    // already.
    guard wanted != awaited?.song ?? current, list.songs.indices.contains(wanted) else { return }
    let answer = Answer()
    awaited = (wanted, answer)
    let reply = Reply { response in answer.response.withLock { $0 = response } }
    sounds.order(.load(list.songs[wanted].entry.stage, WaitingReply(reply)))
  }

  private func takeAnswer(at now: HostTime) {
    guard let (song, answer) = awaited, let response = answer.response.withLock({ $0 }) else { return }
    awaited = nil
    switch response {
    case .playing: enter(song, at: now)
    case .refused(let error):
      logger.error(error)
      list.widget.set(Double(current ?? 0))
    default: break
    }
  }

  /// The sounds of a song play: its scene, its tempo and the song beside the keys follow, and the next one is prepared.
  private func enter(_ index: Int, at time: HostTime) {
    current = index
    let (entry, song) = (list.songs[index].entry, list.songs[index].song)
    chooseScene(entry.scene)
    if let song { performer.play(song, startsNow: false, at: time) } else { performer.endSong(at: time) }
    if let tempo = entry.tempo { performer.setTempo(tempo, at: time) }
    performer.applySessionWidgets(at: time)
    let next = list.songs.indices.contains(index + 1) ? list.songs[index + 1].entry : nil
    logger.info(
      "\(index + 1) of \(list.songs.count): \(entry.stage)\(entry.note.isEmpty ? "" : ", \(entry.note)")")
    if let next { sounds.prepare(next.stage) }
  }

  private func chooseScene(_ name: String?) {
    guard let name else { return }
    let scenes = performer.instrument.stage.scenes
    guard let index = scenes.firstIndex(where: { $0.name == name }), let widget = performer.instrument.scene
    else {
      logger.warning("\(performer.instrument.name): it has no scene '\(name)'")
      return
    }
    widget.set(Double(index))
  }
}

extension SetListRun: Service {
  func nextMoment(after now: HostTime) -> HostTime? { current == nil ? now : nil }

  func turn(at now: HostTime, isReady: Bool) {
    // The sounds of the first song play already.
    if current == nil { enter(0, at: now) }
    takeAnswer(at: now)
    follow()
  }
}
