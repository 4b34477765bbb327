import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// A file under a temporary name beside the one that it will have: `take.wav.4711.part`.
///
/// Its owner holds a lock on it (flock), which the kernel releases when the process ends, however that happens. So the
/// next start can tell a file that is being written from one that was left behind.
struct UnfinishedFile: ~Copyable {
  /// Where the file is now.
  let temporary: FilePath
  /// Open for reading and writing until the value is destroyed.
  let descriptor: Int32
  private var isNamed = false

  /// - Parameter path: the name that the file will have.
  init(for path: FilePath) throws(Errno) {
    var number = 1
    while true {
      let ending = number == 1 ? "" : "-\(number)"
      let temporary = path.beside("\(path.name).\(getpid())\(ending).part")
      let descriptor = open(temporary.string, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor >= 0 || errno == EEXIST else { throw .last }
      if descriptor >= 0 {
        if Self.isLocked(descriptor, temporary, isMine: true) {
          (self.temporary, self.descriptor) = (temporary, descriptor)
          return
        }
        close(descriptor)
      }
      number += 1
    }
  }

  /// Takes over a file that another process has left behind.
  ///
  /// Nil if it cannot be written, or if its owner still writes it.
  init?(leftAt temporary: FilePath) {
    let descriptor = open(temporary.string, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    guard Self.isLocked(descriptor, temporary, isMine: false) else {
      close(descriptor)
      return nil
    }
    (self.temporary, self.descriptor) = (temporary, descriptor)
    isNamed = true
  }

  /// Removes the file unless it has got its name.
  deinit {
    if !isNamed { unlink(temporary.string) }
    close(descriptor)
  }

  /// Locks the file. False if another process has locked or removed it meanwhile.
  ///
  /// - Parameter isMine: whether this process has made it. Some file systems have no locks, and what was left behind on
  ///   them stays.
  private static func isLocked(_ descriptor: Int32, _ path: FilePath, isMine: Bool) -> Bool {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || isMine && errno != EWOULDBLOCK else { return false }
    var (mine, there) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && lstat(path.string, &there) == 0
      && mine.st_mode & S_IFMT == S_IFREG && (mine.st_ino, mine.st_dev) == (there.st_ino, there.st_dev)
  }

  /// Gives the file its name.
  ///
  /// - Parameter replaces: whether a file that has the name is replaced; otherwise that is an error.
  mutating func name(_ path: FilePath, replaces: Bool) throws(Errno) {
    // The file stays under its temporary name if it cannot get another.
    isNamed = true
    guard !replaces else {
      guard rename(temporary.string, path.string) == 0 else { throw .last }
      return
    }
    // Unlike rename(2), link(2) never replaces. A file system may have no links.
    if link(temporary.string, path.string) == 0 {
      unlink(temporary.string)
      return
    }
    guard errno != EEXIST, !path.exists else { throw .fileExists }
    guard rename(temporary.string, path.string) == 0 else { throw .last }
  }

  /// How many names the file has.
  var linkCount: Int { status.map { Int($0.st_nlink) } ?? 0 }

  /// Its size.
  var byteCount: Int { status.map { Int($0.st_size) } ?? 0 }

  private var status: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Removes the file.
  mutating func remove() {
    unlink(temporary.string)
    isNamed = true
  }

  /// Leaves the file under its temporary name.
  mutating func keep() { isNamed = true }
}
