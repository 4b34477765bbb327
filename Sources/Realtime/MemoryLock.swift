import Glibc

/// Keeps the process's memory in RAM, so that the sound never waits for a disk.
package enum MemoryLock: Sendable, Hashable, CustomStringConvertible {
  case locked
  case unlocked(reason: String)

  /// Locks the memory that the process has touched and will touch. [control-thread]
  package static func acquire() -> MemoryLock {
    // On fault: locking untouched memory too would make every thread's whole stack resident.
    var flags = Int32(MCL_CURRENT) | Int32(MCL_ONFAULT)
    if isUnlimited { flags |= Int32(MCL_FUTURE) }
    return mlockall(flags) == 0 ? .locked : .unlocked(reason: String(cString: strerror(errno)))
  }

  /// Unlocks the process's memory. [control-thread]
  package static func giveBack() { munlockall() }

  /// Under a limit, locking future memory would make allocations fail later.
  private static var isUnlimited: Bool {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
    return limit.rlim_cur == rlim_t.max || geteuid() == 0
  }

  package var description: String {
    switch self {
    case .locked: "memory locked"
    case .unlocked(let reason): "memory not locked: \(reason); raise the memlock limit"
    }
  }
}
