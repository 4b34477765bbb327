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

  /// Moves the widgets whose lines have changed and no others, so that what was moved by hand stays. Answers their new
  /// values; nil when nothing has changed or the file is gone. Throws the errors of the new text; then nothing moves.
  package mutating func reload(_ widgets: WidgetSet) throws -> [String: Double]? {
    guard let now = FileStamp(of: path), now != stamp else { return nil }
    stamp = now
    let new = try Patch(
      bytes: InputFile.bytes(at: path, remedy: "give yourself permission to read it"), file: path)
    var changes = new
    let old = Dictionary(patch.settings.map { ($0.widget, $0.text) }) { _, last in last }
    changes.settings.removeAll { old[$0.widget] == $0.text }
    let diagnostics = changes.apply(to: widgets)
    guard diagnostics.isEmpty else { throw DocumentErrors(diagnostics) }
    patch = new
    let moved = changes.settings.compactMap { setting in widgets[setting.widget] }
    return Dictionary(moved.map { ($0.name, $0.value) }) { first, _ in first }
  }
}
