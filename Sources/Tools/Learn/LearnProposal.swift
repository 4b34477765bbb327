import SpinetFormats
import SpinetMIDI
import SpinetMapping
import SpinetWidgets

// From a recognised control to a line of the mapping, with the questions in between.
extension LearnDialogue {
  /// Asks the next open question, or adds the control to the mapping when there is none.
  mutating func consider(_ proposal: LearnProposal) -> [String] {
    if let refusal = refusal(of: proposal) { return [refusal] }
    if proposal.learnt.control.kind == .cc(Controller.sustain), !proposal.takesPedal {
      stage = .asking(.pedal(proposal))
      return ["cc 64 is the sustain pedal, which then no longer holds notes. Use it?"]
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
    if let original = draft.original {
      if original.applies(toPortNamed: sender.names) { return nil }
      let ports = original.ports.map(\.description).joined(separator: ", ")
      return
        "this file is for \(ports), but \(sender.name) is another controller; move a control of the first one"
    }
    guard let controller = draft.controller, controller != sender.name else { return nil }
    return
      "this file is for \(controller), but \(sender.name) is another controller; use another file for it"
  }

  private mutating func adopt(_ proposal: LearnProposal) -> [String] {
    guard let widget = widgets[proposal.widget] else { return [] }
    history.append(draft)
    if proposal.otherControls == .replace {
      for control in controls(of: proposal) { drop(proposal.widget, from: control) }
    }
    let lines = mapped(proposal)
    let old = proposal.otherWidgets == .add ? lines.first : nil
    for line in old.map({ [$0] }) ?? lines { draft.remove(line.control) }
    let control = old?.control ?? proposal.control
    var target = proposal.target(widget.kind)
    if draft.answersByDefault { target.feedback = control }
    draft.learnt.append(
      draft.line(control, (old?.targets ?? []) + [target], remark: proposal.learnt.remark))
    draft.controller = draft.controller ?? proposal.sender?.name
    stage = .asking(.options(control, widget: proposal.widget))
    return ["\(control): \(proposal.widget) (\(proposal.learnt.remark))"]
  }

  /// The lines that map the control already. One with a channel comes first: in a file it takes precedence.
  private func mapped(_ proposal: LearnProposal) -> [MappingDraft.Line] {
    let lines = draft.entries.filter { proposal.isMoved(by: $0.control) }
    return lines.filter { $0.control.channel != nil } + lines.filter { $0.control.channel == nil }
  }

  /// The other controls that move the widget.
  private func controls(of proposal: LearnProposal) -> [Control] {
    draft.entries.filter { line in
      !proposal.isMoved(by: line.control) && line.targets.contains { $0.widget == proposal.widget }
    }.map(\.control)
  }

  /// Removes the widget from the control's line, and the line too if it has no other widget.
  private mutating func drop(_ widget: String, from control: Control) {
    guard var line = draft.entries.first(where: { $0.control == control }) else { return }
    draft.remove(control)
    line.targets.removeAll { $0.widget == widget }
    if line.remark.isEmpty { line.remark = "without \(widget)" }
    if !line.targets.isEmpty { draft.learnt.append(line) }
  }
}

/// A control that was recognised for a widget, and is about to be added to the mapping.
struct LearnProposal: Sendable {
  /// What to do with lines that are in the way; open until the person decides.
  enum Decision: Sendable { case open, replace, add }

  let learnt: RecognizedControl
  let widget: String
  let sender: LearnDialogue.Sender?
  var takesPedal = false
  /// For the control's other widgets.
  var otherWidgets = Decision.open
  /// For the widget's other controls.
  var otherControls = Decision.open

  /// The control as the mapping file names it.
  ///
  /// Pads need their channel, because keys send the same notes. For everything else channel 1 is left out, so that
  /// the mapping still works when the controller is set to another channel.
  var control: Control {
    let isKey =
      switch learnt.control.kind {
      case .note, .poly: true
      default: false
      }
    let isFirst = learnt.control.channel == Channel(number: 1)
    return Control(learnt.control.kind, channel: isFirst && !isKey ? nil : learnt.control.channel)
  }

  /// Whether a mapping's line for `other` is a line for this control.
  func isMoved(by other: Control) -> Bool {
    other.kind == learnt.control.kind
      && (other.channel == control.channel || other.channel == learnt.control.channel)
  }

  /// The widget with the mode that fits the kind of control and the kind of widget.
  func target(_ kind: Widget.Kind) -> MappingTarget {
    var target = MappingTarget(widget: widget)
    let isChoice = if case .choice = kind { true } else { false }
    switch learnt.nature {
    case .position, .increments: break
    case .encoder(let mode): target.mode = mode
    case .button:
      target.mode =
        kind == .momentary ? .trigger : kind == .button ? .momentary : isChoice ? .step : .toggle
    case .latch:
      target.mode = kind == .momentary ? .trigger : isChoice ? .step : .absolute
      target.latches = target.mode.actsOnPress
    }
    return target
  }
}
