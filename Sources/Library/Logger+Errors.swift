import Logging
import SpinetRealtime

// A log handler gets the error or the remedy itself beside the message, so that it can say them in a program's words.
extension Logger {
  package func error(_ error: SpinetError) { self.error("\(error)", error: error) }

  package func warning(_ error: SpinetError) { warning("\(error)", error: error) }

  /// Says what is so, and what can be done about it.
  ///
  /// The remedy is in the metadata, of this name.
  package func notice(_ text: String, remedy: Remedy) {
    notice("\(text)", metadata: ["remedy": .stringConvertible(remedy)])
  }
}

extension SpinetError {
  /// For an instrument that listens, when there is nothing to listen to.
  package static func silentInput(of instrument: String) -> SpinetError {
    SpinetError(
      .inputUnused, what: instrument, why: "its audio input is silent", remedy: Remedy(.giveInput))
  }
}
