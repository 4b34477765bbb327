import Documents
import MIDI
import Mapping
import Widgets

/// One message that arrived, and what it moved.
public struct MonitorLine {
  let milliseconds: Double
  let port: String
  let message: MIDIMessage
  let effects: [Effect]

  /// What became of the message, with the value at that time.
  enum Effect {
    case moved(Widget, to: Double)
    case waiting(Widget, turn: TurnDirection)
    case keyboard
    case unmapped

    init(_ outcome: Bridge.Outcome) {
      switch outcome {
      case .moved(let widget): self = .moved(widget, to: widget.value)
      case .waiting(let widget, let turn): self = .waiting(widget, turn: turn)
      case .keyboard: self = .keyboard
      case .unmapped: self = .unmapped
      }
    }
  }

  /// `   1234.5 ms  Launchkey  cc 21 ch 1  64  filter.cutoff 1024 Hz`
  public var text: String {
    let time = JSONLine.number((milliseconds * 10).rounded() / 10)
    let padded = String(repeating: " ", count: max(0, 10 - time.count)) + time
    let what = "\(message.control.padding(to: 16)) \(message.valueText.padding(to: 6))"
    return "\(padded) ms  \(port)  \(what)  \(effects.map(Self.text).joined(separator: ", "))"
  }

  private static func text(_ effect: Effect) -> String {
    switch effect {
    case .moved(let widget, let value): "\(widget.name) \(widget.text(for: value))"
    case .waiting(let widget, let turn): "\(widget.name) waits, turn \(turn)"
    case .keyboard: "keyboard"
    case .unmapped: "unmapped"
    }
  }

  /// An object a line, and a line for each widget that the message moved.
  public var json: String {
    effects.isEmpty ? json(of: nil) : effects.map { json(of: $0) }.joined(separator: "\n")
  }

  private func json(of effect: Effect?) -> String {
    var line = JSONLine()
    line.add("t", milliseconds)
    line.add("port", port)
    line.add("bytes", message.bytes.hex)
    line.add("control", message.control)
    if let effect { Self.add(effect, to: &line) }
    return line.description
  }

  private static func add(_ effect: Effect, to line: inout JSONLine) {
    switch effect {
    case .moved(let widget, let value):
      line.add("widget", widget.name)
      line.add("value", value)
    case .waiting(let widget, let turn):
      line.add("widget", widget.name)
      line.add("waiting", true)
      line.add("turn", "\(turn)")
    case .keyboard: line.add("keyboard", true)
    case .unmapped: line.add("unmapped", true)
    }
  }
}

extension Sequence<UInt8> {
  /// Two capital digits a byte.
  var hex: String {
    map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
