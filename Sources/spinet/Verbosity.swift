import ArgumentParser
import Logging
import SpinetRealtime

/// How much is printed besides the results.
struct Verbosity: ParsableArguments {
  @Flag(name: [.short, .long], help: "Print errors only.")
  var quiet = false

  @Flag(name: [.short, .long], help: "Print every detail.")
  var verbose = false

  /// - Parameter print: prints a line of the log; it is called from any thread.
  func logger(printing print: @escaping @Sendable (String) -> Void = StandardError.say) -> Logger {
    var logger = Logger(label: "spinet") { _ in LineLog(print: print) }
    logger.logLevel = quiet ? .error : verbose ? .debug : .info
    return logger
  }
}

/// A log handler that prints plain lines.
struct LineLog: LogHandler {
  let print: @Sendable (String) -> Void
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(print: @escaping @Sendable (String) -> Void) { self.print = print }

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    print("spinet: \(Self.text(of: event))")
  }

  /// An error and a remedy are said in the command's words.
  private static func text(of event: LogEvent) -> String {
    if let error = event.error as? SpinetError { return error.text(in: .command) }
    if case .stringConvertible(let remedy as Remedy) = event.metadata?["remedy"] {
      return "\(event.message); \(remedy.spoken)"
    }
    return "\(event.message)"
  }
}
