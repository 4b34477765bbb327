import Logging
import SpinetRealtime

/// Keeps the last lines of the log, for those who look at a failure.
final class EveningLog: LogHandler, @unchecked Sendable {
  // Sendable because an evening has one thread.
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info
  private(set) var lines: [String] = []
  /// Called with each error that is told.
  var hasTold: (SpinetError) -> Void = { _ in }
  private static let most = 20

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.append(event.error.map { "\($0)" } ?? "\(event.message)")
    if lines.count > Self.most { lines.removeFirst() }
    if let error = event.error as? SpinetError { hasTold(error) }
  }
}
