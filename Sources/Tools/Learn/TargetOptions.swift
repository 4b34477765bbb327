import SpinetFormats
import SpinetMapping
import SpinetRealtime
import SpinetText
import SpinetWidgets

/// Options typed for a control that was learnt: `pickup`, `range 200 8000, curve log`, `feedback on`.
struct TargetOptions {
  private enum Word: String, CaseIterable {
    case range, reverse, curve, feedback, acceleration, lamp, latching, step, mode
  }

  /// A keyword and its arguments.
  private struct Clause {
    let word: String
    var arguments: [String] = []
  }

  private var clauses: [Clause] = []

  /// Nil when the line does not start with a keyword. Brackets and commas, as in files, are ignored.
  init?(_ line: String) {
    for word in line.split(whereSeparator: { " \t,:[]{}".contains($0) }).map(String.init) {
      if Self.isKeyword(word, after: clauses.last) {
        clauses.append(Clause(word: word.lowercased()))
      } else if clauses.isEmpty {
        return nil
      } else {
        clauses[clauses.count - 1].arguments.append(word)
      }
    }
    if clauses.isEmpty { return nil }
  }

  /// The word after `mode` is its argument, not a keyword.
  private static func isKeyword(_ word: String, after last: Clause?) -> Bool {
    if last?.word == Word.mode.rawValue, last?.arguments.isEmpty == true { return false }
    return Word(rawValue: word.lowercased()) != nil || ControlMode(rawValue: word.lowercased()) != nil
  }

  func apply(
    to target: inout MappingTarget, of control: Control, _ widget: Widget
  ) throws(ReadingProblem) {
    for clause in clauses { try Self.apply(clause, to: &target, of: control, widget) }
  }

  private static func apply(
    _ clause: Clause, to target: inout MappingTarget, of control: Control, _ widget: Widget
  ) throws(ReadingProblem) {
    switch Word(rawValue: clause.word) {
    case .range: target.setRange(try numbers(clause, 2, "two numbers, as in 'range 200 8000'"), widget)
    case .reverse:
      _ = try numbers(clause, 0, "no arguments")
      let ends = target.ends(for: widget)
      target.setRange([ends.end, ends.start], widget)
    case .curve: target.curve = try curve(clause)
    case .feedback:
      target.feedback = try feedback(clause, of: control)
      target.echoes = clause.arguments.map { $0.lowercased() } == ["echo"]
    case .acceleration: target.acceleration = try numbers(clause, 1, "a number, as in 'acceleration 4'")[0]
    case .lamp: target.lamp = try lamp(clause)
    case .latching: target.latches = try isOn(clause)
    case .step where !clause.arguments.isEmpty:
      target.step = try numbers(clause, 1, "a number, as in 'step 0.1', or nothing")[0]
    case .mode, .step, nil:
      target.mode = try mode(clause)
      target.latches = target.latches && target.mode.actsOnPress
    }
  }

  private static func numbers(
    _ clause: Clause, _ count: Int, _ expected: String
  ) throws(ReadingProblem) -> [Double] {
    let words = clause.arguments.filter { $0 != "to" }
    let numbers = words.compactMap(Double.init).filter(\.isFinite)
    guard words.count == count, numbers.count == count else {
      throw ReadingProblem("\(clause.word) takes \(expected)")
    }
    return numbers
  }

  private static func curve(_ clause: Clause) throws(ReadingProblem) -> Curve {
    let names = CurveReader.names.map(\.name)
    if clause.arguments.count == 1,
      let known = CurveReader.names.first(where: { $0.name == clause.arguments[0].lowercased() })
    {
      return known.curve
    }
    throw ReadingProblem(
      "curve takes \(names.joinedByOr)",
      suggestion: clause.arguments.first.flatMap { nearestName(to: $0, among: names) })
  }

  private static func feedback(_ clause: Clause, of control: Control) throws(ReadingProblem) -> Control? {
    switch clause.arguments.joined(separator: " ").lowercased() {
    case "on", "yes", "true", "echo": return control
    case "off", "no", "false": return nil
    case "": throw ReadingProblem("feedback takes on, off, echo or a control, as in 'feedback cc 30'")
    default: return try Control(reading: clause.arguments.joined(separator: " "))
    }
  }

  private static func lamp(_ clause: Clause) throws(ReadingProblem) -> MappingTarget.Lamp {
    let expected = "two numbers from 0 to 127, as in 'lamp 1 127'"
    let values = try numbers(clause, 2, expected).compactMap { UInt8(exactly: $0) }.filter { $0 < 128 }
    guard values.count == 2 else { throw ReadingProblem("lamp takes \(expected)") }
    return .init(off: values[0], on: values[1])
  }

  /// `latching` alone is on.
  private static func isOn(_ clause: Clause) throws(ReadingProblem) -> Bool {
    switch clause.arguments.joined(separator: " ").lowercased() {
    case "", "on", "yes", "true": return true
    case "off", "no", "false": return false
    default: throw ReadingProblem("latching takes on, off or nothing")
    }
  }

  private static func mode(_ clause: Clause) throws(ReadingProblem) -> ControlMode {
    let names = ControlMode.allCases.map(\.rawValue)
    let words = clause.word == Word.mode.rawValue ? clause.arguments : [clause.word] + clause.arguments
    if words.count == 1, let mode = ControlMode(rawValue: words[0].lowercased()) { return mode }
    guard clause.word == Word.mode.rawValue else {
      throw ReadingProblem("\(clause.word) takes no arguments")
    }
    throw ReadingProblem(
      "mode takes \(names.joinedByOr)",
      suggestion: words.first.flatMap { nearestName(to: $0, among: names) })
  }
}

extension LearnDialogue {
  /// Applies a line of options to a control that was learnt. Nil: the line is something else.
  mutating func change(_ control: Control, _ widget: String, as line: String) -> [String]? {
    guard widgets[line] == nil, let options = TargetOptions(line) else { return nil }
    guard let model = widgets[widget],
      let entry = draft.learnt.first(where: { $0.control == control }),
      var target = entry.targets.first(where: { $0.widget == widget })
    else { return nil }
    do {
      try options.apply(to: &target, of: control, model)
    } catch {
      return [error.why + (error.suggestion.map { ". Did you mean \($0)?" } ?? "")]
    }
    let errors = errors(in: target, of: control)
    guard errors.isEmpty else { return errors }
    history.append(draft)
    draft.change(control, widget, to: target)
    return ["\(control): \(target.text(of: control, answersByDefault: draft.answersByDefault))"]
  }

  /// The errors that a file with this line would have.
  private func errors(in target: MappingTarget, of control: Control) -> [String] {
    do {
      let text = "map:\n  \(control): \(target.text(of: control, answersByDefault: false))\n"
      _ = try Mapping(bytes: Array(text.utf8), file: "", for: widgets)
      return []
    } catch {
      return error.diagnostics.map { diagnostic in
        diagnostic.message + (diagnostic.remedy.map { "; \($0)" } ?? "")
          + (diagnostic.suggestion.map { ". Did you mean \($0)?" } ?? "")
      }
    }
  }
}

extension MappingTarget {
  /// Leaves out the widget's own range, which applies anyway.
  fileprivate mutating func setRange(_ ends: [Double], _ widget: Widget) {
    let isOwn = ends == [widget.range.lowerBound, widget.range.upperBound]
    range = isOwn ? nil : Range(start: ends[0], end: ends[1], location: .start)
  }
}
