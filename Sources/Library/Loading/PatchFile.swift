import SpinetEngine
import SpinetFormats
import SpinetText
import SpinetWidgets

/// A patch in a file of its owner's, who edits it while it plays.
package struct PatchFile {
  private var patch: Patch
  private var stamp: FileStamp?

  /// - Parameter stamp: the file's, before the patch was read from it.
  package init(_ patch: Patch, stamp: FileStamp?) {
    self.patch = patch
    self.stamp = stamp
  }

  package var path: String { patch.file }

  /// Moves the widgets whose lines have changed since, and no others: what was moved by hand stays. Answers where they
  /// are now; nil when nothing has changed, or while the file is away. Throws the errors of the new text, and then nothing
  /// moves.
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
