import FoundationEssentials
import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// Compiled programs on disk: `KEY-….so` is the code, `KEY-….so.groups` that for groups of voices where they are
/// computed together, `KEY.uses` names the first and the libraries that it was compiled from.
/// Complete files are moved in with rename(2), so several processes may compile at the same time.
struct CodeCache {
  private let base: String
  /// Whether `base` is in a folder where every user may create a folder with this name.
  private let isBaseExposed: Bool
  private var parent: String { "\(base)/spinet" }
  var folder: String { "\(parent)/faust" }

  /// `$XDG_CACHE_HOME/spinet/faust`, `$HOME/.cache/spinet/faust`, or a folder of this user's in `temporary`.
  init(environment: [String: String], temporary: String = "/tmp") {
    let caches =
      FilePath(variable: "XDG_CACHE_HOME", in: environment)
      ?? FilePath(variable: "HOME", in: environment)?.appending(".cache")
    base = caches?.string ?? "\(temporary)/spinet-\(geteuid())"
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
        .device, what: path, why: "\(danger), and programs are loaded from there",
        remedy: "make it yours (chown, chmod go-w), or set XDG_CACHE_HOME to another folder")
    }
  }

  /// The path of the code for `key`; nil if there is none or a library has changed.
  func find(_ key: Fingerprint) -> String? {
    guard let text = try? String(contentsOfFile: usesPath(key), encoding: .utf8) else { return nil }
    var lines = text.split(separator: "\n").map(String.init)
    guard let code = lines.popLast(), code.hasSuffix(".so") else { return nil }
    let isCurrent = lines.allSatisfy { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      return parts.count == 2 && Self.fingerprint(ofFile: String(parts[1])) == String(parts[0])
    }
    let path = "\(folder)/\(code)"
    return isCurrent && access(path, R_OK) == 0 ? path : nil
  }

  /// Moves a compiled library in, and the one for its groups beside it, and returns the new path of the first.
  func store(
    _ built: String, groups: String? = nil, for key: Fingerprint, libraries: [String]
  ) throws -> String {
    var uses = libraries.map { "\(Self.fingerprint(ofFile: $0) ?? "gone") \($0)" }
    let code = "\(key.text)-\(Fingerprint(uses.joined(separator: "\n")).text.prefix(16)).so"
    uses.append(code)
    let groupPath = ProgramCode.groupPath("\(folder)/\(code)")
    if let groups { try Self.move(groups, to: groupPath) } else { unlink(groupPath) }
    try Self.move(built, to: "\(folder)/\(code)")
    let written = built + ".uses"
    try (uses.joined(separator: "\n") + "\n").write(toFile: written, atomically: false, encoding: .utf8)
    try Self.move(written, to: usesPath(key))
    prune()
    return "\(folder)/\(code)"
  }

  /// Removes the entry of a library that cannot be loaded.
  func remove(_ key: Fingerprint) { unlink(usesPath(key)) }

  /// Makes a new folder in the cache, in which to compile.
  func makeWorkFolder() throws -> WorkFolder {
    try FileManager.default.createDirectory(
      atPath: base, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for path in [parent, folder] where mkdir(path, 0o700) != 0 && errno != EEXIST { throw Self.systemError }
    try check()
    var name = Array("\(folder)/\(Self.workPrefix)XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw Self.systemError }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return WorkFolder(path: path)
  }

  private static let workPrefix = "work-"
  /// A folder is this old before somebody who finds it without a lock takes it for abandoned: it is locked just after
  /// it is made.
  private static let lockingSeconds: TimeInterval = 5

  /// Removes the folders of processes that were killed while they compiled.
  func removeAbandonedWork() {
    for name in names where name.hasPrefix(Self.workPrefix) {
      guard modificationDate(of: name) < Date(timeIntervalSinceNow: -Self.lockingSeconds),
        let abandoned = WorkFolder(abandoned: "\(folder)/\(name)")
      else { continue }
      abandoned.remove()
    }
  }

  /// A folder for one compilation, locked as long as it is used. It is removed with its owner.
  struct WorkFolder: ~Copyable {
    let path: String
    private let lock: Int32

    fileprivate init(path: String) {
      self.path = path
      lock = Self.open(path)
      flock(lock, LOCK_EX | LOCK_NB)
    }

    /// Nil for a folder that a process uses.
    fileprivate init?(abandoned path: String) {
      let lock = Self.open(path)
      guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
        if lock >= 0 { close(lock) }
        return nil
      }
      self.path = path
      self.lock = lock
    }

    private static func open(_ path: String) -> Int32 {
      Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    /// Removes it now.
    consuming func remove() {}

    deinit {
      try? FileManager.default.removeItem(atPath: path)
      if lock >= 0 { close(lock) }
    }
  }

  private static var systemError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

  /// When a file was last modified.
  private func modificationDate(of name: String) -> Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
    return attributes?[.modificationDate] as? Date ?? .distantPast
  }

  private func usesPath(_ key: Fingerprint) -> String { "\(folder)/\(key.text).uses" }

  private static func move(_ path: String, to destination: String) throws {
    guard rename(path, destination) == 0 else { throw systemError }
  }

  private static func fingerprint(ofFile path: String) -> String? {
    FileManager.default.contents(atPath: path).map { Fingerprint(bytes: [UInt8]($0)).text }
  }

  /// Above this number of files the oldest are removed, until half as many are left.
  private static let capacity = 512

  private func prune() {
    let names = names
    guard names.count > Self.capacity else { return }
    let oldest = names.map { ($0, modificationDate(of: $0)) }.sorted { $0.1 < $1.1 }
    for (name, _) in oldest.prefix(names.count - Self.capacity / 2) {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }
}

/// Who may write into a folder.
private struct FolderOwnership {
  private let owners: Set<uid_t>
  private let mode: mode_t
  private var mayBeSystemFolder = false

  /// Nil if the path does not exist. The owner of a symbolic link counts too.
  init?(of path: String) {
    var link = stat()
    var target = stat()
    guard lstat(path, &link) == 0 else { return nil }
    guard stat(path, &target) == 0 else { return nil }
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
