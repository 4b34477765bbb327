import SpinetEngine
import SpinetFormats
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage

/// A patch in a user's file, which may be edited while it plays.
package struct PatchFile {
  package let path: FilePath
  private var patch: Patch
  private var stamp: FileStamp?

  /// - Parameter stamp: the file's, before the patch was read from it.
  package init(_ patch: Patch, at path: FilePath, stamp: FileStamp?) {
    self.path = path
    self.patch = patch
    self.stamp = stamp
  }

  /// The new values of changed lines, by widget. Unchanged lines are left out, so widgets moved by hand stay. A removed
  /// line gives the default. Nothing moves yet.
  ///
  /// - Returns: nil if nothing has changed or the file is gone.
  /// - Throws: the errors of the new text.
  package mutating func readEdits(for widgets: WidgetSet) throws(SpinetError) -> [String: Double]? {
    guard let now = FileStamp(of: path), now != stamp else { return nil }
    stamp = now
    let new = try Patch(
      bytes: InputFile.bytes(at: path, remedy: "give yourself permission to read it"), file: path.string)
    let (before, after) = (patch.lastTexts, new.lastTexts)
    var edits: [String: Double] = [:]
    for (widget, value) in try new.values(of: widgets) where before[widget.name] != after[widget.name] {
      edits[widget.name] = value
    }
    for name in before.keys where after[name] == nil { edits[name] = widgets[name]?.defaultValue }
    patch = new
    return edits
  }
}

extension Patch {
  /// The text of the last line for each widget, which is the one that counts.
  fileprivate var lastTexts: [String: String] {
    Dictionary(settings.map { ($0.widget, $0.text) }) { _, last in last }
  }
}
