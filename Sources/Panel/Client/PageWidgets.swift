import SpinetSession
import SpinetWidgets

/// How one page moves widgets. [panel-thread]
struct PageWidgets {
  let hub: PanelHub
  let input: InputClient
  let output: PageOutput
  /// What goes back to its default when the page is gone: buttons that it holds, and what springs back.
  private var held: Set<String> = []

  init(hub: PanelHub, input: InputClient, output: PageOutput) {
    (self.hub, self.input, self.output) = (hub, input, output)
  }

  mutating func set(_ name: String, to value: Double) {
    if handle.widgets[name]?.kind == .button { hold(name, value >= 0.5) }
    change(name) { _ in value }
  }

  /// - Parameters:
  ///   - position: between the widget's ends, 0–1.
  ///   - springs: whether it goes back when the page is gone.
  mutating func set(_ name: String, toPosition position: Double, springs: Bool) {
    change(name) { $0.curve.value(at: position.clamped(to: 0...1), in: $0.range) }
    if springs, let widget = handle.widgets[name] {
      hold(name, widget.curve.value(at: position, in: widget.range) != widget.defaultValue)
    }
  }

  private mutating func hold(_ name: String, _ isHeld: Bool) {
    if isHeld { held.insert(name) } else { held.remove(name) }
  }

  /// Call it when the page is gone.
  mutating func end() {
    for name in held { handle.widgets[name].map { _ = input.move(name, to: $0.defaultValue) } }
    held = []
  }

  /// - Parameter text: a value as a person writes it, with its unit or without.
  func set(_ name: String, toText text: String) {
    change(name) { widget in
      let value = widget.parse(text)
      if value == nil { output.fail("\(name): give \(widget.expectation)") }
      return value
    }
  }

  func reset(_ name: String) { change(name) { hub.state.sound.original(of: $0, handle) } }

  private var handle: SessionHandle { hub.handle }

  /// The motion of the page's device. Without widgets for it nothing moves, and the page says so.
  func tilt(_ groups: [[Double]?]) {
    for (reading, value) in zip(
      SensorReading.motion, groups.flatMap { $0.map { $0.map(Optional.some) } ?? [nil, nil, nil] })
    {
      if let value { input.move(reading.rawValue, to: value) }
    }
  }

  private func change(_ name: String, _ value: (Widget) -> Double?) {
    guard let widget = handle.widgets[name] else { return output.fail("there is no widget \(name)") }
    guard let value = value(widget) else { return }
    hub.record(name, widget, to: value)
    input.move(name, to: value)
  }
}
