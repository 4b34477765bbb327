import SpinetMIDI
import SpinetMapping
import SpinetText
import SpinetTools
import SpinetWidgets

/// What a page says while it learns what moves a widget: `{"learn": {…}}`.
package enum LessonMessage: Hashable, Sendable {
  /// `{"on": 1}`, `{"off": 1}`
  case on, off
  /// `{"widget": name}`: this one waits for a control.
  case widget(String)
  /// `{"set": {…}}`: changes the link that was saved last.
  case set(LinkChange)
  /// `{"accept": 1}`: takes the control that was asked about.
  case accept
  case undo
  /// `{"unlink": name}`: removes the widget's links.
  case unlink(String)

  init?(_ value: JSONValue) {
    guard case .object(let members) = value, members.count == 1 else { return nil }
    switch (members[0].name, members[0].value) {
    case ("on", _): self = .on
    case ("off", _): self = .off
    case ("widget", .text(let name)): self = .widget(name)
    case ("unlink", .text(let name)): self = .unlink(name)
    case ("accept", _): self = .accept
    case ("undo", _): self = .undo
    case ("set", let value):
      guard let change = LinkChange(value) else { return nil }
      self = .set(change)
    default: return nil
    }
  }
}

extension LinkChange {
  fileprivate init?(_ value: JSONValue) {
    guard case .object(let members) = value, members.count == 1 else { return nil }
    switch (members[0].name, members[0].value) {
    case ("range", .list(let ends)):
      guard ends.count == 2, let from = ends[0].number, let to = ends[1].number else { return nil }
      self = .range(from, to)
    case ("swap", _): self = .swap
    case ("mode", .text(let word)):
      guard let mode = ControlMode(rawValue: word) else { return nil }
      self = .mode(mode)
    case ("curve", .text("own")): self = .curve(nil)
    case ("curve", .text(let word)):
      guard let curve = Curve.named.first(where: { $0.name == word })?.curve else { return nil }
      self = .curve(curve)
    case ("channel", .null): self = .channel(nil)
    case ("channel", .number(let number)):
      guard let channel = Int(exactly: number).flatMap(Channel.init(number:)) else { return nil }
      self = .channel(channel)
    default: return nil
    }
  }
}
