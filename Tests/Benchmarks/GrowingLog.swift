import Foundation

/// A log that is being written: counts the lines that have one of some signs in them.
final class GrowingLog {
  private let path: String
  private let signs: [String]
  private var offset: UInt64 = 0
  private var found = 0
  private var rest = ""

  init(path: String, signs: [String]) {
    self.path = path
    self.signs = signs
  }

  /// Up to the last line that is complete.
  var count: Int {
    guard let file = FileHandle(forReadingAtPath: path) else { return found }
    defer { try? file.close() }
    try? file.seek(toOffset: offset)
    let new = (try? file.readToEnd()) ?? Data()
    offset += UInt64(new.count)
    var lines = (rest + String(decoding: new, as: UTF8.self)).split(
      separator: "\n", omittingEmptySubsequences: false)
    rest = lines.popLast().map(String.init) ?? ""
    found += lines.count { line in signs.contains { line.contains($0) } }
    return found
  }
}
