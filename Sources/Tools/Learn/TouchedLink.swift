import SpinetFormats
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage

/// A link between a control and a widget that was learnt by touch.
package struct TouchedLink: Hashable, Sendable {
  package let control: Control
  /// What kind of control it seems to be: `knob or fader`.
  package let guess: String
  /// The widget's values at the control's near and far end.
  package let start: Double
  package let end: Double
  package let mode: ControlMode
  /// Nil for the widget's own.
  package let curve: Curve?
  /// Where it is saved.
  package let file: FilePath
}

/// A change of a link.
package enum LinkChange: Hashable, Sendable {
  /// The widget's values at the control's ends, in its unit.
  case range(Double, Double)
  /// Exchanges both ends.
  case swap
  case mode(ControlMode)
  /// Nil for the widget's own.
  case curve(Curve?)
  /// Nil for every channel.
  case channel(Channel?)
}

extension LearnDialogue {
  /// Whether it waits for the control of this widget.
  func isMoving(_ widget: String) -> Bool {
    if case .moving(let moving) = stage { moving == widget } else { false }
  }

  /// Every link, as text: `CC 21 → filter.cutoff`.
  var links: [String] {
    draft.entries.flatMap { line in line.targets.map { "\(line.control.spoken) → \($0.widget)" } }
  }

  /// The newest link to a widget; nil without one.
  func link(toWidget name: String, in file: FilePath) -> TouchedLink? {
    guard let widget = widgets[name],
      let line = draft.entries.last(where: { $0.targets.contains { $0.widget == name } }),
      let target = line.targets.first(where: { $0.widget == name })
    else { return nil }
    let ends = target.ends(for: widget)
    return TouchedLink(
      control: line.control, guess: line.remark, start: ends.start, end: ends.end, mode: target.mode,
      curve: target.curve, file: file)
  }

  /// Changes a link that was learnt. Returns why it cannot be changed; nil if it was.
  mutating func change(_ change: LinkChange, linkTo name: String) -> String? {
    guard let widget = widgets[name],
      let index = draft.learnt.lastIndex(where: { $0.targets.contains { $0.widget == name } }),
      let position = draft.learnt[index].targets.firstIndex(where: { $0.widget == name })
    else { return "there is no link to \(name)" }
    let before = draft
    draft.learnt[index].targets[position].apply(change, to: widget)
    if case .channel(let channel) = change { draft.learnt[index].control.channel = channel }
    do throws(SpinetError) {
      _ = try Mapping(bytes: Array((draft.text ?? "").utf8), file: "", for: widgets)
      history.append(before)
      return nil
    } catch {
      draft = before
      return error.diagnostics.first?.message ?? error.why
    }
  }

  /// Removes a widget from all lines. Returns whether it was in any.
  mutating func unlink(_ name: String) -> Bool {
    let lines = draft.entries.filter { line in line.targets.contains { $0.widget == name } }
    guard !lines.isEmpty else { return false }
    history.append(draft)
    for var line in lines {
      draft.remove(line.control)
      line.targets.removeAll { $0.widget == name }
      if line.remark.isEmpty { line.remark = "without \(name)" }
      if !line.targets.isEmpty { draft.learnt.append(line) }
    }
    return true
  }
}

extension MappingTarget {
  /// A range that is the widget's own is left out, because it applies anyway.
  fileprivate mutating func apply(_ change: LinkChange, to widget: Widget) {
    switch change {
    case .range(let from, let to): setEnds(from, to, widget)
    case .swap:
      let ends = ends(for: widget)
      setEnds(ends.end, ends.start, widget)
    case .mode(let mode):
      self.mode = mode
      latches = latches && mode.actsOnPress
    case .curve(let curve): self.curve = curve
    case .channel: break
    }
  }

  private mutating func setEnds(_ from: Double, _ to: Double, _ widget: Widget) {
    let isOwn = from == widget.range.lowerBound && to == widget.range.upperBound
    range = isOwn ? nil : Range(start: from, end: to, location: .start)
  }
}
