import Foundation

/// A program run to its end, and what it cost.
struct Run {
  /// User and system time of the program, in seconds.
  let processorSeconds: Double
  private let words: [String]
  private let status: Int32

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameter words: the program's path, then its arguments.
  init(_ words: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let before = Self.childrenSeconds
    try process.run()
    process.waitUntilExit()
    processorSeconds = Self.childrenSeconds - before
    self.words = words
    status = process.terminationStatus
  }

  /// Throws when the program did not end well.
  @discardableResult func succeed() throws -> Run {
    guard status == 0 else {
      throw Failure(description: "\(words.joined(separator: " ")) ended with status \(status)")
    }
    return self
  }

  private static var childrenSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6 }
  }
}
