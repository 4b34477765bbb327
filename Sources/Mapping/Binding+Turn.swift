import Widgets

// Endless encoders, steps and increments: they move the widget's real value, from wherever it is.
extension Binding {
  /// What one detent moves a slider that names no `step`, as a part of the whole.
  private static let detent = 1.0 / 127
  /// What one press of mode `step` moves a slider that names no `step`.
  private static let press = 1.0 / 10
  /// Turns with this much time between detents are slow; nothing is added to them.
  private static let slowTurn = 60e6
  /// Turns with this much time between detents are as fast as turns are.
  private static let fastTurn = 10e6

  /// What an encoder's message turns.
  ///
  /// One of 14 bits moves by its MSB at once, for encoders that send no other, and its LSB makes the rest.
  mutating func detents(_ signal: ControlSignal) -> Int {
    let detents = decoded(signal.isFine ? resolution.turn(signal.raw) : resolution.sevenBits(signal.raw))
    let rest = signal.isFine ? detents - coarseDetents : detents
    coarseDetents = signal.isFine ? 0 : detents
    return rest
  }

  private mutating func decoded(_ value: UInt8) -> Int {
    switch target.mode {
    case .twosComplement: RelativeEncoding.twosComplement.detents(value)
    case .offset64: RelativeEncoding.offset64.detents(value)
    case .signMagnitude: RelativeEncoding.signMagnitude.detents(value)
    default: detector.detents(value)
    }
  }

  mutating func turn(by detents: Int, at nanoseconds: UInt64) -> Outcome {
    guard detents != 0 else { return .nothing }
    if isSwitch { return move(to: detents > 0 ? end : start) }
    let amount = Double(detents) * haste(at: nanoseconds)
    return move(to: value(movedBy: amount, of: Self.detent))
  }

  /// A press of mode `step`: choices begin anew after the last, sliders stop at the end.
  mutating func step() -> Outcome {
    if isSwitch { return move(to: isAtEnd ? start : end) }
    guard isDiscrete else { return move(to: value(movedBy: 1, of: Self.press)) }
    let (low, high) = (min(start, end), max(start, end))
    guard (low...high).contains(widget.value) else { return move(to: widget.value.clamped(to: low...high)) }
    let next = widget.value + (target.step ?? 1) * (start < end ? 1 : -1)
    return move(to: next > high ? low : next < low ? high : next)
  }

  private func value(movedBy amount: Double, of part: Double) -> Double {
    if let step = leastMove {
      let value = widget.value + amount * step * (start < end ? 1 : -1)
      return value.clamped(to: min(start, end)...max(start, end))
    }
    return curve.value(at: widgetPosition + amount * part, from: start, to: end)
  }

  /// What one detent or press moves, in the widget's unit; never less than the widget can move.
  private var leastMove: Double? {
    let least = isDiscrete ? 1 : widget.snaps ? widget.step : nil
    return target.step.map { max($0, widget.snaps ? least ?? $0 : $0) } ?? least
  }

  /// How many times as far a detent goes, by the time since the last.
  private mutating func haste(at nanoseconds: UInt64) -> Double {
    let last = lastTurn
    lastTurn = nanoseconds
    guard let last, target.acceleration > 1, !isDiscrete else { return 1 }
    let gap = Double(nanoseconds &- last)
    let speed = ((Self.slowTurn - gap) / (Self.slowTurn - Self.fastTurn)).clamped(to: 0...1)
    return 1 + (target.acceleration - 1) * speed
  }
}
