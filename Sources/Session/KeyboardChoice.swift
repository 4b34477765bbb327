import Logging
import SpinetKeyboard
import SpinetLibrary
import SpinetRealtime

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
  package func load(logger: Logger) throws(SpinetError) -> KeyboardConfiguration? {
    try loadWithFiles(logger: logger).keyboard
  }

  /// The keyboard, and the user's files that it was read from.
  func loadWithFiles(
    logger: Logger
  ) throws(SpinetError) -> (keyboard: KeyboardConfiguration?, files: ActiveKeyboard) {
    var files = ActiveKeyboard()
    let keyboard: KeyboardConfiguration? =
      switch self {
      case .automatic: nil
      case .standard: .seed
      case .named(let name): try KeyboardLoader.load(name, logger: logger) { files.record($0) }
      }
    return (keyboard, files)
  }
}
