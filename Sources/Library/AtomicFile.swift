import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// Writes files so that a kill at any moment leaves either the old text or the new one.
package enum AtomicFile {
  /// Writes beside `path`, flushes to the disk, and renames over it.
  ///
  /// - Parameter permissions: the permissions of a new file, reduced by the process's umask. An existing file keeps its
  ///   own.
  package static func write(
    _ text: String, to path: FilePath, permissions: mode_t = 0o600, on disk: Disk = Disk()
  ) throws(SpinetError) {
    try write(Array(text.utf8), to: path, permissions: permissions, on: disk)
  }

  /// The same for any bytes.
  package static func write(
    _ bytes: [UInt8], to path: FilePath, permissions: mode_t = 0o600, on disk: Disk = Disk()
  ) throws(SpinetError) {
    // Writes the target of a link. The link itself stays.
    let path = path.resolved ?? path
    try makeFolder(of: path)
    let kept = try self.permissions(of: path)
    do throws(Errno) {
      let (descriptor, temporary) = try temporaryFile(beside: path, kept ?? permissions, disk)
      do throws(Errno) {
        try write(bytes, to: descriptor, as: kept, on: disk)
        try check(disk.rename(temporary, path) == 0)
      } catch {
        unlink(temporary.string)
        throw error
      }
    } catch {
      throw failure(path, "\(error)")
    }
  }

  /// Creates a file that no other write has, even one to the same folder at the same time. Its name is short, because
  /// the file's own name may already be as long as the file system allows.
  ///
  /// Not mkstemp(3), which ignores the umask.
  private static func temporaryFile(
    beside path: FilePath, _ permissions: mode_t, _ disk: Disk
  ) throws(Errno) -> (descriptor: Int32, path: FilePath) {
    while true {
      let temporary = path.beside(".\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).new")
      let descriptor = disk.create(temporary, O_WRONLY | O_EXCL | O_CLOEXEC, permissions)
      if descriptor >= 0 { return (descriptor, temporary) }
      guard errno == EEXIST else { throw .last }
    }
  }

  private static func check(_ isDone: Bool) throws(Errno) { if !isDone { throw .last } }

  /// Closes the file too.
  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, as kept: mode_t?, on disk: Disk
  ) throws(Errno) {
    defer { close(descriptor) }
    // A file system without permissions refuses this, but then there are none to keep.
    if let kept { fchmod(descriptor, kept) }
    try check(bytes.withUnsafeBytes { writeAll(descriptor, $0, on: disk) })
    try check(disk.flush(descriptor) == 0)
  }

  /// Nil if there is no file yet.
  private static func permissions(of path: FilePath) throws(SpinetError) -> mode_t? {
    var status = stat()
    guard stat(path.string, &status) == 0 else { return nil }
    // For root, a rename would succeed: /dev/null would be a file.
    guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
      throw failure(path, "it is a device or a pipe, not a file")
    }
    return status.st_mode & 0o777
  }

  private static func makeFolder(of path: FilePath) throws(SpinetError) {
    let folder = path.removingLastComponent()
    guard !folder.isEmpty else { return }
    do throws(Errno) { try folder.makeFolder() } catch {
      throw failure(path, "its folder cannot be created")
    }
  }

  /// Fails early if the path cannot be written.
  package static func checkWritable(_ path: FilePath, on disk: Disk = Disk()) throws(SpinetError) {
    var folder = path.removingLastComponent()
    while !folder.isEmpty, !folder.exists { folder.removeLastComponent() }
    let place: FilePath = folder.isEmpty ? "." : folder
    guard access(place.string + "/", F_OK) == 0, disk.allowsWriting(place) == 0 else {
      throw failure(path, "\(Errno.last)")
    }
  }

  private static func writeAll(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, on disk: Disk
  ) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = disk.write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func failure(_ path: FilePath, _ reason: String) -> SpinetError {
    SpinetError(.notWritten, what: path.string, why: reason, remedy: Remedy(.choosePlace))
  }
}
