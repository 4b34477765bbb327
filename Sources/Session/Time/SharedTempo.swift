import SpinetTime
import SpinetWidgets

/// The one tempo of the instrument: every widget that shows it has the same value, whichever is moved. [control-thread]
struct SharedTempo {
  private(set) var quartersPerMinute = Tempo.standard.quartersPerMinute
  private var widgets: [Widget] = []
  /// The values of the widgets when they were last the same.
  private var shown: [Double] = []
  private var taps = TapTempo()

  /// Takes the widgets of an instrument. The first that has been moved from its default brings its tempo, unless a clock
  /// is followed; otherwise they show the one that plays.
  ///
  /// - Parameter own: the whole instrument's, which has the tempo also while a sound shows it alone.
  mutating func show(on widgets: [Widget], beside own: Widget, isFollowing: Bool) {
    self.widgets = widgets.contains { $0 === own } ? widgets : widgets + [own]
    let brought = isFollowing ? nil : self.widgets.first { $0.value != $0.defaultValue }
    set(brought?.value ?? quartersPerMinute)
  }

  /// Follows a widget that somebody has moved.
  mutating func follow() {
    if let moved = widgets.indices.first(where: { widgets[$0].value != shown[$0] }) {
      set(widgets[moved].value)
    }
  }

  /// Takes a tap, in nanoseconds.
  mutating func tap(at nanoseconds: UInt64) {
    if let tempo = taps.tap(at: nanoseconds) { set(tempo.quartersPerMinute) }
  }

  /// A widget with a narrower range shows the nearest value that it has.
  mutating func set(_ tempo: Double) {
    quartersPerMinute = Tempo(tempo).quartersPerMinute
    for widget in widgets { widget.set(quartersPerMinute) }
    shown = widgets.map(\.value)
  }
}
