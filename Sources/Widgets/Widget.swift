/// A parameter's value, with a range, a curve, a default and a name. It is the only place where the value is
/// stored.
///
/// A widget does not depend on an engine or on MIDI. Any thread may use it from `init` on.
public final class Widget: Sendable {
  /// How a widget behaves and how it is drawn.
  public enum Kind: Hashable, Sendable {
    case slider
    /// A slider that is drawn as a knob.
    case knob
    /// Two states, 0 and 1. It stays in the state it was set to.
    case toggle
    /// 1 while it is held, then 0.
    case button
    /// Each press gives 1 for exactly one control block. Every press is counted.
    case momentary
    /// Displays a value from elsewhere, with this number of decimals.
    case label(precision: Int)
    /// Displays a text from elsewhere. It has no value: `set` and `value` have no meaning for it.
    case text
    /// One of several named choices. Value 0 is the first.
    case choice([String])
  }

  /// The name in mappings, patches and commands: `filter.cutoff`.
  public let name: String
  /// How it behaves, and how it is drawn.
  public let kind: Kind
  /// The lowest and the highest value, in the unit.
  public let range: ClosedRange<Double>
  /// The value before anything has moved it, in the unit.
  public let defaultValue: Double
  /// `Hz`, `s`, `dB`; empty if there is none.
  public let unit: String
  /// A sentence that describes it; may be empty.
  public let about: String
  /// How positions of a control become values.
  public let curve: Curve
  /// The distance between two values, in the unit; nil if it is not defined.
  public let step: Double?
  /// Whether only whole steps above the lower end are allowed.
  public let snaps: Bool
  /// Whether any number is allowed: the range is only how far controllers move it.
  public let isOpen: Bool
  /// The values that are allowed: the range, or for an open widget usually any number.
  package let limits: ClosedRange<Double>
  /// How many decimals its text has; nil for three digits.
  public let precision: Int?
  /// The address of the value for the audio thread. Valid as long as the widget lives.
  public let cell: WidgetCell
  /// What a widget of the kind `text` displays; nil for any other.
  package let label: TextCell?
  /// The count of changes that several widgets share; nil for a widget whose changes are not counted.
  package let changes: WidgetChanges?
  /// The widget whose value this is under another name; nil for one that has its own.
  private let original: Widget?
  private let cellMemory: CellMemory<WidgetCell.Storage>?
  private let labelMemory: CellMemory<TextCell.Storage>?

  /// A widget that is at its default. A default beyond the range is moved into it.
  ///
  /// - Parameter limits: the values that an open widget allows; nil for any number.
  public init(
    _ name: String, kind: Kind = .slider, range: ClosedRange<Double> = 0...1,
    default defaultValue: Double? = nil,
    unit: String = "", curve: Curve = .linear, step: Double? = nil, snaps: Bool = false, isOpen: Bool = false,
    limits: ClosedRange<Double>? = nil, precision: Int? = nil, about: String = "",
    changes: WidgetChanges? = nil
  ) {
    self.isOpen = isOpen && kind.isContinuous
    self.name = name
    self.kind = kind
    let range = kind.fixedRange ?? range
    let step = step.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    let wanted = kind.rounded(defaultValue ?? range.lowerBound).clamped(to: range)
    self.range = range
    self.limits = self.isOpen ? limits ?? -.infinity ... .infinity : range
    self.step = step
    self.snaps = snaps && step != nil
    self.defaultValue = step.map { snaps ? wanted.snapped(to: $0, in: range) : wanted } ?? wanted
    self.unit = unit
    self.about = about
    self.curve = curve
    if case .label(let own) = kind { self.precision = own } else { self.precision = precision }
    original = nil
    self.changes = changes
    let cellMemory = CellMemory(WidgetCell.Storage(self.defaultValue, changes: changes?.count))
    cell = WidgetCell(cellMemory)
    self.cellMemory = consume cellMemory
    guard kind == .text else {
      label = nil
      labelMemory = nil
      return
    }
    let labelMemory = CellMemory(TextCell.Storage())
    label = TextCell(of: cell, labelMemory)
    self.labelMemory = consume labelMemory
  }

  /// A widget like another, with its own value, whose changes are counted.
  public convenience init(like other: Widget, countedBy changes: WidgetChanges) {
    self.init(
      other.name, kind: other.kind, range: other.range, default: other.defaultValue, unit: other.unit,
      curve: other.curve, step: other.step, snaps: other.snaps, isOpen: other.isOpen, limits: other.limits,
      precision: other.precision, about: other.about, changes: changes)
  }

