import Foundation

/// A folder of its own for one test, gone with it.
public final class TemporaryFolder {
  public let path: String

  public init() {
    // Short, because a socket's path has a limit.
    path = NSTemporaryDirectory() + "spinet-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
