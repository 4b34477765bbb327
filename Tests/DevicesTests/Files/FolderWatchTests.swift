import Foundation
import SpinetDevices
import SpinetText
import SystemPackage
import Testing

/// A folder for a test, gone with it.
private final class TestFolder {
  let path = FilePath(NSTemporaryDirectory()).appending("spinet-watch-\(UUID().uuidString)")
  init() throws { try make(path) }
  deinit { try? FileManager.default.removeItem(atPath: path.string) }

  func make(_ folder: FilePath) throws {
    try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
  }

  func file(_ name: String) -> String { path.appending(name).string }

  func write(_ name: String, atomically isAtomic: Bool = false) throws {
    try "text".write(toFile: path.appending(name).string, atomically: isAtomic, encoding: .utf8)
  }
}

@Suite struct FolderWatchTests {
  @Test func `A file that is written, renamed and removed is heard by its name`() throws {
    let folder = try TestFolder()
    let watch = try #require(FolderWatch())
    #expect(watch.follow([folder.path]) == [])
    try folder.write("a")
    #expect(watch.popChanges() == [.entry(folder: folder.path, name: "a")])
    try FileManager.default.moveItem(atPath: folder.file("a"), toPath: folder.file("b"))
    #expect(watch.popChanges() == ["a", "b"].map { .entry(folder: folder.path, name: $0) })
    try FileManager.default.removeItem(atPath: folder.file("b"))
    #expect(watch.popChanges() == [.entry(folder: folder.path, name: "b")])
    #expect(watch.popChanges() == [])
  }

  @Test func `A file that somebody is writing is heard when it is complete`() throws {
    let folder = try TestFolder()
    let watch = try #require(FolderWatch())
    _ = watch.follow([folder.path])
    #expect(FileManager.default.createFile(atPath: folder.file("a"), contents: nil))
    _ = watch.popChanges()
    let file = try #require(FileHandle(forWritingAtPath: folder.file("a")))
    try file.write(contentsOf: Data("half".utf8))
    #expect(watch.popChanges() == [])
    try file.close()
    #expect(watch.popChanges() == [.entry(folder: folder.path, name: "a")])
  }

  @Test func `A folder that goes is told, and heard again when it is followed anew`() throws {
    let folder = try TestFolder()
    let inner = folder.path.appending("inner")
    try folder.make(inner)
    let watch = try #require(FolderWatch())
    _ = watch.follow([inner])
    try FileManager.default.removeItem(atPath: inner.string)
    #expect(Set(watch.popChanges()) == [.left(folder: inner)])
    try folder.make(inner)
    #expect(watch.follow([inner]) == [])
    try folder.write("inner/a")
    #expect(watch.popChanges() == [.entry(folder: inner, name: "a")])
  }

  @Test func `What is no longer followed is not heard, and what is not there is passed over`() throws {
    let folder = try TestFolder()
    let watch = try #require(FolderWatch())
    #expect(watch.follow([folder.path, folder.path.appending("nowhere")]) == [])
    _ = watch.follow([])
    _ = watch.popChanges()
    try folder.write("a")
    #expect(watch.popChanges() == [])
  }

  @Test func `One folder by two paths is heard by both`() throws {
    let folder = try TestFolder()
    let link = folder.path.beside("\(folder.path.name)-link")
    try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: folder.path.string)
    defer { try? FileManager.default.removeItem(atPath: link.string) }
    let watch = try #require(FolderWatch())
    _ = watch.follow([folder.path, link])
    try folder.write("a")
    let expected = Set([folder.path, link].map { FolderChange.entry(folder: $0, name: "a") })
    #expect(Set(watch.popChanges()) == expected)
  }
}
