import Keyboard

/// The keyboard file in force with the tunings it names, and when they were last changed.
struct KeyboardShelf {
  /// The keyboard's own first; none when it travels with spinet.
  private(set) var files: [String]
  private var stamps: [String: FileStamp]

  /// - Parameter files: those of somebody's own that the keyboard was just read from.
  init(files: [String]) {
    self.files = files
    stamps = FileStamp.all(of: files)
  }

  /// Reads again what has changed since; nil when nothing has, or while the file is away. Throws the errors of the new
  /// texts, and then the old keyboard stays.
  mutating func reload() throws -> KeyboardFile? {
    guard let file = files.first else { return nil }
    let now = FileStamp.all(of: files)
    guard now != stamps, now[file] != nil else { return nil }
    var read: [String] = []
    defer {
      if !read.isEmpty { files = read }
      stamps = FileStamp.all(of: files)
    }
    return try KeyboardLoader.file(file) { read.append($0) }
  }
}
