import FoundationEssentials
import Glibc
import SpinetDevices
import SpinetRealtime
import SpinetText
import SystemPackage

/// Tells when files may have changed. It uses inotify, or checks once a second where inotify is not available.
/// [control-thread]
final class FileWatcher {
  private let folderWatch: (any FolderListener)?
  private var watchedPaths = WatchedPaths(files: []) { _ in .missing }
  /// What is watched; nil if a folder or a link on the way to it may lead elsewhere now.
  private var wanted: Wanted?
  private var dueAt: HostTime?
  /// Whether inotify watches all folders. If not, files are checked once a second.
  private var isHearingAll = true

  private struct Wanted: Equatable {
    let files: [FilePath]
    let folders: [FilePath]
  }

  /// In seconds. To save a file, an editor writes, renames and removes several. Files are read this long after the last
  /// of these changes.
  private static let settlingSeconds = 0.03
  private static let secondsBetweenPolls = 1.0

  /// - Parameter folderWatch: nil to check once a second.
  init(by folderWatch: (any FolderListener)? = FolderWatch()) { self.folderWatch = folderWatch }

  /// The descriptor to poll; −1 without inotify.
  var descriptor: Int32 { folderWatch?.descriptor ?? -1 }

  /// When `isDue` may become true by time alone.
  var nextMoment: HostTime? { dueAt }

  /// Watches these files. If one has changed since it was last read, a check is due at once.
  func watch(files: [FilePath], folders: [FilePath], at now: HostTime) {
    let wanted = Wanted(files: files, folders: folders)
    // Following every path takes a system call for each of its folders, and what plays changes often.
    guard wanted != self.wanted || !isHearingAll else { return }
    let paths = WatchedPaths(files: files.map(\.absolute), folders: folders, kind: Self.kind)
    // Known only once the folders that are watched lead there: a path may change before it is watched.
    self.wanted = paths == watchedPaths && isHearingAll ? wanted : nil
    guard self.wanted == nil else { return }
    watchedPaths = paths
    isHearingAll = folderWatch?.follow(watchedPaths.folders).isEmpty ?? false
    dueAt = now.advanced(bySeconds: isHearingAll ? 0 : Self.secondsBetweenPolls)
  }

  /// Takes the changes that inotify has recorded.
  func listen(at now: HostTime) {
    let changes = (folderWatch?.popChanges() ?? []).filter(watchedPaths.concerns)
    guard !changes.isEmpty else { return }
    dueAt = now.advanced(bySeconds: Self.settlingSeconds)
    wanted = nil
    // A folder that has gone is not watched any more, even if another one with the same name exists now.
    if changes.contains(where: \.isLeaving) { watchedPaths = WatchedPaths(files: []) { _ in .missing } }
  }

  /// Whether files should be checked now. Returns true once for each change.
  func popDue(at now: HostTime) -> Bool {
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
