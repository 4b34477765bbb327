import Foundation
import SpinetEngine
import SpinetWidgets
import Synchronization
import Testing

/// The smoothed values of widgets, with what owns them.
private final class Controls {
  private let smoother: ControlSmoother
  var values: SmoothedControls { smoother.values }

  init(_ widgets: [Widget]) {
    smoother = ControlSmoother(widgets, octaves: -1, framesPerSecond: 48_000, stepFrames: 32)
  }
}

/// Widgets whose changes are counted together, as those of the synth are.
private func countedWidgets(_ kinds: [Widget.Kind]) -> [Widget] {
  let changes = WidgetChanges()
  return kinds.map { Widget(like: Widget("w", kind: $0, range: 0...1000), countedBy: changes) }
}

/// Sets a widget to one number after another.
private final class Setter: Sendable {
  private let widget: Widget
  /// The number that it has set last.
  let last = Atomic<Int>(0)

  init(_ widget: Widget) { self.widget = widget }

  func run(to end: Int) {
    for number in 1...end {
      widget.set(Double(number))
      last.store(number, ordering: .releasing)
    }
  }
}

@Suite struct SmoothedControlsTests {
  @Test(arguments: [true, false])
  func `Values move while a widget is ahead of them, and then rest`(areCounted: Bool) {
    let widgets = areCounted ? countedWidgets([.slider, .slider]) : [Widget("a"), Widget("b")]
    let controls = Controls(widgets)
    #expect(!controls.values.follow())
    widgets[1].set(1)
    var steps = 0
    while steps < 500, controls.values.follow() { steps += 1 }
    #expect(steps > 5 && steps < 500)
    #expect(abs(controls.values[1] - 1) < 1e-4 && controls.values[0] == 0)
    #expect(!controls.values.follow())
  }

  @Test func `Counted or not, the values take the same steps`() {
    let (counted, others) = (countedWidgets([.slider, .toggle]), [Widget("a"), Widget("b", kind: .toggle)])
    let (one, two) = (Controls(counted), Controls(others))
    for turn in 0..<2_000 {
      if turn % 600 == 7 {
        for widget in [counted[0], others[0]] { widget.set(turn < 1_000 ? 0.9 : 0.2) }
      }
      if turn == 900 { for widget in [counted[1], others[1]] { widget.set(1) } }
      #expect(one.values.follow() == two.values.follow())
      #expect(one.values[0] == two.values[0] && one.values[1] == two.values[1])
    }
  }

  @Test func `What another thread has set is there in the next step`() {
    let widgets = countedWidgets([.toggle, .choice((0...1000).map { "\($0)" })])
    let (controls, setter) = (Controls(widgets), Setter(widgets[1]))
    Thread { setter.run(to: 1000) }.start()
    let end = ContinuousClock.now + .seconds(30)
    while controls.values[1] < 1000, ContinuousClock.now < end {
      let last = setter.last.load(ordering: .acquiring)
      controls.values.follow()
      #expect(controls.values[1] >= Float(last))
    }
    #expect(controls.values[1] == 1000)
    #expect(!controls.values.follow())
  }

  @Test func `What the sound shows wakes the controls once`() {
    let controls = Controls(countedWidgets([.label(precision: 0), .slider]))
    _ = controls.values.follow()
    controls.values.show(1, as: 0)
    #expect(controls.values.follow())
    #expect(controls.values[0] == 1)
    for _ in 0..<3 {
      controls.values.show(1, as: 0)
      #expect(!controls.values.follow())
    }
  }

  @Test func `After settling a change is still seen`() {
    let widgets = countedWidgets([.toggle])
    let controls = Controls(widgets)
    _ = controls.values.follow()
    widgets[0].set(1)
    controls.values.settle()
    #expect(controls.values[0] == 1)
    #expect(!controls.values.follow())
    widgets[0].set(0)
    #expect(controls.values.follow() && controls.values[0] == 0)
  }
}
