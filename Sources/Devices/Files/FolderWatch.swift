import Glibc

/// Hears what happens in folders, without looking: inotify(7). [control-thread]
///
/// What other machines do in a folder that they share is not heard.
public final class FolderWatch {
  /// Can be read when something has happened.
  public let descriptor: Int32
  /// By inotify's number; two paths may lead to one folder.
  private var folders: [Int32: Set<String>] = [:]

  /// Writing is heard when the writer closes the file: not before it is complete.
  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR)
  private static let bufferBytes = 16 << 10

  /// nil when the system gives no more of them, whose number is limited for each user.
  public init?() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Listens to these folders and no others; one that is not there is passed over.
  ///
  /// - Returns: those that could not be listened to though they are there.
  public func follow(_ wanted: Set<String>) -> Set<String> {
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
  public func takeChanges() -> [FolderChange] {
    var changes: [FolderChange] = []
    var buffer = [UInt8](repeating: 0, count: Self.bufferBytes)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      buffer.withUnsafeBytes { changes += take($0.prefix(count)) }
    }
    return changes
  }

  /// Events lie one behind the other, each with as many bytes for a name as it says.
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
    // The number is gone, or soon will be: the folder is listened to anew where it is found then.
    if has(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) {
      if has(IN_MOVE_SELF) { inotify_rm_watch(descriptor, event.wd) }
      folders[event.wd] = nil
      return paths.map { .left(folder: $0) }
    }
    return paths.filter { !has(IN_CREATE) || Self.isWhole("\($0)/\(name)") }
      .map { .entry(folder: $0, name: name) }
  }

  /// Whether what has just been made is no file that somebody is about to fill, which is heard later.
  private static func isWhole(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return true }
    return status.st_mode & S_IFMT != S_IFREG || status.st_nlink > 1
  }
}
