import FoundationEssentials
import Glibc
import SpinetDevices
import SpinetRealtime
import SpinetText
import SystemPackage

/// Tells when files may have changed: by inotify, or once a second where that is not available. [control-thread]
final class FileWatcher {
  private let folderWatch = FolderWatch()
  private var watchedPaths = WatchedPaths(files: []) { _ in .missing }
  private var dueAt: HostTime?
  /// Whether inotify watches all folders; if not, files are checked by time.
  private var isHearingAll = true

  /// To save a file, an editor writes, renames and removes in one go; before that is over there is nothing to read.
  private static let settlingSeconds = 0.03
  private static let secondsBetweenPolls = 1.0

  /// What to poll; −1 without inotify.
  var descriptor: Int32 { folderWatch?.descriptor ?? -1 }

  /// When `isDue` may become true by time alone.
  var nextMoment: HostTime? { dueAt }

  /// Watches these files. A change since they were last read is due at once.
  func watch(files: [FilePath], folders: [FilePath], at now: HostTime) {
    let files = files.map(\.absolute)
    let paths = WatchedPaths(files: files, folders: folders, kind: Self.kind)
    guard paths != watchedPaths || !isHearingAll else { return }
    watchedPaths = paths
    isHearingAll = folderWatch?.follow(watchedPaths.folders).isEmpty ?? false
    dueAt = now.advanced(bySeconds: isHearingAll ? 0 : Self.secondsBetweenPolls)
  }

  /// Takes the changes that inotify has noted.
  func listen(at now: HostTime) {
    let changes = (folderWatch?.takeChanges() ?? []).filter(watchedPaths.concerns)
    guard !changes.isEmpty else { return }
    dueAt = now.advanced(bySeconds: Self.settlingSeconds)
    // A folder that has gone is no longer watched, though another may have taken its place.
    if changes.contains(where: \.isLeaving) { watchedPaths = WatchedPaths(files: []) { _ in .missing } }
  }

  /// Whether files should be checked now, once for each change.
  func takeDue(at now: HostTime) -> Bool {
    guard let dueAt, now >= dueAt else { return false }
    self.dueAt = nil
    return true
  }

  private static func kind(of path: FilePath) -> WatchedPaths.Kind {
    var status = stat()
    guard lstat(path.string, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFLNK:
      return path.linkTarget.map { .link(target: $0) } ?? .missing
    default: return .other
    }
  }
}
