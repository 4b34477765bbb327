/// Eight values that go to their goals in straight lines, sample by sample.
public struct LaneRamp: BitwiseCopyable {
  public var value: Lanes
  public var step: Lanes

  @_noLocks @_transparent public init(_ value: Lanes) {
    self.value = value
    step = .zero
  }

  /// The values now; then one step on. [audio-thread]
  @_noLocks @_transparent public mutating func next() -> Lanes {
    let now = value
    value += step
    return now
  }

  /// Those in `fresh` are at their goals at once. [audio-thread]
  @_noLocks @_transparent
  public mutating func approach(_ goal: Lanes, inverseFrames: Float, fresh: LaneMask) {
    value.replace(with: goal, where: fresh)
    step = (goal - value) * inverseFrames
  }
}
