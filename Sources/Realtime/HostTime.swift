import CRealtime

/// A moment of CLOCK_MONOTONIC, the one clock of every event in Spinet.
public struct HostTime: Hashable, Comparable, Sendable, BitwiseCopyable {
  public var nanoseconds: UInt64

  @_noLocks @inlinable public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  @_noLocks @inlinable public init(seconds: Double) {
    nanoseconds = UInt64(max(0, seconds) * 1e9 + 0.5)
  }

  /// This moment. [any-thread]
  public static var now: HostTime { @_noLocks get { HostTime(nanoseconds: rt_now()) } }

  @inlinable public var seconds: Double { Double(nanoseconds) * 1e-9 }

  @inlinable public static func < (a: HostTime, b: HostTime) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Nanoseconds from `earlier` to this moment; negative when this one came first.
  @_noLocks @inlinable public func nanoseconds(since earlier: HostTime) -> Int64 {
    Int64(bitPattern: nanoseconds &- earlier.nanoseconds)
  }

  @inlinable public func advanced(bySeconds seconds: Double) -> HostTime {
    HostTime(nanoseconds: UInt64(max(0, Double(nanoseconds) + seconds * 1e9)))
  }
}
