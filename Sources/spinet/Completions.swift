import ArgumentParser
import SpinetTools

/// What the shell offers for arguments, by the scripts of `spinet --generate-completion-script`.
extension CompletionKind {
  static let instrument = custom { _, _, begun in Suggestions.instruments(after: begun) }
  static let mapping = custom { _, _, begun in Suggestions.mappings(after: begun) }
  static let keyboard = custom { _, _, begun in Suggestions.keyboards(after: begun) }
  static let song = custom { _, _, begun in Suggestions.songs(after: begun) }
  static let songOrSound = custom { _, _, begun in
    Suggestions.songs(after: begun) + Suggestions.instruments(after: begun)
  }
  static let patch = custom { _, _, _ in Suggestions.patches() }
  static let widget = custom { _, _, _ in Suggestions.widgets() }
  static let setting = custom { _, _, _ in Suggestions.widgets().map { $0 + "=" } }
  static let scene = custom { _, _, _ in Suggestions.scenes() }
  static let running = custom { _, _, _ in Suggestions.running() }
  static let port = custom { _, _, _ in Suggestions.ports() }
  static let pcm = custom { _, _, _ in Suggestions.outputs() }
  static let inputPCM = custom { _, _, _ in Suggestions.inputs() }
  static let soundFile = file(extensions: ["wav", "aiff", "aif", "flac"])
}
