import SpinetEngine
import SpinetFormats
import SpinetText
import SpinetWidgets

/// A patch in a person's own file, which may be edited while it plays.
package struct PatchFile {
  private var patch: Patch
  private var stamp: FileStamp?

  /// - Parameter stamp: the file's, before the patch was read from it.
  package init(_ patch: Patch, stamp: FileStamp?) {
    self.patch = patch
    self.stamp = stamp
  }

  package var path: String { patch.file }

  /// Moves only the widgets whose lines have changed, so that what was moved by hand stays. A widget whose line is gone
  /// goes back to its default.
  ///
  /// - Returns: their new values; nil if nothing has changed or the file is gone.
  /// - Throws: the errors of the new text; then nothing moves.
  package mutating func reload(_ widgets: WidgetSet) throws -> [String: Double]? {
    guard let now = FileStamp(of: path), now != stamp else { return nil }
    stamp = now
    let new = try Patch(
      bytes: InputFile.bytes(at: path, remedy: "give yourself permission to read it"), file: path)
    let (before, after) = (patch.lastTexts, new.lastTexts)
    var changes = new
    changes.settings.removeAll { before[$0.widget] == after[$0.widget] }
    let diagnostics = changes.apply(to: widgets)
    guard diagnostics.isEmpty else { throw DocumentErrors(diagnostics) }
    let gone = before.keys.filter { after[$0] == nil }
    for name in gone { if let widget = widgets[name] { widget.set(widget.defaultValue) } }
    patch = new
    let moved = (changes.settings.map(\.widget) + gone).compactMap { widgets[$0] }
    return Dictionary(moved.map { ($0.name, $0.value) }) { first, _ in first }
  }
}

extension Patch {
  /// What counts for each widget: its last line.
  fileprivate var lastTexts: [String: String] {
    Dictionary(settings.map { ($0.widget, $0.text) }) { _, last in last }
  }
}
