#if Csound
  /// What a host does before and after each control block, as C functions that get `context`. [audio-thread]
  public struct PerformanceHooks: BitwiseCopyable {
    public typealias Hook = @convention(c) (UnsafeMutableRawPointer?) -> Void

    let before: Hook
    let after: Hook
    let context: UnsafeMutableRawPointer

    /// - Parameter context: must outlive the performance.
    public init(before: @escaping Hook, after: @escaping Hook, context: UnsafeMutableRawPointer) {
      self.before = before
      self.after = after
      self.context = context
    }
  }
#endif
