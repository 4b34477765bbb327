import Foundation

/// A folder in memory for what programs write, gone with this object.
final class Scratch {
  let path: String

  init() throws {
    let memory = "/dev/shm"
    let root = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    path = "\(root)/spinet-benchmark-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }
  func text(of name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }
}
