import SpinetRealtime
import SpinetWidgets
import Synchronization

/// What other threads have of a running instrument: its widgets, its status, and ways to act on it.
public final class SessionHandle: Sendable {
  public let widgets: WidgetSet
  let waker: Waker
  private let shown = Mutex(SessionStatus())
  private let stopRequested = Atomic<Bool>(false)

  init(widgets: WidgetSet) throws(SpinetError) {
    self.widgets = widgets
    waker = try Waker()
  }

  /// The instrument's status a moment ago. [any-thread]
  public var status: SessionStatus { shown.withLock { $0 } }

  func show(_ status: SessionStatus) { shown.withLock { $0 = status } }

  /// Asks the instrument to end. [any-thread]
  public func stop() {
    stopRequested.store(true, ordering: .releasing)
    wake()
  }

  /// Wakes the control thread. [any-thread]
  func wake() { waker.wake() }

  var isStopRequested: Bool { stopRequested.load(ordering: .acquiring) }

  /// Moves a widget by `step` in its unit. [any-thread]
  public func move(_ name: String, by step: Double) {
    guard let widget = widgets[name] else { return }
    widget.set(widget.value + step)
    wake()
  }

  /// Switches a toggle. [any-thread]
  public func toggle(_ name: String) {
    guard let widget = widgets[name] else { return }
    widget.set(1 - widget.value)
    wake()
  }

  /// Presses a button. [any-thread]
  public func press(_ name: String) {
    widgets[name]?.press()
    wake()
  }
}
