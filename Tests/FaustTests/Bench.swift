import Foundation
import Glibc
import Scratch
import SpinetFaust
import SystemPackage
import Testing

/// A folder with programs, a cache and a `faust` of its own.
struct Bench: Sendable {
  let folder: String
  var cache: String { "\(folder)/cache/spinet/faust" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "spinet-bench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func write(_ text: String, _ name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  func addFaust() throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/faust", withDestinationPath: "/usr/bin/faust")
  }

  /// What the cache knows of, each with the number that its file has since it was written.
  func compilations() throws -> [String: UInt64] {
    var numbers: [String: UInt64] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: cache) where name.hasSuffix(".uses") {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(cache)/\(name)")
      numbers[name] = attributes[.systemFileNumber] as? UInt64
    }
    return numbers
  }

  /// What a program without inputs says first.
  func sample(_ name: String) throws -> Float {
    let environment = ["PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": "\(folder)/cache"]
    let program = try FaustProgram(
      path: FilePath("\(folder)/\(name)"), settings: FaustSettings(environment: environment))
    let rig = try FaustRig(program)
    return rig.render(8).left.first ?? .nan
  }

  /// Puts a `faust` into the folder that starts another program, which never ends, and waits for it.
  func addEndlessFaust() throws {
    try write(
      "#!/bin/sh\nsleep 1000 &\necho $! > \(folder)/pid.new && mv \(folder)/pid.new \(folder)/pid\nwait\n",
      "faust.text")
    // Another program makes the file: one that this process has open for writing may be inherited by what another test
    // starts at that moment, and cannot be run until that lets go of it.
    let copy = try Process.run(
      URL(filePath: "/usr/bin/install"), arguments: ["\(folder)/faust.text", "\(folder)/faust"])
    copy.waitUntilExit()
    #expect(copy.terminationStatus == 0)
  }

  /// Of the endless program; nil until it runs.
  var endlessProcess: pid_t? {
    let text = try? String(contentsOfFile: "\(folder)/pid", encoding: .utf8)
    return text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  /// Whether the endless program ends soon.
  func endlessProcessEnds() -> Bool {
    guard let process = endlessProcess else { return false }
    return eventually(within: 2) { Self.isOver(process) }
  }

  /// What is killed may wait for init to notice.
  private static func isOver(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return true
    }
    return status.contains(") Z ")
  }
}
