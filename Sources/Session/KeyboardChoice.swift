import Logging
import SpinetKeyboard
import SpinetLibrary
import SpinetRealtime
import SystemPackage

extension PlayOptions {
  /// Which keyboard the instrument has.
  public enum KeyboardChoice: Sendable, Equatable {
    /// The instrument's own.
    case automatic
    /// Faust's SmartKeyboard as it is without a declaration.
    case standard
    /// A file, or the name of a keyboard.
    case named(String)
  }
}

extension PlayOptions.KeyboardChoice {
  /// - Parameter word: `-` for the standard one, a file, or a name.
  package init(_ word: String) { self = word == "-" ? .standard : .named(word) }

  /// Nil for the instrument's own.
  ///
  /// - Parameter record: called with each user file that is read.
  package func load(
    logger: Logger, recording record: (FilePath) -> Void = { _ in }
  ) throws(SpinetError) -> KeyboardConfiguration? {
    switch self {
    case .automatic: nil
    case .standard: .seed
    case .named(let name): try KeyboardLoader.load(name, logger: logger, recording: record)
    }
  }
}
