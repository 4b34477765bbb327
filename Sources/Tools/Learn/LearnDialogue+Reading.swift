import SpinetFormats
import SpinetMapping
import SpinetText
import SpinetWidgets

// Reading what the user types: names, commands and answers.
extension LearnDialogue {
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
    case "help", "?": return if case .asking(.options) = stage { Self.optionsHelp } else { Self.help }
    default: return words.count == 2 && words[0] == "widgets" ? values(words[1].lowercased()) : name(word)
    }
  }

  /// An empty line accepts the control that was learnt as it is; elsewhere it means nothing.
  private mutating func pass() -> [String] {
    if case .asking(.options) = stage { stage = .naming }
    return []
  }

  private mutating func name(_ word: String) -> [String] {
    // With a single part, the name may still begin with the part's.
    if let widget = widgets[word], !widget.kind.isDisplay { return startMoving(word) }
    switch WidgetSearch(word, among: named) {
    case .found(let widget): return startMoving(widget)
    case .several(let found):
      stage = .naming
      let shown = found.prefix(12).joined(separator: ", ")
      return ["which of \(shown)\(found.count > 12 ? ", …" : "")?"]
    case .similar(let widget):
      stage = .asking(.meant(widget: widget))
      return ["there is no '\(word.shortened)'. Did you mean \(widget)?"]
    case .nothing:
      if TargetOptions(word) != nil { return [tooEarly] }
      stage = .naming
      return ["there is no '\(word.shortened)'; 'widgets' shows what there is"]
    }
  }

  /// The answer to options that come before there is a control.
  private var tooEarly: String {
    if case .moving(let widget) = stage {
      return "move the control of \(widget) first; say how it moves after that"
    }
    return "name a widget and move its control first; say how it moves after that"
  }

  private mutating func undo() -> [String] {
    stage = .naming
    guard let before = history.popLast() else { return ["there is nothing to undo"] }
    let kept = Set(before.learnt.map(\.control))
    let gone = draft.learnt.map(\.control).filter { !kept.contains($0) }.map(\.description)
    let changed = before.learnt.filter { line in
      draft.learnt.contains { $0.control == line.control && $0.targets != line.targets }
    }
    draft = before
    let all = gone + changed.map { "\($0.control) is \($0.text) again" }
    return ["undone" + (all.isEmpty ? "" : ": \(all.joined(separator: ", "))")]
  }

  // MARK: Answers

  /// Nil: the line does not answer the question, and is read like any other.
  private mutating func answer(_ question: Question, _ line: String) -> [String]? {
    let word = line.lowercased()
    if case .options(let control, let widget) = question { return change(control, widget, as: line) }
    if ["no", "n"].contains(word) {
      stage = .naming
      return ["left as it was"]
    }
    let isYes = ["yes", "y"].contains(word)
    switch question {
    case .options: return nil
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
