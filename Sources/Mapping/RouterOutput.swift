/// What an event does to a widget. The index is the widget's in the router's `WidgetSet`.
public enum RouterOutput: Hashable, Sendable, BitwiseCopyable {
  /// The control moved the widget, which now has this value.
  case moved(widget: Int, value: Double)
  /// The widget waits for the control, which has to be turned this way to reach it.
  case waiting(widget: Int, TurnDirection)
}

/// Which way to turn a control.
public enum TurnDirection: String, Hashable, Sendable, BitwiseCopyable {
  case up, down
}
