import Glibc
import SystemPackage

// Additions to swift-system's path type.
extension FilePath {
  /// The absolute path in a variable of the environment. A relative one does not count, as the XDG base directory
  /// specification says.
  package init?(variable: String, in environment: [String: String]) {
    guard let text = environment[variable] else { return nil }
    self.init(text)
    guard isAbsolute else { return nil }
  }

  /// The absolute path, completed by the process's current folder. Links are not resolved.
  package var absolute: FilePath {
    guard !isAbsolute, let folder = getcwd(nil, 0) else { return self }
    defer { free(folder) }
    return FilePath(String(cString: folder)).pushing(self)
  }

  /// The absolute path without links, by realpath(3); nil if there is no file.
  package var resolved: FilePath? {
    guard let path = realpath(string, nil) else { return nil }
    defer { free(path) }
    return FilePath(String(cString: path))
  }

  /// The path to which a link leads; nil if this is not a link. Uses readlink(2).
  package var linkTarget: FilePath? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(string, &target, target.count - 1)
    return count < 0 ? nil : FilePath(platformString: target)
  }

  /// Whether something is there, readable or not. Links are followed.
  package var exists: Bool { access(string, F_OK) == 0 }

  /// Whether it is a folder or a link to one.
  package var isFolder: Bool { (try? stat())?.type == .directory }

  /// When it was last written, in seconds since 1970; nil if there is nothing. Links are followed.
  package var modificationSeconds: Double? {
    guard let written = try? stat().st_mtim else { return nil }
    return Double(written.tv_sec) + Double(written.tv_nsec) * 1e-9
  }

  /// The last component; empty for a path that has none.
  package var name: String { lastComponent?.string ?? "" }

  /// The text after the name's last dot, in lower case; empty for a name without one. A dot at the beginning belongs to
  /// the name.
  package var ending: String { self.extension?.lowercased() ?? "" }

  /// The file with this name in the same folder. An absolute path is returned unchanged.
  package func beside(_ name: String) -> FilePath { removingLastComponent().pushing(FilePath(name)) }

  /// The file in the same folder whose name ends differently: `a/song.csd` and `.patch.yaml` give `a/song.patch.yaml`.
  package func beside(endingIn ending: String) -> FilePath { beside((stem ?? "") + ending) }
}

// Errors are an `Errno`. The caller adds the path and a remedy.
extension FilePath {
  /// All bytes of a file. Blocks.
  package func contents() throws(Errno) -> [UInt8] {
    let file = open(string, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      guard count > 0 else { return bytes }
      bytes += block[..<count]
    }
  }

  /// All of a file, as UTF-8; bytes that are not UTF-8 become U+FFFD. Blocks.
  package func text() throws(Errno) -> String { String(decoding: try contents(), as: UTF8.self) }

  /// The names in a folder, sorted. Uses readdir(3). Blocks.
  package func entries() throws(Errno) -> [String] {
    guard let folder = opendir(string) else { throw .last }
    defer { closedir(folder) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else { break }
      let name = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
    }
    guard errno == 0 else { throw .last }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  /// The text of a file, without spaces at its ends; nil for one that cannot be read. Blocks.
  package var trimmedText: String? {
    (try? text())?.trimmed
  }

  /// Writes a file, and creates it if it does not exist. Blocks.
  package func write(_ bytes: some Sequence<UInt8>) throws(Errno) {
    let file = open(string, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last }
      rest = rest.dropFirst(count)
    }
  }

  /// Makes a folder and its parent folders. Existing ones are not changed. Blocks.
  package func makeFolder(permissions: mode_t = 0o777) throws(Errno) {
    guard mkdir(string, permissions) != 0 else { return }
    let failure = Errno.last
    let parent = removingLastComponent()
    guard failure == .noSuchFileOrDirectory, !parent.isEmpty, parent != self else {
      guard failure == .fileExists, isFolder else { throw failure }
      return
    }
    try parent.makeFolder(permissions: permissions)
    guard mkdir(string, permissions) == 0 || errno == EEXIST else { throw .last }
  }

  /// Removes a file, or a folder with all that is in it. Links are not followed. Blocks.
  package func remove() throws(Errno) {
    guard unlink(string) != 0 else { return }
    guard Errno.last == .isDirectory else { throw .last }
    for name in try entries() { try appending(name).remove() }
    guard rmdir(string) == 0 else { throw .last }
  }
}

extension Errno {
  /// The `errno` of the last failed call of the C library on this thread.
  package static var last: Errno { Errno(rawValue: errno) }
}