  /// The same value under another name, as `pad/filter.cutoff` is the `filter.cutoff` of one part.
  package init(_ name: String, of original: Widget) {
    self.name = name
    self.original = original
    kind = original.kind
    range = original.range
    step = original.step
    snaps = original.snaps
    defaultValue = original.defaultValue
    unit = original.unit
    about = original.about
    curve = original.curve
    isOpen = original.isOpen
    limits = original.limits
    precision = original.precision
    cell = original.cell
    label = original.label
    changes = original.changes
    cellMemory = nil
    labelMemory = nil
  }

  /// The current value, in the widget's unit. [any-thread]
  public var value: Double { cell.value }

  /// Increases with every change and every press. [any-thread]
  public var stamp: UInt64 { cell.stamp }

  /// Sets the value, limited to the range. Not a number changes nothing. Any value above 0 presses a
  /// momentary button. Returns whether the value changed. [any-thread]
  @discardableResult public func set(_ value: Double) -> Bool {
    guard !value.isNaN else { return false }
    switch kind {
    case .text: return false
    case .momentary: return value > 0 && press()
    case .slider, .knob, .label, .toggle, .button, .choice: return cell.store(limited(value))
    }
  }

  /// A number as `set` would store it.
  package func limited(_ value: Double) -> Double {
    switch kind {
    case .slider, .knob, .label:
      isOpen ? value.clamped(to: limits) : snapped(value.clamped(to: range))
    case .toggle, .button, .choice, .momentary, .text: kind.rounded(value).clamped(to: range)
    }
  }

  /// Whether `set` accepts the value without limiting it.
  public func allows(_ value: Double) -> Bool { value.isFinite && limits.contains(value) }

  private func snapped(_ value: Double) -> Double {
    guard snaps, let step else { return value }
    return value.snapped(to: step, in: range)
  }

  /// The position of the value between the ends, 0–1, by the curve. [any-thread]
  public var position: Double { curve.position(of: value, in: range) }

  /// Sets the value by a position between the ends, 0–1, by the curve. [any-thread]
  @discardableResult public func set(position: Double) -> Bool {
    set(curve.value(at: position, in: range))
  }

  /// Presses a momentary button once. [any-thread]
  @discardableResult public func press() -> Bool {
    cell.press()
    return true
  }

  /// Sets the default value. [any-thread]
  @discardableResult public func reset() -> Bool { kind == .momentary ? false : set(defaultValue) }
}

extension Widget.Kind {
  /// The range of the kinds that allow only one.
  var fixedRange: ClosedRange<Double>? {
    switch self {
    case .toggle, .button, .momentary: 0...1
    case .choice(let names): 0...Double(max(1, names.count) - 1)
    case .slider, .knob, .label, .text: nil
    }
  }

  /// Rounds to an integer for kinds that have only those.
  func rounded(_ value: Double) -> Double {
    switch self {
    case .toggle, .button: value >= 0.5 ? 1 : 0
    case .choice: value.rounded()
    case .slider, .knob, .momentary, .label, .text: value
    }
  }

  /// Whether it only shows what comes from elsewhere, so that no control moves it.
  package var isDisplay: Bool {
    switch self {
    case .label, .text: true
    default: false
    }
  }

  /// Whether the value has no steps and is smoothed for the sound.
  public var isContinuous: Bool { self == .slider || self == .knob }
}

extension Double {
  package func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension Double {
  /// The nearest value that is a whole number of steps above the lower end, or the upper end.
  func snapped(to step: Double, in range: ClosedRange<Double>) -> Double {
    guard self < range.upperBound else { return range.upperBound }
    let value = range.lowerBound + ((self - range.lowerBound) / step).rounded() * step
    // Gives 0.3, not 3 · 0.1, which is not the same double.
    let scale = Double.powerOfTen(max(step.decimals, range.lowerBound.decimals))
    let written = ((value * scale).rounded() / scale).clamped(to: range)
    return range.upperBound - self <= abs(written - self) ? range.upperBound : written
  }

  /// The number of decimals needed to write it, at most nine.
  var decimals: Int {
    (0..<9).first { places in
      let scaled = abs(self) * Double.powerOfTen(places)
      return abs(scaled - scaled.rounded()) <= 1e-6 * Swift.max(scaled, 1e-3)
    } ?? 9
  }

  private static func powerOfTen(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

/// What a patch file says about a program's widget; nil where it says nothing.
package struct WidgetHints: Hashable, Sendable {
  package var range: ClosedRange<Double>?
  package var unit: String?
  package var curve: Curve?
  package var about: String?

  package init(
    range: ClosedRange<Double>? = nil, unit: String? = nil, curve: Curve? = nil, about: String? = nil
  ) {
    self.range = range
    self.unit = unit
    self.curve = curve
    self.about = about
  }
}
