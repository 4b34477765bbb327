import SpinetRealtime
import SpinetWidgets

/// A widget that a control moves, and how.
public struct MappingTarget: Hashable, Sendable {
  /// The widget's name.
  public var widget: String
  /// Where it is in the file.
  public var location: TextLocation
  /// The widget's values at the control's near and far end, in its unit; nil is the widget's own range.
  public var range: Range?
  /// Nil is the widget's own curve.
  public var curve: Curve?
  /// How the control moves the widget.
  public var mode: ControlMode
  /// The distance for one detent or press, in the widget's unit. If nil: 1 for a choice; for a slider, 1/127
  /// of the range for a detent and 1/10 for a press.
  public var step: Double?
  /// Whether the control is a pedal or a button that latches in hardware, so that each of its edges is a press. Only
  /// targets that act on presses look at it.
  public var latches = false
  /// The time constant of a filter that smooths a trembling hand, in seconds; 0 for none. Only readings have one.
  public var smoothing = 0.0
  /// The values of a reading at the control's ends, in the reading's unit; nil for `SensorReading.usualRange`.
  public var reach: ClosedRange<Double>?
  /// The factor for a fast turn of an endless encoder; 1 is no acceleration.
  public var acceleration: Double
  /// The control that shows the widget's value on the controller; nil if there is none.
  public var feedback: Control?
  /// Whether the control's own movements are sent back to it. Motor faders need this if they otherwise return to the
  /// last position that was sent to them (Mackie Control).
  public var echoes: Bool
  /// The numbers that a lamp gets for the near and the far end, 0–127; nil is the whole range of the control.
  public var lamp: Lamp?
  /// Whether the widget gets the control's number as its value. Numbers outside its range move nothing.
  package var takesNumber = false

  /// Two ends, in either order.
  public struct Range: Hashable, Sendable {
    /// The value at the control's near end.
    public var start: Double
    /// The value at the control's far end.
    public var end: Double
    /// Where it is in the file.
    public var location: TextLocation

    package init(start: Double, end: Double, location: TextLocation) {
      self.start = start
      self.end = end
      self.location = location
    }
  }

  /// Whether the widget stands for an address of another program, which an instrument makes when it reads the mapping.
  var isOSC: Bool { widget.hasPrefix("osc:") }

  /// What a lamp is sent.
  public struct Lamp: Hashable, Sendable {
    /// The number for the near end, 0–127.
    public var off: UInt8
    /// The number for the far end, 0–127.
    public var on: UInt8

    package init(off: UInt8, on: UInt8) {
      self.off = off
      self.on = on
    }
  }

  /// A target made in code; what is left out is as in a file that does not say it.
  public init(
    widget: String, location: TextLocation = .start, range: Range? = nil, curve: Curve? = nil,
    mode: ControlMode = .absolute, step: Double? = nil, acceleration: Double = 1, feedback: Control? = nil,
    echoes: Bool = false, lamp: Lamp? = nil
  ) {
    self.widget = widget
    self.location = location
    self.range = range
    self.curve = curve
    self.mode = mode
    self.step = step
    self.acceleration = acceleration
    self.feedback = feedback
    self.echoes = echoes
    self.lamp = lamp
  }
}

/// How movements of a control become movements of a widget.
public enum ControlMode: String, CaseIterable, Sendable {
  /// The widget follows the position of the control.
  case absolute
  /// The widget waits until the control passes its value.
  case pickup
  /// The widget moves at once, by an amount that makes both reach the end together.
  case scale
  /// Endless. 1 is one step up, 127 one step down.
  case twosComplement = "twos-complement"
  /// Endless. 65 is one step up, 63 one step down.
  case offset64 = "offset-64"
  /// Endless. 1 is one step up, 65 one step down.
  case signMagnitude = "sign-magnitude"
  /// Endless. The messages decide which of the three encodings is used.
  case autoRelative = "auto-relative"
  /// Each press moves to the other end.
  case toggle
  /// The far end while it is pressed, the near end after its release.
  case momentary
  /// A press presses the widget, or moves it to the far end. A release does nothing.
  case trigger
  /// A press moves by one step.
  case step

  /// Whether the control sends steps in place of positions.
  public var isRelative: Bool {
    switch self {
    case .twosComplement, .offset64, .signMagnitude, .autoRelative: true
    default: false
    }
  }

  /// Whether it acts once on each press.
  public var actsOnPress: Bool {
    switch self {
    case .toggle, .trigger, .step: true
    default: false
    }
  }

  /// Whether only presses count, and not the position of the control.
  public var isButton: Bool {
    switch self {
    case .toggle, .momentary, .trigger, .step: true
    default: false
    }
  }
}
