import Glibc
import SpinetWidgets

/// One control bound to one widget, with the state that takeover and encoders need.
struct Binding {
  /// The effect of a message.
  enum Outcome: BitwiseCopyable {
    case nothing
    /// The widget has been moved to this value. A press is 1.
    case moved(Double)
    case waiting(TurnDirection)
  }

  let widget: Widget
  let widgetIndex: Int
  let target: MappingTarget
  let start: Double
  let end: Double
  let curve: Curve
  /// The resolution of the control's positions. It is finer once an LSB has arrived.
  private(set) var resolution: Resolution
  /// Whether the control's middle number is the exact middle of the range: for ranges from -x to x, and for
  /// bends.
  let isCentred: Bool
  let isMomentary: Bool
  /// Whether it is only on or off.
  let isSwitch: Bool
  /// Whether its values are choices or states instead of a continuous range.
  let isDiscrete: Bool
  /// Whether some positions of the control are outside the widget's range. They move nothing.
  private let exceedsWidget: Bool
  /// The widget's value at each of 128 positions; empty for a control that has more.
  private let values: [Double]

  /// The last position of the control, 0–1; nil before its first message.
  var lastPosition: Double?
  /// The widget's stamp after this control moved it. While it is the same, nothing else has moved the widget.
  var ownStamp: UInt64?
  /// The widget's position in mode `scale`, 0–1. It may be finer than the steps of the widget.
  var scaledPosition = 0.0
  var detector = EncodingDetector()
  /// The detents by which the MSB of an encoder's message has moved the widget, until its LSB arrives.
  var coarseDetents = 0
  /// The number and the moment of the last reading after the filter; nil before the first.
  private var smoothed: (raw: Double, nanoseconds: UInt64)?
  /// When the encoder was last turned, in nanoseconds; nil before that.
  var lastTurn: UInt64?
  var answer: FeedbackAnswer?

  init(_ target: MappingTarget, of control: Control, to widget: Widget, at index: Int) {
    self.widget = widget
    widgetIndex = index
    self.target = target
    (start, end) = target.takesNumber ? (0, 127) : target.ends(for: widget)
    curve = target.takesNumber ? .linear : target.curve(for: widget)
    resolution = Self.resolution(of: control.kind, target, widget)
    isMomentary = widget.kind == .momentary
    isSwitch = widget.kind == .toggle || widget.kind == .button
    isDiscrete = isSwitch || widget.isChoice
    exceedsWidget = target.takesNumber
    isCentred = resolution == .bend || start == -end && [.linear, .sShaped].contains(curve)
    var values: [Double] = []
    for raw in 0..<(resolution == .seven ? 128 : 0) as Range<UInt16> {
      values.append(
        curve.value(at: Resolution.seven.position(raw, centred: isCentred), from: start, to: end))
    }
    self.values = values
  }

  /// A program number selects the choice with that number.
  private static func resolution(of kind: Control.Kind, _ target: MappingTarget, _ widget: Widget)
    -> Resolution
  {
    if case .reading(let reading) = kind, let reach = target.reach { return .reading(reading, over: reach) }
    guard kind == .program, target.range == nil, case .choice(let names) = widget.kind else {
      return kind.resolution
    }
    return .program(last: UInt16(clamping: names.count - 1))
  }

  /// The control has sent an LSB. Its last position is converted to the finer scale.
  mutating func recordLSB() {
    let finer = resolution.withLSB
    guard finer != resolution else { return }
    let hasConverged = scaledPosition == lastPosition
    lastPosition = lastPosition.map {
      finer.position(resolution.raw($0, centred: isCentred), centred: isCentred)
    }
    if hasConverged, let lastPosition { scaledPosition = lastPosition }
    resolution = finer
  }

  /// Moves the widget by a message of the control, and remembers what the control sent.
  mutating func take(_ signal: ControlSignal) -> Outcome {
    let outcome = apply(target.smoothing > 0 ? smooth(signal) : signal)
    if answer != nil, signal.steps == 0 { recordHeard(signal.raw) }
    return outcome
  }

  /// A first-order low-pass filter, for readings that come at irregular times.
  private mutating func smooth(_ signal: ControlSignal) -> ControlSignal {
    var signal = signal
    let raw = signal.fine.map { Double($0) } ?? Double(signal.raw)
    if let smoothed {
      let seconds = Double(signal.nanoseconds &- smoothed.nanoseconds) * 1e-9
      let next = smoothed.raw + (raw - smoothed.raw) * (1 - exp(-seconds / target.smoothing))
      if signal.fine != nil {
        signal.fine = UInt32(bounded: next, in: 0...UInt32.max)
      } else {
        signal.raw = UInt16(bounded: next, in: 0...UInt16.max)
      }
      self.smoothed = (next, signal.nanoseconds)
    } else {
      smoothed = (raw, signal.nanoseconds)
    }
    return signal
  }

