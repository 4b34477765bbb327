import Glibc
import SystemPackage

/// Distinguishes the states of a file without reading it. Links are followed. Pipes have no stamp, because they can be
/// read only once.
package struct FileStamp: Hashable {
  private let device: UInt
  private let number: UInt
  private let bytes: Int
  private let written: Moment

  /// A time of CLOCK_REALTIME, the clock of the files' stamps.
  package struct Moment: Hashable, Comparable {
    fileprivate let seconds: Int
    fileprivate let nanoseconds: Int

    fileprivate init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }

    package static var now: Moment {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Moment(time)
    }

    /// When the file at a path was moved there or last changed in any way (its ctime); nil if there is none.
    fileprivate init?(ofChangeAt path: FilePath) {
      var status = stat()
      guard stat(path.string, &status) == 0 else { return nil }
      self.init(status.st_ctim)
    }

    package static func < (a: Moment, b: Moment) -> Bool {
      (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
    }
  }

  /// Nil if there is no regular file.
  package init?(of path: FilePath) {
    var status = stat()
    guard stat(path.string, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
    bytes = Int(status.st_size)
    written = Moment(status.st_mtim)
  }

  /// The stamps of those files that exist, by path.
  package static func all(of paths: [FilePath]) -> [FilePath: FileStamp] {
    var stamps: [FilePath: FileStamp] = [:]
    for path in paths { stamps[path] = FileStamp(of: path) }
    return stamps
  }

  /// The stamps of those files that have not changed since `moment`, by path.
  package static func all(of paths: [FilePath], unchangedSince moment: Moment) -> [FilePath: FileStamp] {
    all(of: paths).filter { stamp in Moment(ofChangeAt: stamp.key).map { $0 <= moment } ?? false }
  }
}
