import Documents
import MIDI
import Widgets

/// One message that arrived, and what it moved.
public struct MonitorLine {
  let milliseconds: Double
  let port: String
  private let control: String
  private let valueText: String
  private let bytes: [UInt8]
  let outcomes: [Bridge.Outcome]

  init(milliseconds: Double, port: String, message: MIDIMessage, outcomes: [Bridge.Outcome]) {
    self.milliseconds = milliseconds
    self.port = port
    control = message.control
    valueText = message.valueText
    bytes = Array(message.bytes)
    self.outcomes = outcomes
  }

  /// - Parameter payload: what lies between F0 and F7.
  init(milliseconds: Double, port: String, exclusive payload: [UInt8], outcome: Bridge.Outcome) {
    self.milliseconds = milliseconds
    self.port = port
    control = "sysex"
    valueText = "\(payload.count + 2) bytes"
    bytes = [0xF0] + payload + [0xF7]
    outcomes = [outcome]
  }

  /// `   1234.5 ms  Launchkey  cc 21 ch 1  64  filter.cutoff 1024 Hz`
  public var text: String {
    let time = JSONLine.number((milliseconds * 10).rounded() / 10)
    let padded = String(repeating: " ", count: max(0, 10 - time.count)) + time
    let what = "\(control.padding(to: 16)) \(valueText.padding(to: 6))"
    return "\(padded) ms  \(port)  \(what)  \(outcomes.map(Self.text).joined(separator: ", "))"
  }

  private static func text(_ outcome: Bridge.Outcome) -> String {
    switch outcome {
    case .moved(let widget): "\(widget.name) \(widget.text)"
    case .waiting(let widget, let turn): "\(widget.name) waits, turn \(turn)"
    case .keyboard: "keyboard"
    case .unmapped: "unmapped"
    case .tempo(let beats): "tempo \(JSONLine.number((beats * 10).rounded() / 10)) bpm"
    case .tuned: "tuning"
    }
  }

  public var json: String {
    var line = JSONLine()
    line.add("t", milliseconds)
    line.add("port", port)
    line.add("bytes", bytes.hex)
    line.add("control", control)
    for outcome in outcomes { Self.add(outcome, to: &line) }
    return line.description
  }

  private static func add(_ outcome: Bridge.Outcome, to line: inout JSONLine) {
    switch outcome {
    case .moved(let widget):
      line.add("widget", widget.name)
      line.add("value", widget.value)
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

extension Sequence<UInt8> {
  /// Two capital digits a byte.
  var hex: String {
    map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