  private mutating func apply(_ signal: ControlSignal) -> Outcome {
    if signal.steps != 0, !target.mode.isButton {
      return signal.travel.map { travel($0) } ?? turn(by: signal.steps, at: signal.nanoseconds)
    }
    if isMomentary { return isPress(signal) ? press() : .nothing }
    switch target.mode {
    case .absolute: return follow(signal)
    case .pickup: return pickUp(signal)
    case .scale: return converge(signal)
    case .twosComplement, .offset64, .signMagnitude, .autoRelative:
      return turn(by: detents(signal), at: signal.nanoseconds)
    case .toggle: return isPress(signal) ? move(to: isAtEnd ? start : end) : .nothing
    case .momentary: return hold(signal)
    case .trigger: return isPress(signal) ? move(to: end) : .nothing
    case .step: return isPress(signal) ? step() : .nothing
    }
  }

  /// Whether a target that acts on each press acts now. A button that latches in hardware sends its state, so that each
  /// of its edges is a press of the foot.
  private func isPress(_ signal: ControlSignal) -> Bool {
    if signal.button == .pressed { return true }
    return target.latches && (signal.button == .released || signal.isFirst && !signal.isPressed)
  }

  /// Reset All Controllers: moves the widget as if the control were at `raw`.
  ///
  /// Does nothing if anything else has moved the widget since. Afterwards, a control in mode `pickup` must
  /// reach the widget's position again.
  mutating func reset(to raw: UInt16) -> Outcome {
    guard ownStamp == widget.stamp, !isMomentary, let value = restValue(at: raw), value != widget.value else {
      return .nothing
    }
    defer { ownStamp = nil }
    return move(to: value)
  }

  /// The widget's value at `raw`; nil for encoders, and for buttons that act on each press.
  private func restValue(at raw: UInt16) -> Double? {
    let isOn = resolution.isOn(raw)
    switch target.mode {
    case .absolute, .pickup, .scale: return isSwitch ? (isOn ? end : start) : value(of: raw)
    case .momentary: return isOn ? end : start
    default: return nil
    }
  }

  /// Releases the control, because its controller was disconnected.
  mutating func release() {
    if !isMomentary { _ = move(to: start) }
  }

  /// Whether the widget is nearer to the far end than to the near end.
  var isAtEnd: Bool { abs(widget.value - end) <= abs(widget.value - start) }

  /// The position of the widget between the ends of the control, 0–1.
  var widgetPosition: Double { curve.position(of: widget.value, from: start, to: end) }

  func value(of raw: UInt16) -> Double {
    values.isEmpty
      ? curve.value(at: resolution.position(raw, centred: isCentred), from: start, to: end)
      : values[Int(min(raw, 127))]
  }

  func value(of signal: ControlSignal) -> Double {
    guard let fine = signal.fine else { return value(of: signal.raw) }
    return curve.value(at: resolution.position(fine: fine, centred: isCentred), from: start, to: end)
  }

  /// The position of the control between its ends, 0–1.
  func position(of signal: ControlSignal) -> Double {
    signal.fine.map { resolution.position(fine: $0, centred: isCentred) }
      ?? resolution.position(signal.raw, centred: isCentred)
  }

  mutating func move(to value: Double) -> Outcome {
    widget.set(value)
    ownStamp = widget.stamp
    return .moved(widget.value)
  }

  private mutating func press() -> Outcome {
    widget.press()
    ownStamp = widget.stamp
    return .moved(1)
  }

  private mutating func hold(_ signal: ControlSignal) -> Outcome {
    switch signal.button {
    case .unchanged: .nothing
    case .pressed: move(to: end)
    case .released: move(to: start)
    }
  }

  /// A switch only depends on whether the control is pressed, so a soft note switches it too.
  private mutating func follow(_ signal: ControlSignal) -> Outcome {
    lastPosition = position(of: signal)
    if exceedsWidget, !widget.range.contains(value(of: signal)) { return .nothing }
    return move(to: isSwitch ? (signal.isPressed ? end : start) : value(of: signal))
  }
}

extension Widget {
  fileprivate var isChoice: Bool {
    if case .choice = kind { return true }
    return false
  }
}
