import Keyboard

/// The keyboard file in force with the tunings it names, and when they were last changed.
struct KeyboardShelf {
  /// nil when the keyboard is no file.
  private let file: String?
  private(set) var files: [String] = []
  private var stamps: [String: FileStamp] = [:]

  /// - Parameter file: the path, or the name of a keyboard that travels with spinet and cannot change.
  init(file: String?) {
    self.file = file.flatMap { FileStamp(of: $0) == nil ? nil : $0 }
    guard let file = self.file else { return }
    var files: [String] = []
    // What is wrong with it has been told where it was read to be played.
    _ = try? KeyboardLoader.read(file) { files.append($0) }
    self.files = files
    stamps = FileStamp.all(of: files)
  }

  /// Reads again what has changed since; nil when nothing has, or while the file is away. Throws the errors of the new
  /// texts, and then the old keyboard stays.
  mutating func reload() throws -> KeyboardFile? {
    guard let file else { return nil }
    let now = FileStamp.all(of: files)
    guard now != stamps, now[file] != nil else { return nil }
    var read: [String] = []
    defer {
      if !read.isEmpty { files = read }
      stamps = FileStamp.all(of: files)
    }
    return try KeyboardLoader.read(file) { read.append($0) }
  }
}
