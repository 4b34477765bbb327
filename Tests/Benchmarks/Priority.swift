import Foundation

/// Going before all ordinary programs, by `chrt`; where that is not allowed, nothing.
///
/// The server must not wait for ordinary programs: it is those who play that are measured. They are started as a person
/// starts them, and see for themselves how urgent they become.
enum Priority {
  /// Above those of the threads that play.
  static let ofServers = 80
  static let ofMachine = 90
  private static let chrt = "/usr/bin/chrt"

  /// Lets all threads of a program that runs go first.
  static func raise(process: String, to priority: Int) throws {
    guard isAllowed, let number = Int32(process.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      return
    }
    try Run([chrt, "-a", "-f", "-p", "\(priority)", "\(number)"]).succeed()
  }

  static let isAllowed = (try? Run([chrt, "-f", "1", "/bin/true"]).succeed()) != nil
}
