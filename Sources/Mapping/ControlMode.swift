/// How the movements of a control become movements of a widget.
public enum ControlMode: String, CaseIterable, Sendable {
  /// The widget stands where the control stands.
  case absolute
  /// The widget waits until the control passes its value.
  case pickup
  /// The widget moves at once, by so much that both reach the end together.
  case scale
  /// Endless: 1 is one up, 127 one down.
  case twosComplement = "twos-complement"
  /// Endless: 65 is one up, 63 one down.
  case offset64 = "offset-64"
  /// Endless: 1 is one up, 65 one down.
  case signMagnitude = "sign-magnitude"
  /// Endless, of whichever of the three encodings the stream shows.
  case autoRelative = "auto-relative"
  /// Every press goes to the other end.
  case toggle
  /// The far end while pressed, the near end when released.
  case momentary
  /// A press presses the widget, or moves it to the far end; a release does nothing.
  case trigger
  /// A press moves on by a step.
  case step

  public var isRelative: Bool {
    switch self {
    case .twosComplement, .offset64, .signMagnitude, .autoRelative: true
    default: false
    }
  }

  /// Whether only presses count, and not where the control stands.
  public var isButton: Bool {
    switch self {
    case .toggle, .momentary, .trigger, .step: true
    default: false
    }
  }
}
