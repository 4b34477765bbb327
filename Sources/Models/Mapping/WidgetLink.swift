import SpinetMIDI
import SpinetWidgets

/// The control of a connected controller that moves a widget, as a screen shows it.
package struct WidgetLink: Hashable, Sendable {
  /// The widget's index in the router's `WidgetSet`.
  package let widget: Int
  package let control: Control
  /// Where the control was last, as a position of the widget, 0–1; nil before its first move, and for buttons and
  /// encoders.
  package let position: Double?
  /// Whether the widget waits until the control reaches its value.
  package let isWaiting: Bool
  /// Whether it is a knob or a fader under a number, and no wheel, pedal, bend, pressure or button.
  package let isContinuous: Bool
}

extension Router {
  /// What moves the widgets now, by the ports and the lines of their files. A widget that several controls move comes
  /// once, with the first.
  package var links: [WidgetLink] {
    var known: Set<Int> = []
    return connected.flatMap(\.links).filter { known.insert($0.widget).inserted }
  }
}

extension RouterPort {
  /// In the order of the mapping's lines.
  fileprivate var links: [WidgetLink] {
    let found = slots.flatMap { slot in
      slot.bindings.map { (bindings[$0].target.location, bindings[$0].link(of: slot.control)) }
    }
    return found.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension Binding {
  fileprivate func link(of control: Control) -> WidgetLink {
    let isFollowing = !target.mode.isButton && !target.mode.isRelative
    let position = isFollowing ? lastPosition : nil
    return WidgetLink(
      widget: widgetIndex, control: control,
      position: position.map {
        widget.curve.position(of: curve.value(at: $0, from: start, to: end), in: widget.range)
      },
      isWaiting: position.map(isWaiting) ?? false, isContinuous: isFollowing && control.kind.isNumbered)
  }

  private func isWaiting(at position: Double) -> Bool {
    guard target.mode == .pickup || target.mode == .scale, ownStamp != widget.stamp else { return false }
    return abs(position - widgetPosition) > 1.0 / 127 + 1e-9
  }
}

extension Control.Kind {
  /// Whether it is a knob or a fader that a person has put under a number.
  fileprivate var isNumbered: Bool {
    switch self {
    // Wheel, breath, foot and expression belong to playing.
    case .cc(let number), .cc14(let number): ![1, 2, 4, 11].contains(number) && !(64...69).contains(number)
    case .nrpn, .rpn: true
    default: false
    }
  }
}

extension Control {
  /// As people say it: `CC 21`, `Note C1`, `CC 21 ch 3`.
  package var spoken: String {
    let words = kind.description.split(separator: " ", maxSplits: 1).map(String.init)
    let first = words.first ?? ""
    let isShort = ["cc", "cc14", "nrpn", "rpn"].contains(first)
    let name = isShort ? first.uppercased() : first.prefix(1).uppercased() + first.dropFirst()
    return ([name] + words.dropFirst()).joined(separator: " ") + (channel.map { " ch \($0.number)" } ?? "")
  }
}
