import Documents
import Widgets

/// What a control moves, and how.
public struct MappingTarget: Hashable, Sendable {
  public var widget: String
  public var place: Place
  /// The widget's value at the control's near and far end, in its unit; nil: the widget's own range.
  public var range: Range?
  /// Nil: the widget's own.
  public var curve: Curve?
  public var mode: ControlMode
  /// What one detent or press moves, in the widget's unit; nil: 1 of a choice; of a slider 1/127 a
  /// detent and 1/10 a press.
  public var step: Double?
  /// How many times as far a fast turn of an endless encoder goes; 1: no acceleration.
  public var acceleration: Double
  /// The control on which the controller is told where the widget stands; nil: it is not told.
  public var feedback: Control?
  /// Whether the control is told also where it was moved itself: for motor faders that go back to where they
  /// were told last (Mackie Control).
  public var echoes: Bool
  /// What a lamp is sent for the near and the far end, 0–127; nil: the control's whole range.
  public var lamp: Lamp?

  /// Two ends, in either order.
  public struct Range: Hashable, Sendable {
    public var start: Double
    public var end: Double
    public var place: Place
  }

  public struct Lamp: Hashable, Sendable {
    public var off: UInt8
    public var on: UInt8
  }

  public init(
    widget: String, place: Place = .start, range: Range? = nil, curve: Curve? = nil,
    mode: ControlMode = .absolute, step: Double? = nil, acceleration: Double = 1, feedback: Control? = nil,
    echoes: Bool = false, lamp: Lamp? = nil
  ) {
    self.widget = widget
    self.place = place
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
