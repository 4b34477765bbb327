import SpinetText
import SpinetWidgets

/// What a control moves, and how.
public struct MappingTarget: Hashable, Sendable {
  public var widget: String
  public var location: TextLocation
  /// The widget's value at the control's near and far end, in its unit; nil: the widget's own range.
  public var range: Range?
  /// Nil: the widget's own.
  public var curve: Curve?
  public var mode: ControlMode
  /// How far one detent or press moves, in the widget's unit. Nil: by 1 for a choice; for a slider by 1/127
  /// of the range with a detent, and by 1/10 with a press.
  public var step: Double?
  /// How many times as far a fast turn of an endless encoder goes; 1: no acceleration.
  public var acceleration: Double
  /// The control that shows on the controller where the widget is; nil: none does.
  public var feedback: Control?
  /// Whether the control is also told where it has been moved itself: for motor faders that go back to the
  /// last position they were sent (Mackie Control).
  public var echoes: Bool
  /// The numbers that a lamp is sent for the near and the far end, 0–127; nil: the whole range of the
  /// control.
  public var lamp: Lamp?

  /// Two ends, in either order.
  public struct Range: Hashable, Sendable {
    public var start: Double
    public var end: Double
    public var location: TextLocation

    package init(start: Double, end: Double, location: TextLocation) {
      self.start = start
      self.end = end
      self.location = location
    }
  }

  public struct Lamp: Hashable, Sendable {
    public var off: UInt8
    public var on: UInt8

    package init(off: UInt8, on: UInt8) {
      self.off = off
      self.on = on
    }
  }

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

/// How the movements of a control become movements of a widget.
public enum ControlMode: String, CaseIterable, Sendable {
  /// The widget goes where the control is.
  case absolute
  /// The widget waits until the control passes its value.
  case pickup
  /// The widget moves at once, by as much as lets both reach the end together.
  case scale
  /// Endless: 1 is one up, 127 one down.
  case twosComplement = "twos-complement"
  /// Endless: 65 is one up, 63 one down.
  case offset64 = "offset-64"
  /// Endless: 1 is one up, 65 one down.
  case signMagnitude = "sign-magnitude"
  /// Endless: the encoding of the three that the messages show.
  case autoRelative = "auto-relative"
  /// Each press goes to the other end.
  case toggle
  /// The far end while pressed, the near end when released.
  case momentary
  /// A press presses the widget, or moves it to the far end; a release does nothing.
  case trigger
  /// A press moves by one step.
  case step

  public var isRelative: Bool {
    switch self {
    case .twosComplement, .offset64, .signMagnitude, .autoRelative: true
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
