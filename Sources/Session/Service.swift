import Glibc
import SpinetRealtime

/// A part of a session that the control loop serves. [control-thread]
protocol Service: AnyObject {
  /// What wakes the loop for it. A negative descriptor never does.
  var descriptors: [pollfd] { get }

  /// When it needs a turn even if nothing wakes the loop. It is nil only if everything that it waits for wakes the
  /// loop.
  func nextMoment(after now: HostTime) -> HostTime?

  /// Does what is due.
  ///
  /// - Parameter isReady: whether one of its descriptors was ready. Reading each one costs a system call, which a
  ///   burst of other messages need not pay at every turn.
  func turn(at now: HostTime, isReady: Bool)
}

extension Service {
  var descriptors: [pollfd] { [] }
  func nextMoment(after now: HostTime) -> HostTime? { nil }
}

extension pollfd {
  /// Ready when there is something to read; nil is never ready.
  init(reading descriptor: Int32?) { self.init(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0) }
}

/// Does something at most once in an interval, however often there is a reason. [control-thread]
struct Pace {
  private let nanoseconds: Int64
  private var last = HostTime(nanoseconds: 0)
  /// Whether there was a reason that has to wait.
  private var isWaiting = false

  init(milliseconds: Int64) { nanoseconds = milliseconds * 1_000_000 }

  /// Whether to do it now. If not, `nextMoment` is when.
  mutating func isDue(at now: HostTime) -> Bool {
    isWaiting = now.nanoseconds(since: last) < nanoseconds
    if !isWaiting { last = now }
    return !isWaiting
  }

  /// Nil if nothing waits.
  var nextMoment: HostTime? {
    isWaiting ? HostTime(nanoseconds: last.nanoseconds + UInt64(nanoseconds)) : nil
  }
}
