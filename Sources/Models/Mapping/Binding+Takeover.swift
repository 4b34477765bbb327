import SpinetWidgets

// Taking over a widget that is at another position than the control.
extension Binding {
  /// One position of a 7-bit control. Positions that are closer than this count as equal.
  private static let tolerance = 1.0 / 127 + 1e-9

  /// Moves the widget only after the control has reached or passed its position, and until something else
  /// moves the widget.
  ///
  /// Passing counts even if two positions of a fast movement are far apart.
  mutating func pickUp(_ signal: ControlSignal) -> Outcome {
    let position = position(of: signal)
    let last = lastPosition
    lastPosition = position
    if ownStamp == widget.stamp { return move(to: value(of: signal)) }
    let wanted = widgetPosition
    let meets = abs(position - wanted) <= Self.tolerance || gives(value(of: signal))
    let passes = last.map { ($0 - wanted) * (position - wanted) <= 0 } ?? false
    guard meets || passes else { return .waiting(position < wanted ? .up : .down) }
    return move(to: value(of: signal))
  }

  /// Moves the widget at once, by the same fraction of its remaining distance as the control moves of its
  /// own. Both reach the end together and have the same position from then on.
  mutating func converge(_ signal: ControlSignal) -> Outcome {
    let position = position(of: signal)
    let last = lastPosition
    lastPosition = position
    let from = ownStamp == widget.stamp ? scaledPosition : widgetPosition
    guard let last else {
      guard abs(position - from) <= Self.tolerance || gives(value(of: signal)) else {
        return .waiting(position < from ? .up : .down)
      }
      return settle(at: position, value(of: signal))
    }
    if abs(last - from) < 1e-9 { return settle(at: position, value(of: signal)) }
    let way = position > last ? (1 - from) / (1 - last) : last > 0 ? from / last : 0
    let scaled = min(max(from + (position - last) * way, 0), 1)
    return settle(at: scaled, curve.value(at: scaled, from: start, to: end))
  }

  private mutating func settle(at position: Double, _ value: Double) -> Outcome {
    scaledPosition = position
    return move(to: value)
  }

  /// Whether the control selects the value that a choice or a switch already has.
  private func gives(_ value: Double) -> Bool { isDiscrete && abs(value - widget.value) < 0.5 }
}
