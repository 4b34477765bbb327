import Documents
import Widgets

// What the person types.
extension LearnDialogue {
  static let help = [
    "NAME      a widget, or a part of its name; then move the control",
    "widgets   the widgets there are; 'widgets filter' with their values",
    "list      what is mapped so far",
    "undo      takes the last step back",
    "done      ends; the file is written after every step",
  ]
  static let helpOnWays = [
    "Enter     it is right as it is; a widget's name does as well",
    "pickup    waits until the control passes the widget's value; or scale, toggle, momentary, trigger, step",
    "range     range 200 8000, in the widget's unit",
    "reverse   turns the range round",
    "curve     curve lin, log, exp or s",
    "feedback  feedback on, off or a control: the controller is told where the widget stands;",
    "          echo: also where it moved it itself, for motor faders that fall back",
    "step      step 0.1 is how far a detent or a press goes; acceleration 4 makes fast turns go further",
    "lamp      lamp 1 127 is what a lamp is sent for off and on",
  ]

  mutating func read(_ line: String) -> [String] {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    let word = words.joined(separator: " ")
    if word.isEmpty { return pass() }
    if case .asking(let question) = stage, let lines = answer(question, word) { return lines }
    switch word.lowercased() {
    case "done", "quit", "exit":
      stage = .done
      return []
    case "undo": return undo()
    case "list": return list
    case "widgets": return sections
    case "help", "?": return if case .asking(.way) = stage { Self.helpOnWays } else { Self.help }
    default: return words.count == 2 && words[0] == "widgets" ? values(words[1].lowercased()) : name(word)
    }
  }

  /// The names by their first parts, a line for each.
  private var sections: [String] {
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

  private func values(_ part: String) -> [String] {
    let found = widgets.all.filter { $0.name.lowercased().contains(part) }
    return found.isEmpty
      ? ["there is no '\(part.shortened)'"] : found.map { "\($0.name)  \($0.text)" }
  }

  /// An empty line leaves the control that was learnt as it is, and answers nothing else.
  private mutating func pass() -> [String] {
    if case .asking(.way) = stage { stage = .naming }
    return []
  }

  /// The widgets whose names begin so: what a line may become.
  public func completions(of beginning: String) -> [String] {
    let beginning = beginning.drop(while: \.isWhitespace).lowercased()
    return movable.filter { $0.lowercased().hasPrefix(beginning) }
  }

  private var movable: [String] { widgets.all.filter(\.isMovable).map(\.name) }

  private mutating func name(_ word: String) -> [String] {
    switch WidgetSearch(word, among: movable) {
    case .found(let widget): return startMoving(widget)
    case .several(let found):
      stage = .naming
      let shown = found.prefix(12).joined(separator: ", ")
      return ["which of \(shown)\(found.count > 12 ? ", …" : "")?"]
    case .perhaps(let widget):
      stage = .asking(.meant(widget: widget))
      return ["there is no '\(word.shortened)'. Did you mean \(widget)?"]
    case .nothing:
      if WayPhrase(word) != nil { return [untimely] }
      stage = .naming
      return ["there is no '\(word.shortened)'; 'widgets' shows what there is"]
    }
  }

  /// To somebody who says how a control moves before there is one.
  private var untimely: String {
    if case .moving(let widget) = stage {
      return "move the control of \(widget) first; how it moves is said after that"
    }
    return "name a widget and move its control first; how it moves is said after that"
  }

  private mutating func undo() -> [String] {
    stage = .naming
    guard let before = history.popLast() else { return ["there is nothing to undo"] }
    let kept = Set(before.learnt.map(\.control))
    let gone = script.learnt.map(\.control).filter { !kept.contains($0) }.map(\.description)
    let changed = before.learnt.filter { line in
      script.learnt.contains { $0.control == line.control && $0.targets != line.targets }
    }
    script = before
    let all = gone + changed.map { "\($0.control) is \($0.text) again" }
    return ["undone" + (all.isEmpty ? "" : ": \(all.joined(separator: ", "))")]
  }

  private var list: [String] {
    let lines = script.entries
    guard !lines.isEmpty else { return ["nothing is mapped yet"] }
    let width = lines.map { $0.control.description.count }.max() ?? 0
    return lines.map { line in
      let control = line.control.description
      let padding = String(repeating: " ", count: width - control.count)
      return "\(control)\(padding)  \(line.text)"
    }
  }

  // MARK: Answers

  /// Nil: the line is no answer to the question, and is read as any other.
  private mutating func answer(_ question: Question, _ line: String) -> [String]? {
    let word = line.lowercased()
    if case .way(let control, let widget) = question { return change(control, widget, as: line) }
    if ["no", "n"].contains(word) {
      stage = .naming
      return ["left as it was"]
    }
    let isYes = ["yes", "y"].contains(word)
    switch question {
    case .way: return nil
    case .meant(let widget): return isYes ? startMoving(widget) : nil
    case .pedal(var proposal):
      guard isYes else { return nil }
      proposal.takesPedal = true
      return consider(proposal)
    case .control(var proposal):
      guard let decision = decision(word) else { return nil }
      proposal.otherWidgets = decision
      return consider(proposal)
    case .widget(var proposal):
      guard let decision = isYes ? .add : decision(word) else { return nil }
      proposal.otherControls = decision
      return consider(proposal)
    }
  }

  private func decision(_ word: String) -> LearnProposal.Decision? {
    switch word {
    case "replace", "r": .replace
    case "add", "a": .add
    default: nil
    }
  }
}

extension Widget {
  /// Whether anything but the engine moves it.
  fileprivate var isMovable: Bool { if case .label = kind { false } else { true } }
}
