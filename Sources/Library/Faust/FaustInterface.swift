import SpinetFaust
import SpinetFormats
import SpinetKeyboard
import SpinetMapping
import SpinetOSC
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// What a Faust program's declarations mean to Spinet: its keyboard, its mapping, what it sends, and its OSC addresses.
package struct FaustInterface {
  /// The keyboard of `declare interface "SmartKeyboard{…}"`; nil for none.
  package let keyboard: KeyboardConfiguration?
  /// The mapping of its `[midi:…]` metadata; nil for none.
  package let mapping: Mapping?
  /// The bargraphs whose values are sent as MIDI, by their `[midi:…]` metadata.
  package let sent: [SentValue]
  /// The addresses of its `[osc:…]` metadata.
  package let addresses: [OSCAddress]
  /// A line for each declaration that has no effect in Spinet.
  package let notes: [String]

  package init(_ program: FaustProgram) {
    let file = program.path.string
    let keyboard = Self.keyboard(program.declarations, file: file)
    let midi = MIDIMetadata(program.declarations)
    self.keyboard = keyboard?.configuration
    mapping = midi.mapping(file: file)
    sent = midi.sent
    let osc = OSCMetadata(program.declarations)
    addresses = osc.addresses
    notes = (keyboard?.warnings.map(\.description) ?? []) + midi.notes + osc.notes
  }

  /// Line and column are known only in the program's own text. A declaration in a library has lost its line breaks.
  private static func keyboard(_ declared: FaustDeclarations, file: String) -> KeyboardFile? {
    guard let text = declared.keyboard else { return nil }
    return KeyboardFile.declaration(inProgram: declared.text, file: file)
      ?? KeyboardFile(declaration: text, file: file)
  }
}

/// The `[osc:…]` metadata of a program's controls: addresses beside the names of their widgets.
private struct OSCMetadata {
  private(set) var addresses: [OSCAddress] = []
  /// A line for each entry that is not an address.
  private(set) var notes: [String] = []

  init(_ declared: FaustDeclarations) {
    for control in declared.controls {
      for (key, value) in control.metadata where key == "osc" {
        if let address = OSCAddress(metadata: value, of: control.widget) {
          if let first = addresses.first(where: { $0.text == address.text }) {
            notes.append(
              "\(control.widget.name): [osc:\(value)] is ignored, because \(first.widget.name) has it")
          } else {
            addresses.append(address)
          }
        } else {
          notes.append(
            "\(control.widget.name): [osc:\(value)] is ignored, because it is no address, or one of Spinet's own"
          )
        }
      }
    }
  }
}
