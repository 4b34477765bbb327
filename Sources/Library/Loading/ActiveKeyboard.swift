import SpinetFormats
import SpinetKeyboard

/// The keyboard file in force with the tunings it names, and when they were last changed.
package struct ActiveKeyboard {
  /// The keyboard's own first; none when it travels with spinet.
  package private(set) var files: [String] = []
  private var stamps: [String: FileStamp] = [:]

  package init() {}

  /// A file of somebody's own is about to be read.
  package mutating func note(_ file: String) {
    files.append(file)
    stamps[file] = FileStamp(of: file)
  }

  /// Reads again what has changed since; nil when nothing has, or while the file is away. Throws the errors of the new
  /// texts, and then the old keyboard stays.
  package mutating func reload() throws -> KeyboardFile? {
    guard let file = files.first else { return nil }
    let now = FileStamp.all(of: files)
    guard now != stamps, now[file] != nil else { return nil }
    var new = ActiveKeyboard()
    defer { self = new }
    return try KeyboardLoader.file(file) { new.note($0) }
  }
}
