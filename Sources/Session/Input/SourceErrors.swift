import SpinetRealtime

/// Which errors of a source are told: a lasting one once, and a source that was lost not again as one that is missing.
struct SourceErrors {
  private var last: SpinetError?
  private var isLost = false

  /// After the source has played, all its errors are news.
  mutating func forget() { self = SourceErrors() }

  /// - Parameter isOpening: whether it could not be opened; otherwise it was lost while it played.
  mutating func isNews(_ error: SpinetError, isOpening: Bool) -> Bool {
    defer { (last, isLost) = (error, !isOpening) }
    return error != last && !(isLost && isOpening)
  }
}
