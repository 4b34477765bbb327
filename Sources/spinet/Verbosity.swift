import ArgumentParser
import Logging
import Terminal

/// How much is said beside the results.
struct Verbosity: ParsableArguments {
  @Flag(name: [.short, .long], help: "Say nothing but errors.")
  var quiet = false

  @Flag(name: [.short, .long], help: "Say every detail.")
  var verbose = false

  /// Log lines on standard error, or above the live line of a terminal.
  func logger(above line: (any LiveLine)? = nil) -> Logger {
    var logger = Logger(label: "spinet") { _ in LineLog(live: line) }
    logger.logLevel = quiet ? .error : verbose ? .debug : .info
    return logger
  }
}

/// A log handler that writes plain lines.
struct LineLog: LogHandler {
  let live: (any LiveLine)?
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(live: (any LiveLine)?) { self.live = live }

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = "spinet: \(event.message)"
    if let live, live.isShown { live.log(line) } else { StandardError.say(line) }
  }
}
