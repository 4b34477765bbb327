import Foundation
import SpinetDevices
import Testing

/// A folder for a test, gone with it.
private final class TestFolder {
  let path = NSTemporaryDirectory() + "spinet-watch-\(UUID().uuidString)"
  init() throws { try make(path) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func make(_ folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func write(_ name: String, atomically isAtomic: Bool = false) throws {
    try "text".write(toFile: "\(path)/\(name)", atomically: isAtomic, encoding: .utf8)
  }
}

@Suite struct FolderWatchTests {
  @Test func `A file that is written, renamed and removed is heard by its name`() throws {
    let folder = try TestFolder()
    let watch = try #require(FolderWatch())
    #expect(watch.follow([folder.path]) == [])
    try folder.write("a")
    #expect(watch.takeChanges() == [.entry(folder: folder.path, name: "a")])
    try FileManager.default.moveItem(atPath: folder.path + "/a", toPath: folder.path + "/b")
    #expect(watch.takeChanges() == ["a", "b"].map { .entry(folder: folder.path, name: $0) })
    try FileManager.default.removeItem(atPath: folder.path + "/b")
    #expect(watch.takeChanges() == [.entry(folder: folder.path, name: "b")])
    #expect(watch.takeChanges() == [])
  }

  @Test func `A file that somebody is writing is heard when it is complete`() throws {
    let folder = try TestFolder()
    let watch = try #require(FolderWatch())
    _ = watch.follow([folder.path])
    #expect(FileManager.default.createFile(atPath: folder.path + "/a", contents: nil))
    _ = watch.takeChanges()
    let file = try #require(FileHandle(forWritingAtPath: folder.path + "/a"))
    try file.write(contentsOf: Data("half".utf8))
    #expect(watch.takeChanges() == [])
    try file.close()
    #expect(watch.takeChanges() == [.entry(folder: folder.path, name: "a")])
  }

  @Test func `A folder that goes is told, and heard again when it is followed anew`() throws {
    let folder = try TestFolder()
    let inner = folder.path + "/inner"
    try folder.make(inner)
    let watch = try #require(FolderWatch())
    _ = watch.follow([inner])
    try FileManager.default.removeItem(atPath: inner)
    #expect(Set(watch.takeChanges()) == [.left(folder: inner)])
    try folder.make(inner)
    #expect(watch.follow([inner]) == [])
    try folder.write("inner/a")
    #expect(watch.takeChanges() == [.entry(folder: inner, name: "a")])
  }

  @Test func `What is no longer followed is not heard, and what is not there is passed over`() throws {
    let folder = try TestFolder()
    let watch = try #require(FolderWatch())
    #expect(watch.follow([folder.path, folder.path + "/nowhere"]) == [])
    _ = watch.follow([])
    _ = watch.takeChanges()
    try folder.write("a")
    #expect(watch.takeChanges() == [])
  }

  @Test func `One folder by two paths is heard by both`() throws {
    let folder = try TestFolder()
    let link = folder.path + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    let watch = try #require(FolderWatch())
    _ = watch.follow([folder.path, link])
    try folder.write("a")
    let expected = Set([folder.path, link].map { FolderChange.entry(folder: $0, name: "a") })
    #expect(Set(watch.takeChanges()) == expected)
  }
}
