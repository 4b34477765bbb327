import CRealtime

/// A moment of CLOCK_MONOTONIC, the one clock of every event in Spinet.
public struct HostTime: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Since the clock's own beginning, usually the start of the machine.
  public var nanoseconds: UInt64

  @_noLocks @inlinable public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// - Parameter seconds: below 0, and not a number, counts as 0.
  @_noLocks @inlinable public init(seconds: Double) { self.init(saturating: seconds * 1e9 + 0.5) }

  /// The nearest moment to a count of nanoseconds; not a number counts as 0.
  @_noLocks @inlinable init(saturating nanoseconds: Double) {
    // The first double from which on `UInt64.init` traps.
    let limit = 18_446_744_073_709_551_616.0
    self.nanoseconds = nanoseconds > 0 ? nanoseconds < limit ? UInt64(nanoseconds) : .max : 0
  }

  /// This moment. [any-thread]
  public static var now: HostTime { @_noLocks get { HostTime(nanoseconds: rt_now()) } }

  @inlinable public var seconds: Double { Double(nanoseconds) * 1e-9 }

  @inlinable public static func < (a: HostTime, b: HostTime) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Nanoseconds from `earlier` to this moment; negative when this one came first.
  @_noLocks @inlinable public func nanoseconds(since earlier: HostTime) -> Int64 {
    Int64(bitPattern: nanoseconds &- earlier.nanoseconds)
  }

  /// The moment so many seconds later, or earlier below 0. It stops at the clock's two ends, and stays where it
  /// is for seconds that are not a number.
  @inlinable public func advanced(bySeconds seconds: Double) -> HostTime {
    seconds.isNaN ? self : HostTime(saturating: Double(nanoseconds) + seconds * 1e9)
  }
}
