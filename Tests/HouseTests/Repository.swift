import Foundation

/// The project's own files, as these tests read them.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The rooms: the folders of Sources.
  static var rooms: [String] { names(in: "Sources").filter { !$0.hasPrefix(".") } }

  /// Every Swift file below `folder`, by its path from the root.
  static func swiftFiles(below folder: String) -> [String] {
    let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      .map { "\(folder)/\($0)" }.sorted()
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []).sorted()
  }

  /// What git keeps at the top level: nothing where this is no clone.
  static func topLevel() throws -> [String] {
    guard let git = try? Command(["git", "-C", root.path, "ls-tree", "--name-only", "HEAD"]), git.status == 0
    else { return [] }
    return git.output.split(separator: "\n").map(String.init)
  }
}

/// A program that has run to its end.
struct Command {
  let status: Int32
  let output: String

  init(_ words: [String]) throws {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }
}
