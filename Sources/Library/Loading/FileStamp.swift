import Glibc

/// What tells one state of a file from another without reading it. Links are followed; pipes, which can be read but once,
/// have none.
package struct FileStamp: Hashable {
  private let device: UInt
  private let number: UInt
  private let bytes: Int
  private let written: Moment

  /// By CLOCK_REALTIME, as files know it.
  package struct Moment: Hashable, Comparable {
    fileprivate let seconds: Int
    fileprivate let nanoseconds: Int

    fileprivate init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }

    package static var now: Moment {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Moment(time)
    }

    /// When what is at a path came there or was last changed, by whatever; nil when there is nothing.
    fileprivate init?(ofChangeAt path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.init(status.st_ctim)
    }

    package static func < (a: Moment, b: Moment) -> Bool {
      (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
    }
  }

  /// nil when there is no such file.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
    bytes = Int(status.st_size)
    written = Moment(status.st_mtim)
  }

  /// Those of the files that are there.
  package static func all(of paths: [String]) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for path in paths { stamps[path] = FileStamp(of: path) }
    return stamps
  }

  /// Those of the files that have been as they are since `moment` at least.
  package static func all(of paths: [String], unchangedSince moment: Moment) -> [String: FileStamp] {
    all(of: paths).filter { stamp in Moment(ofChangeAt: stamp.key).map { $0 <= moment } ?? false }
  }
}
