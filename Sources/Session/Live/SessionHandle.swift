import Synchronization
import Widgets

/// What other threads hold of a running instrument: its widgets, its status, and a way to wake it.
public final class SessionHandle: Sendable {
  public let widgets: WidgetSet
  let wakePipe: WakePipe
  private let shown = Mutex(SessionStatus())
  private let stopRequested = Atomic<Bool>(false)

  init(widgets: WidgetSet) throws(SessionError) {
    self.widgets = widgets
    wakePipe = try WakePipe()
  }

  /// How the instrument was a moment ago. [any-thread]
  public var status: SessionStatus { shown.withLock { $0 } }

  func show(_ status: SessionStatus) { shown.withLock { $0 = status } }

  /// Ends the instrument soon. [any-thread]
  public func stop() {
    stopRequested.store(true, ordering: .releasing)
    wakePipe.wake()
  }

  var isStopRequested: Bool { stopRequested.load(ordering: .acquiring) }

  /// Moves a widget by so much. [any-thread]
  public func move(_ name: String, by step: Double) {
    guard let widget = widgets[name] else { return }
    widget.set(widget.value + step)
    wakePipe.wake()
  }

  /// Turns a switch over. [any-thread]
  public func toggle(_ name: String) {
    guard let widget = widgets[name] else { return }
    widget.set(1 - widget.value)
    wakePipe.wake()
  }

  /// Presses a button. [any-thread]
  public func press(_ name: String) {
    widgets[name]?.press()
    wakePipe.wake()
  }
}
