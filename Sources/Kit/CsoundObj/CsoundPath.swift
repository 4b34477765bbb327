import SpinetRealtime
import SystemPackage

// The same calls with the paths of swift-system.
extension CsoundObj {
  /// Plays a `.csd`, as `play(_:)` with a `String`.
  public func play(_ path: FilePath) throws(SpinetError) { try play(path.string) }

  /// Plays a `.csd` and records it from the beginning, as `record(_:to:)` with `String`s.
  public func record(_ path: FilePath, to file: FilePath) throws(SpinetError) {
    try record(path.string, to: file.string)
  }

  /// Records the output, as `record(to:)` with a `String`.
  public func record(to file: FilePath) throws(SpinetError) { try record(to: file.string) }

  /// Renders a `.csd` into a file, as `record(_:toFile:seconds:)` with `String`s.
  @discardableResult
  public func record(
    _ path: FilePath, toFile file: FilePath, seconds: Double = 3600
  ) throws(SpinetError) -> Int {
    try record(path.string, toFile: file.string, seconds: seconds)
  }
}
