import SpinetWidgets

/// What a program declares about its keyboard and its controls, as it is written. What it means is decided elsewhere.
package struct FaustDeclarations: Sendable {
  /// A control that a widget moves or shows.
  package struct Control: Sendable {
    package let widget: Widget
    package let isBargraph: Bool
    /// The metadata in brackets after its label, in order.
    package let metadata: [(key: String, value: String)]

    package func value(of key: String) -> String? { metadata.first { $0.key == key }?.value }
  }

  /// The program's own text.
  package let text: String
  /// `SmartKeyboard{…}` of `declare interface`, without its line breaks; nil for none.
  package let keyboard: String?
  package let controls: [Control]
  /// Whether the program is to behave exactly as in Faust's own hosts.
  package let isStrict: Bool

  init(_ source: FaustSourceFile, keyboard: String?, _ controls: [ProgramControl], isStrict: Bool) {
    text = source.text
    self.keyboard = keyboard
    self.controls = controls.compactMap { control in
      control.widget.map {
        Control(widget: $0, isBargraph: control.isBargraph, metadata: control.declaration.metadata)
      }
    }
    self.isStrict = isStrict
  }
}
