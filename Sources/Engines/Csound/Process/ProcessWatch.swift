import Glibc
import SpinetRealtime

/// Looks from time to time at a process that computes for this one.
struct ProcessWatch {
  enum Verdict: Equatable {
    case fine
    /// Told once for each block that takes long.
    case slow
    case stuck
  }

  private var next = HostTime(nanoseconds: 0)
  private var isSlow = false
  /// The processor time that has been counted, in nanoseconds.
  private var counted: Int64 = 0

  static let secondsBetweenLooks = 0.25
  /// How long a process may compute one block before people are told, and before it is ended.
  private static let toldBlock = 1.0
  private static let longestBlock = 5.0

  /// Whether it is time to look. Returns true once for each look.
  mutating func isDue(at now: HostTime) -> Bool {
    guard now >= next else { return false }
    next = now.advanced(bySeconds: Self.secondsBetweenLooks)
    return true
  }

  /// - Parameter seconds: how long it has not answered.
  mutating func verdict(missed seconds: Double) -> Verdict {
    let wasSlow = isSlow
    isSlow = seconds > Self.toldBlock
    if seconds > Self.longestBlock { return .stuck }
    return isSlow && !wasSlow ? .slow : .fine
  }

  /// Its processor time counts as this process's.
  mutating func countTime(of process: pid_t) {
    guard let time = ProcessorTime.nanoseconds(of: process) else { return }
    ProcessorTime.add(nanoseconds: time - counted)
    counted = time
  }
}
