import SpinetRealtime

/// Decides which errors of a source are reported. A lasting error is reported once. A source that was lost is not
/// reported again because it cannot be opened.
package struct SourceErrors {
  private var last: SpinetError?
  private var isLost = false

  package init() {}

  /// Call it when the source has played: from then on all its errors are reported again.
  package mutating func forget() { self = SourceErrors() }

  /// - Parameter isOpening: whether it could not be opened; otherwise it was lost while it played.
  package mutating func isNews(_ error: SpinetError, isOpening: Bool) -> Bool {
    defer { (last, isLost) = (error, !isOpening) }
    return error != last && !(isLost && isOpening)
  }
}

extension StoppableThread {
  /// The longest wait for a source, in seconds, before `isStopping` is checked again.
  package static let longestWait = 0.2

  /// Waits two seconds before the next attempt to open a source, or until the thread has to end.
  package func waitForNextTry() { sleep(seconds: 2) }
}
