import Glibc

/// Tells what happens in folders: inotify(7). [control-thread]
///
/// What other machines do in a shared folder is not seen.
package final class FolderWatch {
  /// Readable when something has happened.
  package let descriptor: Int32
  /// By inotify's watch descriptor; two paths may lead to one folder.
  private var folders: [Int32: Set<String>] = [:]

  /// A write is told when the writer closes the file, when it is complete.
  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR)
  private static let bufferBytes = 16 << 10

  /// nil when the system gives no more of them: their number is limited for each user.
  package init?() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Watches these folders and no others; one that does not exist is skipped.
  ///
  /// - Returns: those that exist but could not be watched.
  package func follow(_ wanted: Set<String>) -> Set<String> {
    let known = folders.values.reduce(into: Set()) { $0.formUnion($1) }
    var refused: Set<String> = []
    for folder in wanted.subtracting(known) where !listen(to: folder) { refused.insert(folder) }
    for (number, paths) in folders {
      let kept = paths.intersection(wanted)
      folders[number] = kept.isEmpty ? nil : kept
      if kept.isEmpty { inotify_rm_watch(descriptor, number) }
    }
    return refused
  }

  private func listen(to folder: String) -> Bool {
    let number = inotify_add_watch(descriptor, folder, Self.events)
    guard number >= 0 else { return errno == ENOENT || errno == ENOTDIR }
    folders[number, default: []].insert(folder)
    return true
  }

  /// What has happened since the last call.
  package func takeChanges() -> [FolderChange] {
    var changes: [FolderChange] = []
    var buffer = [UInt8](repeating: 0, count: Self.bufferBytes)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      buffer.withUnsafeBytes { changes += take($0.prefix(count)) }
    }
    return changes
  }

  /// Events lie one after another, each followed by as many bytes of name as it says.
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
    // The watch is gone, or soon will be: the folder is watched again where it is found then.
    if has(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) {
      if has(IN_MOVE_SELF) { inotify_rm_watch(descriptor, event.wd) }
      folders[event.wd] = nil
      return paths.map { .left(folder: $0) }
    }
    return paths.filter { !has(IN_CREATE) || Self.isWhole("\($0)/\(name)") }
      .map { .entry(folder: $0, name: name) }
  }

  /// Whether a new entry is complete; a new file is about to be filled, which is told when it is closed.
  private static func isWhole(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return true }
    return status.st_mode & S_IFMT != S_IFREG || status.st_nlink > 1
  }
}

/// What has happened in a folder that is watched.
package enum FolderChange: Hashable, Sendable {
  /// Something of this name was written, made, renamed or removed.
  case entry(folder: String, name: String)
  /// The folder itself is no longer where it was.
  case left(folder: String)
  /// More has happened than the system could note.
  case anything

  package var isLeaving: Bool { if case .left = self { true } else { false } }
}
