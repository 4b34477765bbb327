import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// Compiled programs on disk. `KEY-….so` is the code. `KEY-….so.groups` is the code for groups of voices, if there is
/// any. `KEY.uses` names the code and the libraries from which it was compiled. Complete files are moved in with
/// rename(2), so several processes may compile at the same time.
struct CodeCache {
  private let base: FilePath
  /// Whether `base` is in a folder where every user may create a folder with this name.
  private let isBaseExposed: Bool
  private var parent: FilePath { base.appending("spinet") }
  var folder: FilePath { parent.appending("faust") }

  /// `$XDG_CACHE_HOME/spinet/faust`, `$HOME/.cache/spinet/faust`, or a folder of this user's in `temporary`.
  init(environment: [String: String], temporary: FilePath = "/tmp") {
    let caches =
      FilePath(variable: "XDG_CACHE_HOME", in: environment)
      ?? FilePath(variable: "HOME", in: environment)?.appending(".cache")
    base = caches ?? temporary.appending("spinet-\(geteuid())")
    isBaseExposed = caches == nil
  }

  /// Refuses a folder to which another user could add code, because its code is loaded into this process.
  func check() throws(SpinetError) {
    var base = FolderOwnership(of: base)
    if !isBaseExposed { base?.allowsSystemFolders() }
    for (path, ownership) in [
      (self.base, base), (parent, FolderOwnership(of: parent)), (folder, FolderOwnership(of: folder)),
    ] {
      guard let danger = ownership?.danger else { continue }
      throw SpinetError(
        .folderUnusable, what: path.string, why: "\(danger), and programs are loaded from there",
        remedy: "make it yours (chown, chmod go-w), or set XDG_CACHE_HOME to another folder")
    }
  }

  /// The path of the code for `key`; nil if there is none or a library has changed.
  func find(_ key: Fingerprint) -> FilePath? {
    guard let text = try? usesPath(key).text() else { return nil }
    var lines = text.split(separator: "\n").map(String.init)
    guard let code = lines.popLast(), code.hasSuffix(".so") else { return nil }
    let isCurrent = lines.allSatisfy { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      return parts.count == 2 && Self.fingerprint(ofFile: FilePath(String(parts[1]))) == String(parts[0])
    }
    let path = folder.appending(code)
    return isCurrent && access(path.string, R_OK) == 0 ? path : nil
  }

  /// Moves a compiled library and the one for its groups into the cache. Returns the new path of the first.
  func store(
    _ built: FilePath, groups: FilePath? = nil, for key: Fingerprint, libraries: [FilePath]
  ) throws(SpinetError) -> FilePath {
    var uses = libraries.map { "\(Self.fingerprint(ofFile: $0) ?? "gone") \($0)" }
    let name = "\(key.text)-\(Fingerprint(uses.joined(separator: "\n")).text.prefix(16)).so"
    uses.append(name)
    let code = folder.appending(name)
    let groupPath = ProgramCode.groupPath(code)
    let list = built.beside("uses")
    do throws(Errno) {
      if let groups { try Self.move(groups, to: groupPath) } else { unlink(groupPath.string) }
      try Self.move(built, to: code)
      try list.write((uses.joined(separator: "\n") + "\n").utf8)
      try Self.move(list, to: usesPath(key))
    } catch { throw SpinetError(cache: folder, error) }
    prune()
    return code
  }

  /// Removes the entry of a library that cannot be loaded.
  func remove(_ key: Fingerprint) { unlink(usesPath(key).string) }

  /// Makes a new folder in the cache, in which to compile.
  func makeWorkFolder() throws(SpinetError) -> WorkFolder {
    do throws(Errno) { try folder.makeFolder(permissions: 0o700) } catch {
      throw SpinetError(cache: folder, error)
    }
    try check()
    var name = Array(folder.appending("\(Self.workPrefix)XXXXXX").string.utf8CString)
    guard mkdtemp(&name) != nil else { throw SpinetError(cache: folder, .last) }
    return WorkFolder(path: FilePath(platformString: name))
  }

