#if Csound
  /// What a host does before and after each control block, as C functions that get `context`. [audio-thread]
  package struct PerformanceHooks: BitwiseCopyable {
    package typealias Hook = @convention(c) (UnsafeMutableRawPointer?) -> Void

    let before: Hook
    let after: Hook
    let context: UnsafeMutableRawPointer

    /// - Parameter context: must outlive the performance.
    package init(before: @escaping Hook, after: @escaping Hook, context: UnsafeMutableRawPointer) {
      self.before = before
      self.after = after
      self.context = context
    }
  }
#endif
