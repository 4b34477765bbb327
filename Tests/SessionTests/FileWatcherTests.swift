import Foundation
import Scratch
import SpinetDevices
import SpinetRealtime
import SystemPackage
import Testing

@testable import SpinetSession

/// A folder with a file that is followed. Time is what the test says.
private final class FollowedFile {
  let folder = NSTemporaryDirectory() + "spinet-listen-\(UUID().uuidString)"
  let listener = FileWatcher()
  private var seconds = 1.0
  var path: String { "\(folder)/maps/a.yaml" }

  init(makingFolder: Bool = true) throws {
    try FileManager.default.createDirectory(
      atPath: makingFolder ? "\(folder)/maps" : folder, withIntermediateDirectories: true)
    if makingFolder { try write() }
    follow()
    _ = isDue()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var now: HostTime { HostTime(nanoseconds: UInt64(seconds * 1e9)) }
  private func follow() { listener.watch(files: [FilePath(path)], folders: [], at: now) }

  func write(atomically isAtomic: Bool = false) throws {
    try "text \(seconds)".write(toFile: path, atomically: isAtomic, encoding: .utf8)
  }

  /// Whether a second later there was anything to look at; follows what there is then, as a session does.
  func isDue() -> Bool {
    listener.listen(at: now)
    seconds += 1
    let isDue = listener.popDue(at: now)
    if isDue { follow() }
    return isDue
  }
}

/// Folders whose changes a test tells.
private final class ToldFolders: FolderListener {
  let descriptor: Int32 = -1
  var watched: Set<FilePath> = []
  var changes: [FolderChange] = []

  func follow(_ wanted: Set<FilePath>) -> Set<FilePath> {
    watched = wanted
    return []
  }

  func popChanges() -> [FolderChange] {
    defer { changes = [] }
    return changes
  }
}

@Suite struct `A file that is followed` {
  @Test func `is due when its folder says that it changed, or that there were too many changes`() {
    let folder = TemporaryFolder()
    let place = FilePath(folder.path)
    let folders = ToldFolders()
    let watcher = FileWatcher(by: folders)
    var now = HostTime(nanoseconds: 1_000_000_000)
    func isDue() -> Bool {
      watcher.listen(at: now)
      now = now.advanced(bySeconds: 1)
      return watcher.popDue(at: now)
    }
    func watch() { watcher.watch(files: [place.appending("a.yaml")], folders: [], at: now) }
    watch()
    #expect(isDue())
    let cases: [(change: FolderChange, isDue: Bool)] = [
      (.entry(folder: place, name: "a.yaml"), true), (.entry(folder: place, name: "b.yaml"), false),
      (.anything, true),
    ]
    for (change, due) in cases {
      folders.changes = [change]
      #expect(isDue() == due, "\(change)")
      watch()
    }
    #expect(folders.watched.contains(place))
  }

  @Test func `is left alone as long as nothing happens to it`() throws {
    let file = try FollowedFile()
    #expect(!file.isDue())
    try "other".write(toFile: "\(file.folder)/maps/b.yaml", atomically: false, encoding: .utf8)
    #expect(!file.isDue())
  }

  @Test(arguments: [false, true]) func `is due when it was saved, in place or by renaming`(isAtomic: Bool)
    throws
  {
    let file = try FollowedFile()
    for _ in 0..<3 {
      try file.write(atomically: isAtomic)
      #expect(file.isDue())
      #expect(!file.isDue())
    }
  }

  @Test func `is due when it was deleted, and when it was made again`() throws {
    let file = try FollowedFile()
    try FileManager.default.removeItem(atPath: file.path)
    #expect(file.isDue())
    try file.write()
    #expect(file.isDue())
    #expect(!file.isDue())
  }

  @Test func `is due when its folder comes after it was followed`() throws {
    let file = try FollowedFile(makingFolder: false)
    #expect(!file.isDue())
    try FileManager.default.createDirectory(atPath: "\(file.folder)/maps", withIntermediateDirectories: true)
    _ = file.isDue()
    try file.write()
    #expect(file.isDue())
  }

  @Test func `is found in a folder that was deleted and made again`() throws {
    let file = try FollowedFile()
    try FileManager.default.removeItem(atPath: "\(file.folder)/maps")
    try FileManager.default.createDirectory(atPath: "\(file.folder)/maps", withIntermediateDirectories: true)
    #expect(file.isDue())
    #expect(eventually { !file.isDue() })
    try file.write()
    #expect(file.isDue())
  }

  @Test func `is due when a link to it leads elsewhere, and when what it leads to was saved`() throws {
    let file = try FollowedFile()
    let target = "\(file.folder)/target.yaml"
    try "target".write(toFile: target, atomically: false, encoding: .utf8)
    try FileManager.default.removeItem(atPath: file.path)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
    #expect(file.isDue())
    #expect(eventually { !file.isDue() })
    try "changed".write(toFile: target, atomically: true, encoding: .utf8)
    #expect(file.isDue())
  }
}
