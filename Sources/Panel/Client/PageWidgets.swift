import SpinetSession
import SpinetWidgets

/// How one page moves widgets. [panel-thread]
struct PageWidgets {
  let handle: SessionHandle
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
      let bare = widget.unit.isEmpty ? text : text.replacing(" \(widget.unit)", with: "")
      let value = widget.parse(bare)
      if value == nil { output.fail("\(name): give \(widget.expectation)") }
      return value
    }
  }

  func reset(_ name: String) { change(name) { handle.loadedValue(of: $0) } }

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
    if let value = value(widget) { input.move(name, to: value) }
  }
}
