import SpinetFormats
import SpinetMapping
import SpinetText
import SpinetWidgets

// What the dialogue lists: help, widgets, completions and the mapping so far.
extension LearnDialogue {
  static let help = [
    "NAME      a widget, or a part of its name; then move the control",
    "widgets   all widgets; 'widgets filter' also shows values",
    "list      what is mapped so far",
    "undo      undoes the last step",
    "done      ends; the file is written after every step",
  ]
  static let optionsHelp = [
    "Enter     keep it as it is; or type the next widget's name",
    "pickup    wait until the control passes the widget's value; or scale, toggle, momentary, trigger, step",
    "range     range 200 8000, in the widget's unit",
    "reverse   swap the ends of the range",
    "curve     curve lin, log, exp or s",
    "feedback  feedback on, off or a control: send the widget's value back to the controller;",
    "          echo: also after its own moves, for motor faders that fall back",
    "step      step 0.1: how far a detent or a press goes; acceleration 4: fast turns go further",
    "lamp      lamp 1 127: the values sent to a lamp for off and on",
  ]

  /// The widgets whose names start like this.
  package func completions(of beginning: String) -> [String] {
    let beginning = beginning.drop(while: \.isWhitespace).lowercased()
    return named.filter { $0.lowercased().hasPrefix(beginning) }
  }

  /// The names that a control can move: those of the widgets and, with several parts, also those without a part,
  /// which mean the part that the control plays.
  var named: [String] {
    movable + widgets.bareNames.filter { widgets[$0]?.isMovable == true }
  }

  var movable: [String] { widgets.all.filter(\.isMovable).map(\.name) }

  /// The names of all widgets, a line for each section.
  var sections: [String] {
    var lines: [(section: String, names: [String])] = []
    for name in movable {
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      let section = parts.count > 1 ? parts[0] : ""
      if let index = lines.firstIndex(where: { $0.section == section }) {
        lines[index].names.append(parts.last ?? name)
      } else {
        lines.append((section, [parts.last ?? name]))
      }
    }
    return lines.map { ($0.section.isEmpty ? "" : "\($0.section).  ") + $0.names.joined(separator: "  ") }
  }

  func values(_ part: String) -> [String] {
    let found = widgets.all.filter { $0.name.lowercased().contains(part) }
    return found.isEmpty
      ? ["there is no '\(part.shortened)'"] : found.map { "\($0.name)  \($0.text)" }
  }

  var list: [String] {
    let lines = draft.entries
    return lines.isEmpty
      ? ["nothing is mapped yet"] : lines.map { [$0.control.description, $0.text] }.inColumns
  }
}

extension Widget {
  /// Whether a control can move it: labels are moved by the engine only.
  fileprivate var isMovable: Bool { !kind.isDisplay }
}
