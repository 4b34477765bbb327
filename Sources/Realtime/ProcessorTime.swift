import CRealtime
import Glibc
import Synchronization

/// The processor time that this process has taken, with that of the processes that compute for it.
package enum ProcessorTime {
  private static let others = Atomic<Int64>(0)

  /// In nanoseconds. [any-thread]
  package static var nanoseconds: Int64 { rt_processor_time(0) + others.load(ordering: .relaxed) }

  /// Adds what another process has taken. [any-thread]
  package static func add(nanoseconds: Int64) { others.wrappingAdd(nanoseconds, ordering: .relaxed) }

  /// What another process has taken so far, in nanoseconds; nil if there is no such process. [any-thread]
  package static func nanoseconds(of process: pid_t) -> Int64? {
    let time = rt_processor_time(process)
    return time < 0 ? nil : time
  }
}
