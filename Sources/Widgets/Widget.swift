/// A value with a range, a curve, a default and a name: the single truth for its parameter.
///
/// A widget knows no engine and no MIDI. It is live from `init` on, from any thread.
public final class Widget: Sendable {
  /// How a widget behaves and looks.
  public enum Kind: Hashable, Sendable {
    case slider
    /// A slider drawn round.
    case knob
    /// Two states that stay: 0 and 1.
    case toggle
    /// 1 while it is held.
    case button
    /// 1 for exactly one control block a press; every press is counted.
    case momentary
    /// Shows a value that comes from elsewhere, with so many decimals.
    case label(precision: Int)
    /// One of several named things: value 0 is the first.
    case choice([String])
  }

  public let name: String
  public let kind: Kind
  public let range: ClosedRange<Double>
  public let defaultValue: Double
  /// `Hz`, `s`, `dB`; empty where there is none.
  public let unit: String
  public let curve: Curve
  /// From one value to the next as people count them, in the unit; nil where nobody has said.
  public let step: Double?
  /// Whether it takes nothing between the steps, which begin at the lower end.
  public let snaps: Bool
  /// The value's address for the audio thread; lives as long as the widget.
  public let cell: WidgetCell

  public init(
    _ name: String, kind: Kind = .slider, range: ClosedRange<Double> = 0...1,
    default defaultValue: Double? = nil,
    unit: String = "", curve: Curve = .linear, step: Double? = nil, snaps: Bool = false
  ) {
    self.name = name
    self.kind = kind
    let range = kind.fixedRange ?? range
    let step = step.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    let wanted = kind.rounded(defaultValue ?? range.lowerBound).clamped(to: range)
    self.range = range
    self.step = step
    self.snaps = snaps && step != nil
    self.defaultValue = step.map { snaps ? wanted.snapped(to: $0, in: range) : wanted } ?? wanted
    self.unit = unit
    self.curve = curve
    cell = WidgetCell(initial: self.defaultValue)
  }

  deinit { cell.deallocate() }

  /// The value now, in the widget's unit. [any-thread]
  public var value: Double { cell.value }

  /// Rises with every change and every press. [any-thread]
  public var stamp: UInt64 { cell.stamp }

  /// Moves the widget; what is outside the range becomes the nearest end, what is no number changes
  /// nothing. A momentary button is pressed by any value over 0. Answers whether it changed. [any-thread]
  @discardableResult public func set(_ value: Double) -> Bool {
    guard !value.isNaN else { return false }
    switch kind {
    case .momentary: return value > 0 && press()
    case .slider, .knob, .label: return cell.store(snapped(value.clamped(to: range)))
    case .toggle, .button, .choice: return cell.store(kind.rounded(value).clamped(to: range))
    }
  }

  private func snapped(_ value: Double) -> Double {
    guard snaps, let step else { return value }
    return value.snapped(to: step, in: range)
  }

  /// Where the value stands between the ends: 0–1, by the curve. [any-thread]
  public var position: Double { curve.position(of: value, in: range) }

  /// Moves to a position between the ends: 0–1, by the curve. [any-thread]
  @discardableResult public func set(position: Double) -> Bool {
    set(curve.value(at: position, in: range))
  }

  /// Presses a momentary button once. [any-thread]
  @discardableResult public func press() -> Bool {
    cell.press()
    return true
  }

  /// Back to the default. [any-thread]
  @discardableResult public func reset() -> Bool { kind == .momentary ? false : set(defaultValue) }
}

extension Widget.Kind {
  /// The range that a kind has by its nature.
  var fixedRange: ClosedRange<Double>? {
    switch self {
    case .toggle, .button, .momentary: 0...1
    case .choice(let names): 0...Double(max(1, names.count) - 1)
    case .slider, .knob, .label: nil
    }
  }

  /// Whole numbers where nothing else makes sense.
  func rounded(_ value: Double) -> Double {
    switch self {
    case .toggle, .button: value >= 0.5 ? 1 : 0
    case .choice: value.rounded()
    case .slider, .knob, .momentary, .label: value
    }
  }

  /// Whether the value moves without steps, and so is smoothed on its way to the sound.
  public var isContinuous: Bool { self == .slider || self == .knob }
}

extension Double {
  public func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
