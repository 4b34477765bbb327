import SpinetRealtime

/// Decides which errors of a source are reported. A lasting error is reported once. A source that was lost is not
/// reported again because it cannot be opened.
struct SourceErrors {
  private var last: SpinetError?
  private var isLost = false

  /// Call it when the source has played: from then on all its errors are reported again.
  mutating func forget() { self = SourceErrors() }

  /// - Parameter isOpening: whether it could not be opened; otherwise it was lost while it played.
  mutating func isNews(_ error: SpinetError, isOpening: Bool) -> Bool {
    defer { (last, isLost) = (error, !isOpening) }
    return error != last && !(isLost && isOpening)
  }
}
