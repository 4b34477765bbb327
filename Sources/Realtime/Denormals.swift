import CRealtime

/// Numbers next to nothing, with which some processors reckon a hundred times slower.
public enum Denormals {
  /// Works as the audio thread does, to which they are zero, on a thread that is somebody else's: afterwards
  /// they are to it what they were. [any-thread]
  public static func flushed<Result, Failure: Error>(
    during work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = rt_flush_denormals()
    defer { rt_restore_denormals(before) }
    return try work()
  }
}
