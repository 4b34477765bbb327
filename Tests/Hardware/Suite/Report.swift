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
///
/// One that fails is tried once more: an emulated machine on a busy host is late by seconds now and then. What it saw at
/// first is said too.
struct Report {
  /// Only scenarios whose name contains this; all when empty.
  var part = ""
  private(set) var passed = 0
  private(set) var failed = 0

  init(part: String) { self.part = part }

  /// - Parameter isNeeded: whether the others cannot do without it.
  mutating func scenario(_ name: String, isNeeded: Bool = false, _ body: () throws -> Void) {
    guard isNeeded || part.isEmpty || name.contains(part) else { return }
    if let failure = failure(of: body) {
      say("at first not ok \(name): \(failure)")
      if let failure = self.failure(of: body) {
        failed += 1
        return say("not ok \(name): \(failure)")
      }
    }
    passed += 1
    say("ok \(name)")
  }

  private func failure(of body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)".replacing("\n", with: "\n    ")
    }
  }

  var summary: String { "\(passed) passed, \(failed) failed" }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
