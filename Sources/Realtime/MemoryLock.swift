import Glibc

/// Whether the process's memory stays in the machine's, so that no sound waits for a disk.
public enum MemoryLock: Sendable, Hashable, CustomStringConvertible {
  case locked
  case unlocked(reason: String)

  /// Locks what the process has and will touch. [control-thread]
  public static func take() -> MemoryLock {
    // On fault: locking untouched memory too would make every thread's stack resident, and under a
    // finite limit would fail the next allocation instead of this call.
    let flags = Int32(MCL_CURRENT) | Int32(MCL_FUTURE) | Int32(MCL_ONFAULT)
    return mlockall(flags) == 0 ? .locked : .unlocked(reason: String(cString: strerror(errno)))
  }

  public var description: String {
    switch self {
    case .locked: "memory locked"
    case .unlocked(let reason): "memory not locked: \(reason); raise the memlock limit"
    }
  }
}
