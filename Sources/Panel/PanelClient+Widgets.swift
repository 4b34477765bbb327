import SpinetSession
import SpinetWidgets

/// How a page moves widgets. [panel-thread]
extension PanelClient {
  func move(_ message: PageMessage) {
    switch message {
    case .set(let name, let value): change(name) { _ in self.input.move(name, to: value) }
    case .position(let name, let position):
      change(name) {
        self.input.move(name, to: $0.curve.value(at: position.clamped(to: 0...1), in: $0.range))
      }
    case .text(let name, let text):
      change(name) { widget in
        let bare = widget.unit.isEmpty ? text : text.replacing(" \(widget.unit)", with: "")
        guard let value = widget.parse(bare) else { return self.fail("\(name): give \(widget.expectation)") }
        self.input.move(name, to: value)
      }
    case .reset(let name): change(name) { self.input.move(name, to: self.hub.handle.loadedValue(of: $0)) }
    case .press(let name): change(name) { _ in self.input.move(name, to: 1) }
    case .motion(let groups): tilt(groups)
    default: break
    }
  }

  /// Without `--motion panel` there are no such widgets, and the page says so.
  private func tilt(_ groups: [[Double]?]) {
    for (reading, value) in zip(
      Reading.motion, groups.flatMap { $0.map { $0.map(Optional.some) } ?? [nil, nil, nil] })
    {
      if let value { input.move(reading.rawValue, to: value) }
    }
  }

  private func change(_ name: String, _ body: (Widget) -> Void) {
    guard let widget = hub.handle.widgets[name] else { return fail("there is no widget \(name)") }
    body(widget)
  }
}
