import CRealtime

/// A time of CLOCK_MONOTONIC. Every event in Spinet is stamped with this clock.
public struct HostTime: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Since the clock's zero, usually the start of the machine.
  public var nanoseconds: UInt64

  /// A moment by its nanoseconds of CLOCK_MONOTONIC.
  @_noLocks @inlinable public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// - Parameter seconds: negative values and not a number count as 0.
  @_noLocks @inlinable public init(seconds: Double) { self.init(saturating: seconds * 1e9 + 0.5) }

  /// The nearest time to a number of nanoseconds. Not a number counts as 0.
  @_noLocks @inlinable init(saturating nanoseconds: Double) {
    // 2⁶⁴, the smallest double for which `UInt64.init` traps.
    let limit = 18_446_744_073_709_551_616.0
    self.nanoseconds = nanoseconds > 0 ? nanoseconds < limit ? UInt64(nanoseconds) : .max : 0
  }

  /// The current time. [any-thread]
  public static var now: HostTime { @_noLocks get { HostTime(nanoseconds: rt_now()) } }

  /// The seconds of CLOCK_MONOTONIC.
  @inlinable public var seconds: Double { Double(nanoseconds) * 1e-9 }

  @inlinable public static func < (a: HostTime, b: HostTime) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Nanoseconds from `earlier` to this time; negative if this time is earlier.
  @_noLocks @inlinable public func nanoseconds(since earlier: HostTime) -> Int64 {
    Int64(bitPattern: nanoseconds &- earlier.nanoseconds)
  }

  /// The time this many seconds later, or earlier if negative. Limited to the range of the clock; unchanged
  /// if `seconds` is not a number.
  @inlinable public func advanced(bySeconds seconds: Double) -> HostTime {
    seconds.isNaN ? self : HostTime(saturating: Double(nanoseconds) + seconds * 1e9)
  }
}
