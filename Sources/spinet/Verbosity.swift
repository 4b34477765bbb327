import ArgumentParser
import Logging
import Terminal

/// How much is said beside the results.
struct Verbosity: ParsableArguments {
  @Flag(name: [.short, .long], help: "Say nothing but errors.")
  var quiet = false

  @Flag(name: [.short, .long], help: "Say every detail.")
  var verbose = false

  /// Log lines on standard error, or above the live line of `screen`.
  func logger(over screen: StatusScreen? = nil) -> Logger {
    var logger = Logger(label: "spinet") { _ in LineLog(screen: screen) }
    logger.logLevel = quiet ? .error : verbose ? .debug : .info
    return logger
  }
}

/// A log handler that writes plain lines.
struct LineLog: LogHandler {
  let screen: StatusScreen?
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(screen: StatusScreen?) { self.screen = screen }

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = "spinet: \(event.message)"
    if let screen, screen.isShown { screen.log(line) } else { StandardError.say(line) }
  }
}
