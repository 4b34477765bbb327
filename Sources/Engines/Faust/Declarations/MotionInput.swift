import SpinetWidgets

/// A widget and how a motion sensor moves it: `[acc:…]`, `[gyr:…]`.
public struct MotionInput: Sendable {
  public let widget: Widget
  public let curve: MotionCurve

  /// Nil for a control that no sensor moves.
  init?(_ control: ProgramControl) {
    guard let widget = control.widget else { return nil }
    let readings = control.declaration.metadata.lazy.compactMap { key, value in
      MotionCurve(metadata: value, key: key)
    }
    guard let curve = readings.first else { return nil }
    self.widget = widget
    self.curve = curve
  }
}
