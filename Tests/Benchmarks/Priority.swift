import Foundation

/// Going before all ordinary programs, by `chrt`; where that is not allowed, nothing.
///
/// The server, and the threads that ALSA's way to it starts in each program, must not wait for ordinary ones: it is
/// those who play that are measured.
enum Priority {
  private static let chrt = "/usr/bin/chrt"

  /// What comes before the words of a program that goes first.
  static func words(_ priority: Int) -> [String] { isAllowed ? [chrt, "-f", "\(priority)"] : [] }

  /// Does `work` on a main thread that goes first; threads that are started there do so too.
  static func raised<Result>(_ priority: Int, _ work: () throws -> Result) throws -> Result {
    guard isAllowed else { return try work() }
    try Run([chrt, "-f", "-p", "\(priority)", "\(getpid())"]).succeed()
    defer { _ = try? Run([chrt, "-o", "-p", "0", "\(getpid())"]) }
    return try work()
  }

  private static let isAllowed = (try? Run([chrt, "-f", "1", "/bin/true"]).succeed()) != nil
}
