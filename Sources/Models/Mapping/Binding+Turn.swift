import SpinetWidgets

// Endless encoders, steps and increments move the widget from its current value.
extension Binding {
  /// The distance for one detent of a slider without a `step`, as a fraction of the range.
  private static let detent = 1.0 / 127
  /// The distance for one press in mode `step` of a slider without a `step`, as a fraction of the range.
  private static let press = 1.0 / 10
  /// In nanoseconds. Detents that are this far apart, or further, are not accelerated.
  private static let slowTurn = 60e6
  /// In nanoseconds. Detents that are this close, or closer, have the full acceleration.
  private static let fastTurn = 10e6

  /// The detents of an encoder's message.
  ///
  /// With 14 bits, the MSB moves at once, because some encoders send nothing else, and the LSB adds the rest.
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
    let amount = Double(detents) * acceleration(at: nanoseconds)
    return move(to: value(movedBy: amount, of: Self.detent))
  }

  /// Moves by a part of the range. A widget of choices or states moves by one.
  mutating func travel(_ part: Double) -> Outcome {
    if isSwitch { return move(to: part > 0 ? end : start) }
    if isDiscrete { return move(to: value(movedBy: part > 0 ? 1 : -1, of: Self.detent)) }
    return move(to: curve.value(at: widgetPosition + part, from: start, to: end))
  }

  /// A press in mode `step`: choices start again after the last one, sliders stop at the end.
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

  /// The distance for one detent or press, in the widget's unit, at least the smallest one that the widget
  /// allows; nil without a step.
  private var leastMove: Double? {
    let least = isDiscrete ? 1 : widget.snaps ? widget.step : nil
    return target.step.map { max($0, widget.snaps ? least ?? $0 : $0) } ?? least
  }

  /// The factor for a detent, from the time since the last one.
  private mutating func acceleration(at nanoseconds: UInt64) -> Double {
    let last = lastTurn
    lastTurn = nanoseconds
    guard let last, target.acceleration > 1, !isDiscrete else { return 1 }
    let gap = Double(nanoseconds &- last)
    let speed = ((Self.slowTurn - gap) / (Self.slowTurn - Self.fastTurn)).clamped(to: 0...1)
    return 1 + (target.acceleration - 1) * speed
  }
}
