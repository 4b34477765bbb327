import SpinetFaust
import SpinetOSC

/// The `[osc:…]` metadata of a program's controls: addresses of their own, with or without a range.
struct OSCMetadata {
  private(set) var addresses: [OSCAddress] = []
  /// A line for each that is no address.
  private(set) var notes: [String] = []

  init(_ declared: FaustDeclarations) {
    for control in declared.controls {
      for (key, value) in control.metadata where key == "osc" { add(value, of: control) }
    }
  }

  private mutating func add(_ text: String, of control: FaustDeclarations.Control) {
    guard let address = OSCAddress(metadata: text, of: control.widget) else {
      return notes.append(
        "\(control.widget.name): [osc:\(text)] is ignored, because it is not an address with or without two numbers"
      )
    }
    addresses.append(address)
  }
}
