import SpinetWidgets

/// An address of a widget, and how numbers at this address are its values.
package struct OSCAddress: Sendable {
  package let text: String
  package let widget: Widget
  /// The numbers that stand for the ends of the widget's range; nil for the values themselves.
  private let ends: Ends?

  package struct Ends: Hashable, Sendable {
    package let low: Double
    package let high: Double
  }

  package init(_ text: String, of widget: Widget, ends: Ends? = nil) {
    (self.text, self.widget, self.ends) = (text, widget, ends)
  }

  /// The first words of addresses that are the instrument's own, which no program can declare.
  package static let own: Set<Substring> = [
    "widget", "note", "scene", "load", "transport", "subscribe", "unsubscribe", "ping",
  ]

  /// Reads what a Faust program declares as `[osc:/cutoff]` or `[osc:/cutoff 0 1]`. Nil for anything else, and for an
  /// address that is the instrument's own.
  package init?(metadata: String, of widget: Widget) {
    let words = metadata.split(whereSeparator: \.isWhitespace)
    guard let name = words.first?.drop(while: { $0 == "/" }), !name.isEmpty,
      name.utf8.allSatisfy(Self.isPlain), !Self.own.contains(name.prefix { $0 != "/" })
    else { return nil }
    let numbers = words.dropFirst().compactMap { Double($0) }.filter(\.isFinite)
    switch (words.count, numbers.count) {
    case (1, 0): self.init("/\(name)", of: widget)
    case (3, 2) where numbers[0] != numbers[1]:
      self.init("/\(name)", of: widget, ends: Ends(low: numbers[0], high: numbers[1]))
    default: return nil
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"#*,?[]{}%".utf8.contains(byte)
  }

  /// The same address below a part, for the widget that the part's has become.
  package func below(_ prefix: String, for widget: Widget) -> OSCAddress {
    OSCAddress("/\(prefix)\(text.dropFirst())", of: widget, ends: ends)
  }

  /// Whether numbers at this address are not the widget's own.
  package var hasEnds: Bool { ends != nil }

  /// The value for which a number at this address stands.
  package func value(for number: Double) -> Double {
    guard let ends else { return number }
    let position = (number - ends.low) / (ends.high - ends.low)
    return widget.range.lowerBound + position * (widget.range.upperBound - widget.range.lowerBound)
  }

  /// The numbers at which the widget's range ends.
  package var range: Ends {
    ends ?? Ends(low: widget.range.lowerBound, high: widget.range.upperBound)
  }

  /// What stands for a value: whole for what has states, a text for what shows one.
  package func argument(for value: Double) -> OSCArgument {
    switch widget.kind {
    case .text: .text(widget.text)
    case .slider, .knob, .label: .float(Float(number(for: value)))
    case .toggle, .button, .momentary, .choice:
      .integer(Int32(bounded: number(for: value), in: -1_000_000...1_000_000))
    }
  }

  private func number(for value: Double) -> Double {
    let (low, high) = (widget.range.lowerBound, widget.range.upperBound)
    guard let ends, low < high else { return value }
    return ends.low + (value - low) / (high - low) * (ends.high - ends.low)
  }

  /// What stands for the widget's value.
  package var argument: OSCArgument { argument(for: widget.value) }

  /// The value, as a message.
  package var message: OSCMessage { OSCMessage(text, [argument]) }
}
