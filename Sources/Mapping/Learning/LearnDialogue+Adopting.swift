import MIDI
import Widgets

// From a control that was recognised to a line of the mapping, by way of what has to be asked.
extension LearnDialogue {
  /// Asks what is still open, or takes the control into the mapping.
  mutating func consider(_ proposal: LearnProposal) -> [String] {
    if let refusal = refusal(of: proposal) { return [refusal] }
    if proposal.learnt.control.kind == .cc(Controller.sustain), !proposal.takesPedal {
      stage = .asking(.pedal(proposal))
      return ["cc 64 is the sustain pedal, which then holds no notes any more. Take it?"]
    }
    let lines = mapped(proposal)
    if let line = lines.first, proposal.otherWidgets == .open {
      if line.targets.contains(where: { $0.widget == proposal.widget }) {
        stage = .naming
        return ["\(line.control) moves \(proposal.widget) already"]
      }
      stage = .asking(.control(proposal))
      let moves = lines.map { "\($0.control) moves \($0.targets.map(\.widget).joined(separator: ", "))" }
      let all = moves.joined(separator: "; ")
      return ["\(all). Replace that, or add \(proposal.widget) to \(lines.count > 1 ? "the first" : "it")?"]
    }
    let others = controls(of: proposal)
    if !others.isEmpty, proposal.otherControls == .open {
      stage = .asking(.widget(proposal))
      let names = others.map(\.description).joined(separator: ", ")
      return ["\(proposal.widget) is moved by \(names). Take \(proposal.control) too, or replace?"]
    }
    return adopt(proposal)
  }

  private func refusal(of proposal: LearnProposal) -> String? {
    guard let sender = proposal.sender else { return nil }
    if let original = script.original {
      if original.applies(toPortNamed: sender.names) { return nil }
      let ports = original.ports.map(\.description).joined(separator: ", ")
      return
        "this file is for \(ports), and \(sender.name) is another controller; move a control of the former"
    }
    guard let controller = script.controller, controller != sender.name else { return nil }
    return
      "this file is for \(controller), and \(sender.name) is another controller; learn it into a file of its own"
  }

  private mutating func adopt(_ proposal: LearnProposal) -> [String] {
    guard let widget = widgets[proposal.widget] else { return [] }
    history.append(script)
    if proposal.otherControls == .replace {
      for control in controls(of: proposal) { drop(proposal.widget, from: control) }
    }
    let lines = mapped(proposal)
    let old = proposal.otherWidgets == .add ? lines.first : nil
    for line in old.map({ [$0] }) ?? lines { script.remove(line.control) }
    let control = old?.control ?? proposal.control
    var target = proposal.target(widget.kind)
    if script.answersByDefault { target.feedback = control }
    script.learnt.append(
      script.line(control, (old?.targets ?? []) + [target], remark: proposal.learnt.remark))
    script.controller = script.controller ?? proposal.sender?.name
    stage = .asking(.way(control, widget: proposal.widget))
    return ["\(control): \(proposal.widget) (\(proposal.learnt.remark))"]
  }

  /// The lines that the control has already. One with a channel has it first, as it does in a file.
  private func mapped(_ proposal: LearnProposal) -> [MappingScript.Line] {
    let lines = script.entries.filter { proposal.isMoved(by: $0.control) }
    return lines.filter { $0.control.channel != nil } + lines.filter { $0.control.channel == nil }
  }

  /// The widget's other controls.
  private func controls(of proposal: LearnProposal) -> [Control] {
    script.entries.filter { line in
      !proposal.isMoved(by: line.control) && line.targets.contains { $0.widget == proposal.widget }
    }.map(\.control)
  }

  /// The control goes on moving its other widgets, if it has some.
  private mutating func drop(_ widget: String, from control: Control) {
    guard var line = script.entries.first(where: { $0.control == control }) else { return }
    script.remove(control)
    line.targets.removeAll { $0.widget == widget }
    if line.remark.isEmpty { line.remark = "without \(widget)" }
    if !line.targets.isEmpty { script.learnt.append(line) }
  }
}
