import SpinetMIDI
import SpinetMapping
import SpinetSession
import SpinetText
import SpinetWidgets

/// A message that arrived, and the widgets that it moved.
package struct MonitorLine {
  let milliseconds: Double
  let port: String
  let event: Event
  let effects: [Effect]

  /// The message.
  enum Event {
    case message(AnyMIDIMessage)
    /// System exclusive: the bytes between F0 and F7.
    case exclusive([UInt8])

    var control: String {
      switch self {
      case .message(let message): message.control
      case .exclusive: "sysex"
      }
    }

    var valueText: String {
      switch self {
      case .message(let message): message.valueText
      case .exclusive(let payload): "\(payload.count + 2) bytes"
      }
    }

    /// The words of a message of MIDI 2.0; nil for any other.
    var words: String? {
      guard case .message(.midi2(let message)) = self else { return nil }
      return UMPPacket(message).words.map(\.hexadecimal).joined(separator: " ")
    }

    /// As MIDI 1.0 sends it; empty if it cannot.
    var bytes: [UInt8] {
      switch self {
      case .message(let message): message.midi1Bytes
      case .exclusive(let payload): [0xF0] + payload + [0xF7]
      }
    }
  }

  /// The effect of the message, with the widget's value at that time.
  enum Effect {
    case moved(Widget, to: Double)
    case waiting(Widget, turn: TurnDirection)
    case keyboard
    case unmapped
    case tempo(beatsPerMinute: Double)
    case tuned

    init(_ outcome: Performer.Outcome) {
      switch outcome {
      case .moved(let widget): self = .moved(widget, to: widget.value)
      case .waiting(let widget, let turn): self = .waiting(widget, turn: turn)
      // A monitor does not change sounds, so a program change counts as a message for the keyboard.
      case .keyboard, .chosen: self = .keyboard
      case .unmapped: self = .unmapped
      case .tempo(let beats): self = .tempo(beatsPerMinute: beats)
      case .tuned: self = .tuned
      }
    }
  }

  /// `   1234.5 ms  Launchkey  cc 21 ch 1  64  filter.cutoff 1024 Hz`
  package var text: String {
    let time = JSONLine.number((milliseconds * 10).rounded() / 10)
    let what = "\(event.control.padded(to: 16)) \(event.valueText.padded(to: 6))"
    return
      "\(time.padded(to: 10, .right)) ms  \(port)  \(what)  \(effects.map(Self.text).joined(separator: ", "))"
  }

  private static func text(_ effect: Effect) -> String {
    switch effect {
    case .moved(let widget, let value): "\(widget.name) \(widget.text(for: value))"
    case .waiting(let widget, let turn): "\(widget.name) waits, turn \(turn)"
    case .keyboard: "keyboard"
    case .unmapped: "unmapped"
    case .tempo(let beats): "tempo \(JSONLine.number((beats * 10).rounded() / 10)) bpm"
    case .tuned: "tuning"
    }
  }

  /// One JSON object per line, with one line for each widget that the message moved.
  package var json: String {
    effects.isEmpty ? json(of: nil) : effects.map { json(of: $0) }.joined(separator: "\n")
  }

  private func json(of effect: Effect?) -> String {
    var line = JSONLine()
    line.add("t", milliseconds)
    line.add("port", port)
    line.add("bytes", event.bytes.hexadecimal)
    if let words = event.words { line.add("ump", words) }
    line.add("control", event.control)
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
    case .tempo(let beats): line.add("tempo", beats)
    case .tuned: line.add("tuning", true)
    }
  }
}

extension UInt32 {
  /// Eight upper-case hexadecimal digits.
  fileprivate var hexadecimal: String {
    (0..<4).map { UInt8(truncatingIfNeeded: self >> (24 - 8 * $0)) }.hexadecimal
  }
}
