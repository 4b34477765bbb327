import SpinetFormats
import SpinetKeyboard

/// What a program declares about itself: its keyboard and how many voices it wants.
struct DeclaredOptions {
  let keyboard: KeyboardFile?
  /// `declare options "[nvoices:N]"`, or `declare nvoices "N"` as older programs have it.
  let voices: Int?

  init(_ source: FaustSourceFile, _ metadata: [String: String]) {
    // In the program's own text places are known; a library's declaration comes without line ends.
    keyboard =
      KeyboardFile.declaration(inProgram: source.text, file: source.path)
      ?? metadata["interface"].flatMap { text in
        text.contains("SmartKeyboard") ? KeyboardFile(declaration: text, file: source.path) : nil
      }
    let written = Self.option("nvoices", in: metadata["options"] ?? "") ?? metadata["nvoices"]
    let number = written.flatMap { Int($0.filter { !$0.isWhitespace }) }
    voices = number.flatMap { $0 > 0 ? min($0, 256) : nil }
  }

  /// `8` of `[midi:on][nvoices:8]`.
  private static func option(_ name: String, in text: String) -> String? {
    for part in text.split(whereSeparator: { $0 == "[" || $0 == "]" }) {
      let words = part.split(separator: ":", maxSplits: 1)
      if words.count == 2, words[0].filter({ !$0.isWhitespace }) == name { return String(words[1]) }
    }
    return nil
  }
}
