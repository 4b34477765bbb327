import Documents
import Widgets

// How a control moves its widget, as the person says it once the control is learnt.
extension LearnDialogue {
  /// Nil: the line does not speak of it, and is read as any other.
  mutating func change(_ control: Control, _ widget: String, as line: String) -> [String]? {
    guard widgets[line] == nil, let phrase = WayPhrase(line) else { return nil }
    guard let model = widgets[widget],
      let entry = script.learnt.first(where: { $0.control == control }),
      var target = entry.targets.first(where: { $0.widget == widget })
    else { return nil }
    do {
      try phrase.apply(to: &target, of: control, model)
    } catch {
      return [error.message + (error.suggestion.map { ". Did you mean \($0)?" } ?? "")]
    }
    let errors = complaints(about: target, of: control)
    guard errors.isEmpty else { return errors }
    history.append(script)
    script.change(control, widget, to: target)
    return ["\(control): \(target.text(of: control, answersByDefault: script.answersByDefault))"]
  }

  /// What a file with this line would be refused for.
  private func complaints(about target: MappingTarget, of control: Control) -> [String] {
    do {
      let text = "map:\n  \(control): \(target.text(of: control, answersByDefault: false))\n"
      _ = try MappingFile(bytes: Array(text.utf8), file: "", for: widgets)
      return []
    } catch {
      return error.diagnostics.map { $0.message + ($0.suggestion.map { ". Did you mean \($0)?" } ?? "") }
    }
  }
}
