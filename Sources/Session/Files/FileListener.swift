import Devices
import Foundation
import Glibc
import Realtime

/// Tells when files may have changed: by inotify, or where that is not to be had once a second. [control-thread]
final class FileListener {
  private let watch = FolderWatch()
  private var places = FilePlaces(files: []) { _ in .missing }
  private var dueAt: HostTime?
  /// What cannot be heard has to be looked at.
  private var isHearingAll = true

  /// Who saves writes, renames and removes in one go: only then is it worth looking.
  private static let settlingSeconds = 0.03
  private static let secondsBetweenLooks = 1.0

  /// What to poll; −1 when nothing can be heard.
  var descriptor: Int32 { watch?.descriptor ?? -1 }

  /// When `isDue` may become true by time alone.
  var nextMoment: HostTime? { dueAt }

  /// Listens for these from now on. What has happened since they were last looked at is due at once.
  func follow(files: [String], folders: [String], at now: HostTime) {
    let here = FileManager.default.currentDirectoryPath
    let files = files.map { $0.hasPrefix("/") ? $0 : "\(here)/\($0)" }
    let places = FilePlaces(files: files, folders: folders, kind: Self.kind)
    guard places != self.places || !isHearingAll else { return }
    self.places = places
    isHearingAll = watch?.follow(places.folders).isEmpty ?? false
    dueAt = now.advanced(bySeconds: isHearingAll ? 0 : Self.secondsBetweenLooks)
  }

  /// Takes what was heard.
  func listen(at now: HostTime) {
    let changes = (watch?.takeChanges() ?? []).filter(places.concerns)
    guard !changes.isEmpty else { return }
    dueAt = now.advanced(bySeconds: Self.settlingSeconds)
    // Folders that have gone are no longer listened to, though others may be there by now.
    if changes.contains(where: \.isLeaving) { places = FilePlaces(files: []) { _ in .missing } }
  }

  /// Whether files are worth a look, once.
  func takeDue(at now: HostTime) -> Bool {
    guard let dueAt, now >= dueAt else { return false }
    self.dueAt = nil
    return true
  }

  private static func kind(of path: String) -> FilePlaces.Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFLNK:
      return (try? FileManager.default.destinationOfSymbolicLink(atPath: path))
        .map { .link(target: $0) } ?? .missing
    default: return .other
    }
  }
}