  private static let workPrefix = "work-"
  /// A folder without a lock counts as abandoned only when it is older than this, because a folder is locked just after
  /// it is made.
  private static let lockingSeconds = 5.0

  /// Removes the folders of processes that were killed while they compiled.
  func removeAbandonedWork() {
    let latest = Double(time(nil)) - Self.lockingSeconds
    for name in names where name.hasPrefix(Self.workPrefix) {
      guard modificationSeconds(of: name) < latest,
        let abandoned = WorkFolder(abandoned: folder.appending(name))
      else { continue }
      abandoned.remove()
    }
  }

  /// A folder for one compilation, locked as long as it is used. It is removed with its owner.
  struct WorkFolder: ~Copyable {
    let path: FilePath
    private let lock: Int32

    fileprivate init(path: FilePath) {
      self.path = path
      lock = Self.open(path)
      flock(lock, LOCK_EX | LOCK_NB)
    }

    /// Nil for a folder that a process uses.
    fileprivate init?(abandoned path: FilePath) {
      let lock = Self.open(path)
      guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
        if lock >= 0 { close(lock) }
        return nil
      }
      self.path = path
      self.lock = lock
    }

    private static func open(_ path: FilePath) -> Int32 {
      Glibc.open(path.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    /// Removes it now.
    consuming func remove() {}

    deinit {
      try? path.remove()
      if lock >= 0 { close(lock) }
    }
  }

  private var names: [String] { (try? folder.entries()) ?? [] }

  /// When a file was last written; 0 for one that is gone.
  private func modificationSeconds(of name: String) -> Double {
    folder.appending(name).modificationSeconds ?? 0
  }

  private func usesPath(_ key: Fingerprint) -> FilePath { folder.appending("\(key.text).uses") }

  private static func move(_ path: FilePath, to destination: FilePath) throws(Errno) {
    guard rename(path.string, destination.string) == 0 else { throw .last }
  }

  private static func fingerprint(ofFile path: FilePath) -> String? {
    (try? path.contents()).map { Fingerprint(bytes: $0).text }
  }

  /// If there are more files than this, the oldest are removed until half as many are left.
  private static let capacity = 512

  private func prune() {
    let names = names
    guard names.count > Self.capacity else { return }
    let oldest = names.map { ($0, modificationSeconds(of: $0)) }.sorted { $0.1 < $1.1 }
    for (name, _) in oldest.prefix(names.count - Self.capacity / 2) {
      try? folder.appending(name).remove()
    }
  }
}

extension SpinetError {
  /// - Parameter folder: the folder of the cache that cannot be written.
  init(cache folder: FilePath, _ reason: Errno) {
    self.init(
      .folderUnusable, what: folder.string, why: "it cannot be written: \(reason)",
      remedy: "free some space there, or set XDG_CACHE_HOME")
  }
}

/// The users that may write into a folder.
private struct FolderOwnership {
  private let owners: Set<uid_t>
  private let mode: mode_t
  private var mayBeSystemFolder = false

  /// Nil if the path does not exist. The owner of a symbolic link counts too.
  init?(of path: FilePath) {
    var link = stat()
    var target = stat()
    guard lstat(path.string, &link) == 0 else { return nil }
    guard stat(path.string, &target) == 0 else { return nil }
    owners = [link.st_uid, target.st_uid]
    mode = target.st_mode
  }

  /// Accepts a folder that belongs to root, or in which users cannot replace each other's files, such as /tmp.
  mutating func allowsSystemFolders() { mayBeSystemFolder = true }

  /// Why another user could add files; nil if none could.
  var danger: String? {
    let trusted: Set<uid_t> = mayBeSystemFolder ? [geteuid(), 0] : [geteuid()]
    if !owners.isSubset(of: trusted) { return "it belongs to another user" }
    let isSticky = mayBeSystemFolder && mode & S_ISVTX != 0
    return mode & 0o022 != 0 && !isSticky ? "other users may write there" : nil
  }
}
