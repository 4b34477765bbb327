import Glibc
import SystemPackage

/// Watches folders for changes. [control-thread]
package protocol FolderListener: AnyObject {
  /// Readable when there are changes.
  var descriptor: Int32 { get }

  /// Watches exactly these folders. Folders that do not exist are skipped.
  ///
  /// - Returns: existing folders that could not be watched.
  func follow(_ wanted: Set<FilePath>) -> Set<FilePath>

  /// The changes since the last call.
  func popChanges() -> [FolderChange]
}

/// Watches folders with inotify(7). [control-thread]
///
/// Changes that other machines make in a shared folder are not seen.
package final class FolderWatch: FolderListener {
  package let descriptor: Int32
  /// The paths of each watch descriptor of inotify. Two paths may lead to the same folder.
  private var folders: [Int32: Set<FilePath>] = [:]

  /// A write is reported when the writer closes the file, because only then is it complete.
  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR)
  private static let bufferBytes = 16 << 10

  /// Nil if the system's limit of watches is reached.
  package init?() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  package func follow(_ wanted: Set<FilePath>) -> Set<FilePath> {
    let known = folders.values.reduce(into: Set()) { $0.formUnion($1) }
    var refused: Set<FilePath> = []
    for folder in wanted.subtracting(known) where !listen(to: folder) { refused.insert(folder) }
    for (number, paths) in folders {
      let kept = paths.intersection(wanted)
      folders[number] = kept.isEmpty ? nil : kept
      if kept.isEmpty { inotify_rm_watch(descriptor, number) }
    }
    return refused
  }

  private func listen(to folder: FilePath) -> Bool {
    let number = inotify_add_watch(descriptor, folder.string, Self.events)
    guard number >= 0 else { return errno == ENOENT || errno == ENOTDIR }
    folders[number, default: []].insert(folder)
    return true
  }

  package func popChanges() -> [FolderChange] {
    var changes: [FolderChange] = []
    var buffer = [UInt8](repeating: 0, count: Self.bufferBytes)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      buffer.withUnsafeBytes { changes += take($0.prefix(count)) }
    }
    return changes
  }

  /// Reads events of inotify. Each one is followed by its name, whose length it contains.
  private func take(_ bytes: Slice<UnsafeRawBufferPointer>) -> [FolderChange] {
    let header = MemoryLayout<inotify_event>.size
    var changes: [FolderChange] = []
    var rest = bytes
    while rest.count >= header {
      let event = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: inotify_event.self)
      let name = rest.dropFirst(header).prefix(Int(event.len)).prefix { $0 != 0 }
      changes += self.changes(event, String(decoding: name, as: UTF8.self))
      rest = rest.dropFirst(header + Int(event.len))
    }
    return changes
  }

  private func changes(_ event: inotify_event, _ name: String) -> [FolderChange] {
    func has(_ mask: Int32) -> Bool { event.mask & UInt32(mask) != 0 }
    if has(IN_Q_OVERFLOW) { return [.anything] }
    let paths = folders[event.wd] ?? []
    // The watch is gone or will soon be. The folder is watched again when it is found.
    if has(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) {
      if has(IN_MOVE_SELF) { inotify_rm_watch(descriptor, event.wd) }
      folders[event.wd] = nil
      return paths.map { .left(folder: $0) }
    }
    return paths.filter { !has(IN_CREATE) || Self.isWhole($0.appending(name)) }
      .map { .entry(folder: $0, name: name) }
  }

  /// Whether a new entry is complete. A new file is still empty; it is reported when it is closed.
  private static func isWhole(_ path: FilePath) -> Bool {
    var status = stat()
    guard lstat(path.string, &status) == 0 else { return true }
    return status.st_mode & S_IFMT != S_IFREG || status.st_nlink > 1
  }
}

/// A change in a watched folder.
package enum FolderChange: Hashable, Sendable {
  /// An entry with this name was written, created, renamed or removed.
  case entry(folder: FilePath, name: String)
  /// The folder itself was moved or removed.
  case left(folder: FilePath)
  /// There were more changes than the system could record.
  case anything

  package var isLeaving: Bool { if case .left = self { true } else { false } }
}
