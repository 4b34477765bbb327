/// The linear relation between the frames of a stream and the host clock.
///
/// Offline, frame 0 is time 0 and the relation is exact. Live, `StreamClock` estimates it from the device's
/// reports.
public struct Timeline: Sendable, BitwiseCopyable {
  /// A frame, and the time at which it is played without latency.
  public var anchorFrame: Int64
  /// The moment at which the anchor's frame is played.
  public var anchorTime: HostTime
  /// How fast the stream runs, in hertz.
  public var framesPerSecond: Double
  /// The constant delay from an event's time to its frame.
  public var latencyFrames: Int64

  /// A line through one pair of a frame and a moment.
  @_noLocks public init(
    anchorFrame: Int64 = 0, anchorTime: HostTime = HostTime(nanoseconds: 0), framesPerSecond: Double,
    latencyFrames: Int64 = 0
  ) {
    self.anchorFrame = anchorFrame
    self.anchorTime = anchorTime
    self.framesPerSecond = framesPerSecond
    self.latencyFrames = latencyFrames
  }

  /// The frame at which an event of this time is played. [any-thread]
  @_noLocks @inlinable public func frame(of time: HostTime) -> Int64 {
    let frames = Double(time.nanoseconds(since: anchorTime)) * 1e-9 * framesPerSecond
    // Rounds half up without `.rounded()`, which `@_noLocks` rejects.
    let shifted = frames + 0.5
    let whole = Int64(shifted)
    let floor = Double(whole) > shifted ? whole - 1 : whole
    return anchorFrame + floor + latencyFrames
  }

  /// The time whose events are played at `frame`. [any-thread]
  public func time(of frame: Int64) -> HostTime {
    let nanoseconds = Double(frame - latencyFrames - anchorFrame) / framesPerSecond * 1e9
    return HostTime(nanoseconds: anchorTime.nanoseconds &+ UInt64(bitPattern: Int64(nanoseconds)))
  }
}
