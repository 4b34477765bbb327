/// What a capturing thread reads, round after round.
protocol CapturePort: AnyObject, Sendable {
  /// Waits for sound and hands it on; comes back within a fraction of a second.
  func turn(into stream: InputStream)
  func close()
}
