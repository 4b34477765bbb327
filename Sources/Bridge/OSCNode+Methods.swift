import SpinetOSC
import SpinetText
import SpinetWidgets

extension OSCNode {
  /// A widget's address.
  convenience init(_ address: OSCAddress) {
    let (widget, argument) = (address.widget, address.argument)
    let access: Access = widget.kind.isDisplay ? .reads : .both
    var fields: [OSCAttribute: String] = [
      .type: JSONLine.quoted(argument.type), .access: "\(access.rawValue)", .value: "[\(argument.json)]",
    ]
    fields[.range] = address.rangeText.map { "[\($0)]" }
    if !widget.unit.isEmpty { fields[.unit] = "[\(JSONLine.quoted(widget.unit))]" }
    if !widget.explanation.isEmpty { fields[.description] = JSONLine.quoted(widget.explanation) }
    self.init(address.text, fields)
  }

  /// What can be asked beside the widgets, as the chapter "OSC" has it.
  static var commands: [OSCNode] {
    let key = #"{"MIN":0,"MAX":127}"#
    return [
      command("/note", "ii", [key, key], "A note: its key and its velocity. Velocity 0 ends it."),
      command("/scene", "s", ["null"], "Chooses a scene of the stage, or next or previous."),
      command("/load", "s", ["null"], "Loads a sound or a stage that is listed."),
      command(
        "/transport", "s", [#"{"VALS":["play","stop"]}"#],
        "Begins or ends the song, or the count of the bars."),
    ]
  }

  private static func command(_ path: String, _ type: String, _ range: [String], _ about: String) -> OSCNode {
    OSCNode(
      path,
      [
        .type: JSONLine.quoted(type), .access: "\(Access.writes.rawValue)",
        .range: "[\(range.joined(separator: ","))]",
        // It has none, and some programs look for one.
        .value: "[\(range.map { _ in "null" }.joined(separator: ","))]", .description: JSONLine.quoted(about),
      ])
  }
}

extension OSCArgument {
  fileprivate var json: String {
    switch self {
    case .text(let text): JSONLine.quoted(text)
    // As short as it is written, not with the digits that a double would show.
    case .float(let value): JSONLine.number(Double("\(value)") ?? Double(value))
    default: number.map { JSONLine.number($0) } ?? "null"
    }
  }
}

extension OSCAddress {
  /// Nil for a text.
  fileprivate var rangeText: String? {
    let low = JSONLine.number(min(range.low, range.high))
    let high = JSONLine.number(max(range.low, range.high))
    return switch widget.kind {
    case .text: nil
    case .choice(let names) where !names.isEmpty:
      "{\"MIN\":\(low),\"MAX\":\(high),\"VALS\":[\(names.indices.map { "\($0)" }.joined(separator: ","))]}"
    default: "{\"MIN\":\(low),\"MAX\":\(high)}"
    }
  }
}

extension Widget {
  /// What it is, and the names of its choices.
  fileprivate var explanation: String {
    guard case .choice(let names) = kind else { return about }
    let choices = names.enumerated().map { "\($0) \($1)" }.joined(separator: ", ")
    return about.isEmpty ? choices : "\(about) \(choices)"
  }
}
