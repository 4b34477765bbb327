import SpinetSession
import SpinetWidgets

/// Sounds that are left.
extension PanelState {
  /// Whether other sounds play than those that the pages know.
  func isOfOther(_ handle: SessionHandle) -> Bool { !widgets.isOfSound(in: handle.widgets.all) }

  /// Whether the sounds that the pages know were loaded again: a program that was saved keeps its values.
  func isReloaded(_ handle: SessionHandle) -> Bool {
    widgets.reference != nil && widgets.reference == handle.soundReference
  }

  /// The sounds that the pages show, with what was changed in them or is held back; nil if they cannot be loaded again.
  func playing(_ heldBack: [String: Double]) -> PanelUndo.Left? {
    guard let reference = widgets.reference else { return nil }
    return PanelUndo.Left(
      reference: reference, title: sound.view.title,
      changed: widgets.changed(since: sound.originalValues).merging(heldBack) { $1 },
      scene: widgets.all.first { $0.name == "scene" }?.text, song: song)
  }

  /// Those that the pages show and that are left now. What a program that was saved again has kept is not left.
  func left(for handle: SessionHandle, _ heldBack: [String: Double]) -> PanelUndo.Left? {
    guard var left = playing(heldBack) else { return nil }
    guard isReloaded(handle) else { return left }
    left.changed = left.changed.filter { name, _ in handle.widgets[name] != nil }
    // To bring one back, all are loaded and moved again.
    if left.changed.allSatisfy({ name, value in handle.widgets[name]?.value == value }) { left.changed = [:] }
    return left
  }
}

extension SessionHandle {
  /// The widget that chooses a song of the set list that plays; nil while none plays.
  private var songs: (widget: Widget, names: [String])? {
    guard let widget = widgets["setlist"], case .choice(let names) = widget.kind else { return nil }
    return (widget, names)
  }

  /// The song whose sound plays, as the set list's widget says it; nil for any other sound.
  var playedSong: String? {
    guard let list = status.setList, !list.isLeft, let names = songs?.names, names.indices.contains(list.song)
    else {
      return nil
    }
    return names[list.song]
  }

  /// Where a song is in the set list that plays; nil if it is not there.
  func place(ofSong song: String) -> Int? { songs?.names.firstIndex(of: song) }
}
