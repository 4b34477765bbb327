import SpinetRealtime
import SpinetSession
import SpinetWidgets

/// Sounds that are left.
extension PanelState {
  private static let settlingNanoseconds: Int64 = 300_000_000

  /// Whether other sounds play than those that the pages know.
  func isOfOther(_ handle: SessionHandle) -> Bool { !widgets.isOfSound(in: handle.widgets.all) }

  /// Whether the sounds that the pages know were loaded again: a program that was saved keeps its values.
  func isReloaded(_ handle: SessionHandle) -> Bool {
    widgets.reference != nil && widgets.reference == handle.soundReference
  }

  /// The sounds that the pages show, with what was changed in them or is held back; nil if they cannot be loaded again.
  ///
  /// - Parameter moved: what pages have moved in them.
  func playing(_ heldBack: [String: Double], moved: Set<String>) -> PanelUndo.Left? {
    guard let reference = widgets.reference else { return nil }
    var changed = widgets.changed(since: sound.originalValues)
    // What sounds that have just come were loaded with, and their scene's values, may not be known yet.
    if HostTime.now.nanoseconds(since: soundsCame) < Self.settlingNanoseconds {
      changed = changed.filter { moved.contains($0.key) }
    }
    return PanelUndo.Left(
      reference: reference, title: sound.view.title,
      changed: changed.merging(heldBack) { $1 },
      scene: widgets.all.first { $0.name == "scene" }?.text, song: song)
  }

  /// Those that the pages show and that are left now. What a program that was saved again has kept is not left.
  func left(
    for handle: SessionHandle, _ heldBack: [String: Double], moved: Set<String>
  ) -> PanelUndo.Left? {
    guard var left = playing(heldBack, moved: moved) else { return nil }
    guard isReloaded(handle) else { return left }
    left.changed = left.changed.filter { name, _ in handle.widgets[name] != nil }
    // To bring one back, all are loaded and moved again.
    if left.changed.allSatisfy({ name, value in handle.widgets[name]?.value == value }) { left.changed = [:] }
    return left
  }
}

extension SessionHandle {
  /// The song whose sound plays, if that has this name; nil for any other sound.
  func playedSong(of sound: String) -> SessionStatus.SetList? {
    let status = status
    guard let song = status.setList, !song.isLeft, status.instrument == sound else { return nil }
    return song
  }

  /// The request that plays a song again; nil if its list cannot be found, or has it no more.
  func request(for song: SessionStatus.SetList) -> Request? {
    guard let playing = status.setList, (playing.name, playing.isOwn) == (song.name, song.isOwn) else {
      return song.isOwn ? .setList(.play(song.name, song: song.song)) : nil
    }
    guard case .choice(let names)? = widgets["setlist"]?.kind else { return nil }
    // The list may have been edited.
    let places = names.indices.filter { names[$0] == "\($0 + 1) \(song.stage)" }
    return places.min { abs($0 - song.song) < abs($1 - song.song) }.map { .setList(.play(nil, song: $0)) }
  }
}
