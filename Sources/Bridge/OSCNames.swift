import SpinetOSC
import SpinetWidgets

/// The addresses of widgets: `/widget/` and the name. What OSC keeps for patterns, and blanks, stand in it as `%20`.
enum OSCNames {
  static let container = "/widget/"

  static func address(of widget: Widget) -> String { container + escaped(widget.name) }

  /// The widgets that the rest of an address, or a pattern, stands for.
  static func widgets(_ name: String, in set: WidgetSet) -> [Widget] {
    if let widget = set[name] ?? set[plain(name)] { return [widget] }
    guard let pattern = OSCPattern(name) else { return [] }
    return set.all.filter { pattern.matches(escaped($0.name)) }
  }

  /// Whether the rest of an address, or a pattern, stands for this widget.
  static func isMeant(_ widget: Widget, by name: String) -> Bool {
    if widget.name == name || widget.name == plain(name) { return true }
    return OSCPattern(name)?.matches(escaped(widget.name)) ?? false
  }

  static func escaped(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      if byte > 0x20, byte < 0x7F, !special.contains(byte) {
        text.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  private static let special = Set("#*,?[]{}%".utf8)

  private static func plain(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"),
        let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(escaped)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Widget {
  /// Its value as an argument: whole for what has states, a text for what shows one.
  var oscValue: OSCArgument {
    switch kind {
    case .slider, .knob, .label: .float(Float(value))
    case .toggle, .button, .momentary, .choice: .integer(Int32(bounded: value, in: -1_000_000...1_000_000))
    case .text: .text(text)
    }
  }
}
