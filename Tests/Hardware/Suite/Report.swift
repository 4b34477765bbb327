import Foundation

/// What was seen where something else was expected.
struct Mismatch: Error, CustomStringConvertible {
  var seen: String
  var expected: String

  var description: String { "seen \(seen), expected \(expected)" }
}

/// Throws a `Mismatch` unless `condition` holds.
func expect(_ condition: Bool, seen: @autoclosure () -> String, expected: String) throws(Mismatch) {
  guard condition else { throw Mismatch(seen: seen(), expected: expected) }
}

/// Runs scenarios, says how each went, and counts.
struct Report {
  /// Only scenarios whose name contains this; all when empty.
  var part = ""
  private(set) var passed = 0
  private(set) var failed = 0

  init(part: String) { self.part = part }

  /// - Parameter isNeeded: whether the others cannot do without it.
  mutating func scenario(_ name: String, isNeeded: Bool = false, _ body: () throws -> Void) {
    guard isNeeded || part.isEmpty || name.contains(part) else { return }
    do {
      try body()
      passed += 1
      say("ok \(name)")
    } catch {
      failed += 1
      say("not ok \(name): \("\(error)".replacing("\n", with: "\n    "))")
    }
  }

  var summary: String { "\(passed) passed, \(failed) failed" }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
