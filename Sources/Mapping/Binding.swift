import Widgets

/// One control's hold on one widget, and what it knows of both.
struct Binding {
  /// What an event made of it.
  enum Outcome: BitwiseCopyable {
    case nothing
    /// To this value; a press is 1.
    case moved(Double)
    case waiting(TurnDirection)
  }

  let widget: Widget
  let widgetIndex: Int
  let target: MappingTarget
  let start: Double
  let end: Double
  let curve: Curve
  let resolution: Resolution
  /// Whether the control's middle number is the exact middle of the range: ranges from -x to x, and bends.
  let isCentred: Bool
  let isMomentary: Bool
  /// On or off.
  let isSwitch: Bool
  /// Whether its values are counted, not measured.
  let isDiscrete: Bool
  /// The value of each of a control's 128 positions; empty where it has more.
  private let values: [Double]

  /// Where the control stood last, 0–1; nil until it was heard.
  var lastPosition: Double?
  /// The widget's stamp when this control had moved it: while it is the same, nothing else has.
  var ownStamp: UInt64?
  /// Where between the ends `scale` has the widget, which may be finer than the widget itself.
  var scaledPosition = 0.0
  var detector = EncodingDetector()
  /// What the MSB of an encoder's message has already moved, until its LSB comes.
  var coarseDetents = 0
  /// When the encoder was turned last; nil until it was.
  var lastTurn: UInt64?
  var answer: FeedbackAnswer?

  init(_ target: MappingTarget, of control: Control, to widget: Widget, at index: Int) {
    self.widget = widget
    widgetIndex = index
    self.target = target
    (start, end) = target.ends(for: widget)
    curve = target.curve(for: widget)
    resolution = Self.resolution(of: control.kind, target, widget)
    isMomentary = widget.kind == .momentary
    isSwitch = widget.kind == .toggle || widget.kind == .button
    isDiscrete = isSwitch || widget.isChoice
    isCentred = resolution == .bend || start == -end && [.linear, .sShaped].contains(curve)
    var values: [Double] = []
    for raw in 0..<(resolution == .seven ? 128 : 0) as Range<UInt16> {
      values.append(
        curve.value(at: Resolution.seven.position(raw, centred: isCentred), from: start, to: end))
    }
    self.values = values
  }

  /// A program number picks the choice of that number.
  private static func resolution(of kind: Control.Kind, _ target: MappingTarget, _ widget: Widget)
    -> Resolution
  {
    guard kind == .program, target.range == nil, case .choice(let names) = widget.kind else {
      return kind.resolution
    }
    return .program(last: UInt16(clamping: names.count - 1))
  }

  /// Does what the control asks for, and notes what it has said.
  mutating func take(_ signal: ControlSignal) -> Outcome {
    let outcome = apply(signal)
    if answer != nil, signal.steps == 0 { noteHeard(signal.raw) }
    return outcome
  }

  private mutating func apply(_ signal: ControlSignal) -> Outcome {
    if signal.steps != 0, !target.mode.isButton { return turn(by: signal.steps, at: signal.nanoseconds) }
    if isMomentary { return signal.isPress ? press() : .nothing }
    switch target.mode {
    case .absolute: return follow(signal)
    case .pickup: return pickUp(signal)
    case .scale: return converge(signal)
    case .twosComplement, .offset64, .signMagnitude, .autoRelative:
      return turn(by: detents(signal), at: signal.nanoseconds)
    case .toggle: return signal.isPress ? move(to: isAtEnd ? start : end) : .nothing
    case .momentary: return hold(signal)
    case .trigger: return signal.isPress ? move(to: end) : .nothing
    case .step: return signal.isPress ? step() : .nothing
    }
  }

  /// What the widget does when nothing holds the control any more.
  mutating func release() {
    if !isMomentary { _ = move(to: start) }
  }

  /// Nearer to the far end than to the near one.
  var isAtEnd: Bool { abs(widget.value - end) <= abs(widget.value - start) }

  /// Where the widget stands between the ends of the control, 0–1.
  var widgetPosition: Double { curve.position(of: widget.value, from: start, to: end) }

  func value(of raw: UInt16) -> Double {
    values.isEmpty
      ? curve.value(at: resolution.position(raw, centred: isCentred), from: start, to: end)
      : values[Int(min(raw, 127))]
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

  /// A switch follows whether the control is pressed, so that a soft note is no half press.
  private mutating func follow(_ signal: ControlSignal) -> Outcome {
    lastPosition = resolution.position(signal.raw, centred: isCentred)
    return move(to: isSwitch ? (signal.isPressed ? end : start) : value(of: signal.raw))
  }
}

extension Widget {
  fileprivate var isChoice: Bool {
    if case .choice = kind { return true }
    return false
  }
}
