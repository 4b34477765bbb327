import DSP

/// Room for one span of eight voices on their way through the oscillators and the filter, and for the sums
/// of all groups before their lanes are added up.
public struct LaneBuffers: BitwiseCopyable {
  /// Frames in a control step, the longest span.
  public static var capacity: Int { @_noLocks @inlinable get { 32 } }

  public var source: UnsafeMutablePointer<Lanes>
  /// The right side's, where the sides differ before the filter.
  public let rightSource: UnsafeMutablePointer<Lanes>
  /// What the first oscillator's first voice plays, for the second to follow.
  public let modulator: UnsafeMutablePointer<Lanes>
  /// How long after each frame that voice begins its cycle anew, in frames; 0 where it does not.
  public let restarts: UnsafeMutablePointer<Lanes>
  public let left: UnsafeMutablePointer<Lanes>
  public let right: UnsafeMutablePointer<Lanes>
  /// Both sides alike.
  public let centre: UnsafeMutablePointer<Lanes>

  public init() {
    source = .allocate(capacity: 7 * Self.capacity)
    source.initialize(repeating: .zero, count: 7 * Self.capacity)
    rightSource = source + Self.capacity
    modulator = source + 2 * Self.capacity
    restarts = source + 3 * Self.capacity
    left = source + 4 * Self.capacity
    right = source + 5 * Self.capacity
    centre = source + 6 * Self.capacity
  }

  /// The same, with the right side's source for the source of a group that is played beside another.
  public var beside: LaneBuffers {
    @_noLocks @_transparent get {
      var other = self
      other.source = rightSource
      return other
    }
  }

  public func deallocate() { source.deallocate() }

  /// [audio-thread]
  @_noLocks public func clearSums(_ count: Int) {
    for frame in 0..<count {
      left[frame] = .zero
      right[frame] = .zero
      centre[frame] = .zero
    }
  }
}
