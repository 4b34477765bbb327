import Documents
import Foundation
import Glibc

/// Writes files so that a kill at any moment leaves the old text or the new one, never half.
enum AtomicFile {
  /// Writes beside `path`, flushes to the disk, and renames over it.
  ///
  /// - Parameter permissions: of the file; what the process masks is taken off.
  static func write(_ text: String, to path: String, permissions: mode_t = 0o600) throws(SessionError) {
    let path = destination(of: path)
    let folder = FilePath(path).folder
    let temporary = "\(path).\(getpid()).new"
    do {
      if !folder.isEmpty {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
    } catch {
      throw failure(path, "its folder cannot be made")
    }
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { throw failure(path, String(cString: strerror(errno))) }
    let written = Array(text.utf8).withUnsafeBytes { writeAll(descriptor, $0) } && fsync(descriptor) == 0
    let reason = String(cString: strerror(errno))
    close(descriptor)
    guard written, rename(temporary, path) == 0 else {
      unlink(temporary)
      throw failure(path, reason)
    }
  }

  /// Where a link leads: the link itself stays.
  private static func destination(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Refuses a path that nothing could be written to, before somebody has worked for it.
  static func checkWritable(_ path: String) throws(SessionError) {
    var folder = FilePath(path).folder
    while !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) {
      folder = FilePath(folder).folder
    }
    let place = folder.isEmpty ? "." : folder
    guard access(place + "/", F_OK) == 0, access(place, W_OK) == 0 else {
      throw failure(path, String(cString: strerror(errno)))
    }
  }

  private static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func failure(_ path: String, _ reason: String) -> SessionError {
    SessionError(.device, what: path, why: reason, remedy: "choose a place you may write to")
  }
}
