import SpinetWidgets

extension MotionInput {
  /// What `[acc:…]` or `[gyr:…]` declares; nil for a control without such metadata.
  init?(_ control: ProgramControl) {
    guard let widget = control.widget else { return nil }
    let readings = control.declaration.metadata.lazy.compactMap { key, value in
      MotionCurve(metadata: value, key: key)
    }
    guard let curve = readings.first else { return nil }
    self.init(widget, by: curve)
  }
}
