import Foundation
import Glibc

/// Compiled programs on disk: `KEY-….so` holds the code, `KEY.uses` tells which, and of which libraries it
/// was made. Files come into being whole, by rename(2), so that any number of spinets may compile at once.
struct CodeCache {
  let folder: String

  /// `$XDG_CACHE_HOME/spinet/faust`.
  init(environment: [String: String]) {
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let caches = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map { "\($0)/.cache" }
    folder = (caches ?? "/tmp/spinet-\(getuid())") + "/spinet/faust"
  }

  /// The code for `key`, if it is there and the libraries are what they were.
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

  /// Takes a compiled library in. Answers where it is now.
  func store(_ built: String, for key: Fingerprint, libraries: [String]) throws -> String {
    var uses = libraries.map { "\(Self.fingerprint(ofFile: $0) ?? "gone") \($0)" }
    let code = "\(key.text)-\(Fingerprint(uses.joined(separator: "\n")).text.prefix(16)).so"
    uses.append(code)
    try Self.move(built, to: "\(folder)/\(code)")
    let written = built + ".uses"
    try (uses.joined(separator: "\n") + "\n").write(toFile: written, atomically: false, encoding: .utf8)
    try Self.move(written, to: usesPath(key))
    prune()
    return "\(folder)/\(code)"
  }

  /// Forgets what cannot be loaded.
  func remove(_ key: Fingerprint) { unlink(usesPath(key)) }

  /// A new folder inside, to compile in. The caller removes it.
  func makeWorkshop() throws -> String {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var name = Array("\(folder)/work-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func usesPath(_ key: Fingerprint) -> String { "\(folder)/\(key.text).uses" }

  private static func move(_ path: String, to place: String) throws {
    guard rename(path, place) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  private static func fingerprint(ofFile path: String) -> String? {
    FileManager.default.contents(atPath: path).map { Fingerprint(bytes: [UInt8]($0)).text }
  }

  /// How many files it keeps; the oldest go first.
  private static let capacity = 512

  private func prune() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard names.count > Self.capacity else { return }
    func age(_ name: String) -> Date {
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      return attributes?[.modificationDate] as? Date ?? .distantPast
    }
    let oldest = names.map { ($0, age($0)) }.sorted { $0.1 < $1.1 }.prefix(names.count - Self.capacity / 2)
    for (name, _) in oldest { try? FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
  }
}
