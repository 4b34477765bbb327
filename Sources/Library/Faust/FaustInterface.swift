import SpinetFaust
import SpinetFormats
import SpinetKeyboard
import SpinetMapping
import SpinetRealtime
import SystemPackage

/// What a Faust program's declarations mean to Spinet: its keyboard, its mapping, and what it sends.
package struct FaustInterface {
  /// The keyboard of `declare interface "SmartKeyboard{…}"`; nil for none.
  package let keyboard: KeyboardConfiguration?
  /// The mapping of its `[midi:…]` metadata; nil for none.
  package let mapping: Mapping?
  /// The bargraphs whose values are sent as MIDI, by their `[midi:…]` metadata.
  package let sent: [SentValue]
  /// A line for each declaration that has no effect in Spinet.
  package let notes: [String]

  package init(_ program: FaustProgram) {
    let file = program.path.string
    let keyboard = Self.keyboard(program.declarations, file: file)
    let midi = MIDIMetadata(program.declarations)
    self.keyboard = keyboard?.configuration
    mapping = midi.mapping(file: file)
    sent = midi.sent
    notes = (keyboard?.warnings.map(\.description) ?? []) + midi.notes
  }

  /// Line and column are known only in the program's own text. A declaration in a library has lost its line breaks.
  private static func keyboard(_ declared: FaustDeclarations, file: String) -> KeyboardFile? {
    guard let text = declared.keyboard else { return nil }
    return KeyboardFile.declaration(inProgram: declared.text, file: file)
      ?? KeyboardFile(declaration: text, file: file)
  }
}
