import Glibc

/// What tells one state of a file from another without reading it. Links are followed; pipes, which can be read but once,
/// have none.
struct FileStamp: Hashable {
  private let device: UInt
  private let number: UInt
  private let bytes: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// nil when there is no such file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
    bytes = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  /// Those of the files that are there.
  static func all(of paths: [String]) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for path in paths { stamps[path] = FileStamp(of: path) }
    return stamps
  }
}
