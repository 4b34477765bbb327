/// Input samples, as many as the frames of the block that they belong to.
public struct StereoInput: BitwiseCopyable {
  public let left: UnsafePointer<Float>
  public let right: UnsafePointer<Float>

  @inlinable public init(left: UnsafePointer<Float>, right: UnsafePointer<Float>) {
    self.left = left
    self.right = right
  }

  @_noLocks @inlinable func advanced(by frames: Int) -> StereoInput {
    StereoInput(left: left + frames, right: right + frames)
  }
}
