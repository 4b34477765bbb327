import Foundation
import Glibc
import Scratch
import SpinetRealtime
import SystemPackage
import Testing

@testable import SpinetLibrary

@Suite struct AtomicFileTests {
  private let folder = TemporaryFolder()

  private func mode(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test(arguments: [0o666, 0o640, 0o600]) func `A file keeps its permissions`(mode: Int) throws {
    let path = folder.path + "/file.yaml"
    try "old".write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    try AtomicFile.write("new", to: FilePath(path), permissions: 0o644)
    #expect(try self.mode(path) == mode)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
  }

  @Test func `Devices and pipes are not replaced, also by a link`() throws {
    let (pipe, link) = ("\(folder.path)/pipe", "\(folder.path)/link")
    #expect(mkfifo(pipe, 0o644) == 0 && symlink(pipe, link) == 0)
    for path in [pipe, link] {
      #expect(throws: SpinetError.self) { try AtomicFile.write("text", to: FilePath(path)) }
    }
    var status = stat()
    #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link", "pipe"])
  }

  @Test func `A name may be as long as names get`() throws {
    let path = "\(folder.path)/\(String(repeating: "x", count: 255))"
    try AtomicFile.write("text", to: FilePath(path))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "text")
  }

  @Test func `Two writes at once leave one of the two texts, and nothing else`() async throws {
    let texts = (0..<8).map { String(repeating: "\($0)", count: 100_000) }
    for path in ["\(folder.path)/a", "\(folder.path)/b"] {
      try await withThrowingTaskGroup { group in
        for text in texts { group.addTask { try AtomicFile.write(text, to: FilePath(path)) } }
        try await group.waitForAll()
      }
      #expect(try texts.contains(String(contentsOfFile: path, encoding: .utf8)))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a", "b"])
  }

  @Test func `Left temporary files go, but not those of writers that may still write`() throws {
    for (name, age) in [
      (".1x2y.new", 100.0), (".4711.new", 100), (".young.new", 0), ("my.new", 100), (".a b.new", 100),
    ] {
      let path = "\(folder.path)/\(name)"
      try Data().write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.modificationDate: Date.now - age], ofItemAtPath: path)
    }
    var stuck = Disk()
    stuck.remove = { _ in -1 }
    for (disk, left) in [
      (stuck, [".1x2y.new", ".4711.new", ".a b.new", ".young.new", "my.new"]),
      (Disk(), [".a b.new", ".young.new", "my.new"]),
    ] {
      AtomicFile.removeLeft(in: FilePath(folder.path), at: Date.now.timeIntervalSince1970, on: disk)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == left)
    }
  }

  @Test func `A file in a folder that cannot be written is refused early`() throws {
    var readOnly = Disk()
    readOnly.allowsWriting = { _ in
      errno = EROFS
      return -1
    }
    let path = FilePath(folder.path + "/new/a.yaml")
    try AtomicFile.checkWritable(path)
    let error = #expect(throws: SpinetError.self) { try AtomicFile.checkWritable(path, on: readOnly) }
    #expect(error?.why == String(cString: strerror(EROFS)))
  }

  @Test func `What cannot take the file's place is refused with the reason for that`() throws {
    let path = folder.path + "/taken"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let error = #expect(throws: SpinetError.self) { try AtomicFile.write("text", to: FilePath(path)) }
    #expect(error?.why == String(cString: strerror(EISDIR)))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["taken"])
  }
}
