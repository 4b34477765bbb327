import SpinetWidgets

/// A widget and the curve by which a motion sensor moves it: `[acc:…]`, `[gyr:…]`.
package struct MotionInput: Sendable {
  package let widget: Widget
  package let curve: MotionCurve

  /// Nil for a control without such metadata.
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
