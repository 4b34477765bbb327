import CRealtime

/// Floating-point numbers so close to zero that some processors compute with them a hundred times slower.
package enum Denormals {
  /// Runs `work` on the current thread with denormals treated as zero, as on the audio thread. Restores the
  /// thread's setting afterwards. [any-thread]
  package static func flushed<Result, Failure: Error>(
    during work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = rt_flush_denormals()
    defer { rt_restore_denormals(before) }
    return try work()
  }
}
