import Foundation
import Testing

/// The project's files.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The Swift modules, by the folders that Package.swift gives them.
  static let modules: [Module] = {
    guard let manifest = try? text(of: "Package.swift") else { return [] }
    let named = manifest.matches(of: /module\(\s*"(\w+)", in: "([^"]+)"/).map { (String($0.1), String($0.2)) }
    let all = named + [("spinet", "spinet"), ("VoiceLoopsAVX2", "Engines/VoiceLoopsAVX2")]
    return all.map { name, folder in
      Module(name: name, folder: "Sources/\(folder)", files: swiftFiles(below: "Sources/\(folder)"))
    }
  }()

  /// The modules of the products, and those that they export.
  static func importable() throws -> Set<String> { try importableModules.get() }

  private static let importableModules = Result { try readImportable() }

  private static func readImportable() throws -> Set<String> {
    let products = try text(of: "Package.swift").matches(of: /\.library\(name: "Spinet(\w+)"/)
    var modules = Set(products.map { String($0.1) })
    for module in Self.modules where modules.contains(module.name) {
      for file in module.files {
        let text = try text(of: file)
        guard text.contains("@_exported") else { continue }
        modules.formUnion(text.matches(of: /@_exported import Spinet(\w+)/).map { String($0.1) })
      }
    }
    return modules
  }

  /// Every Swift file below `folder`, by its path from the root.
  static func swiftFiles(below folder: String) -> [String] { files(below: folder, ending: ".swift") }

  static func files(below folder: String, ending: String) -> [String] {
    let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }
      .map { "\(folder)/\($0)" }.sorted()
  }

  /// The chapters of the guide, and its first page.
  static let guide = files(below: "Sources/spinet/spinet.docc", ending: ".md")

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []).sorted()
  }

  /// What git has at the top level; nothing if this is not a clone.
  static func topLevel() throws -> [String] {
    guard let git = try? Command(["git", "-C", root.path, "ls-tree", "--name-only", "HEAD"]), git.status == 0
    else { return [] }
    return git.output.split(separator: "\n").map(String.init)
  }
}

/// A module of Sources.
struct Module: CustomTestStringConvertible {
  /// Without `Spinet` before it.
  let name: String
  let folder: String
  let files: [String]

  var testDescription: String { name }
}

/// A program that was run to its end.
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
