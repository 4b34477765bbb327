import SpinetSession
import SpinetWidgets

/// How one page moves widgets. [panel-thread]
struct PageWidgets {
  let hub: PanelHub
  let input: InputClient
  let output: PageOutput

  func set(_ name: String, to value: Double) { change(name) { _ in value } }

  /// - Parameter position: between the widget's ends, 0–1.
  func set(_ name: String, toPosition position: Double) {
    change(name) { $0.curve.value(at: position.clamped(to: 0...1), in: $0.range) }
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
