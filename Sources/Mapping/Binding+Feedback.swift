import Widgets

extension Binding {
  /// What the controller has to be told now; nil when it knows.
  mutating func numberToShow() -> UInt16? {
    let stamp = widget.stamp
    guard answer?.isStale(stamp) == true else { return nil }
    let number = shownNumber
    return answer?.show(number, at: stamp) == true ? number : nil
  }

  /// The number that shows the widget on the answering control.
  private var shownNumber: UInt16 {
    let resolution = answer.map { $0.isOwn ? self.resolution : $0.control.kind.resolution } ?? .seven
    let position = target.mode == .trigger || isSwitch ? (isLit ? 1 : 0) : ownPosition ?? widgetPosition
    if let lamp = target.lamp {
      return UInt16((Double(lamp.off) + (Double(lamp.on) - Double(lamp.off)) * position).rounded())
    }
    return resolution.raw(position, centred: isCentred)
  }

  /// Where the control itself has put the widget: a curve may have that value at other positions too.
  private var ownPosition: Double? {
    guard target.mode == .absolute, ownStamp == widget.stamp, let lastPosition else { return nil }
    return curve.value(at: lastPosition, from: start, to: end) == widget.value ? lastPosition : nil
  }

  /// Several triggers of one choice are a row of radio buttons: only the one it stands at is lit.
  private var isLit: Bool {
    target.mode == .trigger && !isSwitch ? abs(widget.value - end) < 1e-9 : isAtEnd
  }

  /// Notes what the control itself has said, so that it is not told what it knows.
  ///
  /// A control that shows its own position (absolute, buttons) shows `raw` now. One that waits or converges
  /// is left alone. An endless encoder has no position: its ring is told wherever the widget went.
  mutating func noteHeard(_ raw: UInt16) {
    guard var answer, answer.isOwn, !target.mode.isRelative, !target.echoes else { return }
    switch target.mode {
    case .pickup, .scale: answer.leaveAlone(at: widget.stamp)
    default: answer.heard(min(raw, resolution.fullScale))
    }
    self.answer = answer
  }
}
