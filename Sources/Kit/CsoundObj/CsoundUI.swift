import SpinetRealtime
import SpinetWidgets
import Synchronization

/// Binds widgets to channels with one call each: the CsoundUI of Csound for iOS.
public final class CsoundUI: Sendable {
  private let csound: CsoundObj
  private let precision: Atomic<Int>

  /// - Parameter labelPrecision: the decimals of the labels that are added.
  public init(_ csound: CsoundObj, labelPrecision: Int = 3) {
    self.csound = csound
    precision = Atomic(labelPrecision)
  }

  /// Decimals of the labels that are added later. [any-thread]
  public var labelPrecision: Int {
    get { precision.load(ordering: .relaxed) }
    set { precision.store(newValue, ordering: .relaxed) }
  }

  /// A button, switch, slider or knob moves the channel; a label shows it, and a widget of the kind `.text` shows the
  /// text that the orchestra writes into it.
  @discardableResult public func add(_ widget: Widget, forChannelName name: String) -> any CsoundBinding {
    let binding = WidgetBinding(widget, channelName: name)
    csound.addBinding(binding)
    return binding
  }

  /// A pad moves `NAME.x` and `NAME.y`.
  @discardableResult public func add(_ pad: XYPad, forChannelName name: String) -> [any CsoundBinding] {
    [add(pad.x, forChannelName: "\(name).x"), add(pad.y, forChannelName: "\(name).y")]
  }

  /// Each press makes the channel 1 for exactly one control block; presses are counted, so none is lost.
  /// - Throws: a `SpinetError` for a widget of another kind than `.momentary`.
  @discardableResult
  public func addMomentaryButton(
    _ button: Widget, forChannelName name: String
  ) throws(SpinetError) -> any CsoundBinding {
    guard button.kind == .momentary else {
      throw SpinetError(
        .wrongValue, what: "addMomentaryButton", why: "'\(button.name)' is not a momentary button",
        remedy: "make the widget with 'kind: .momentary', or bind it with 'add'")
    }
    return add(button, forChannelName: name)
  }

  /// A new label that shows the channel with `labelPrecision` decimals.
  public func addLabel(forChannelName name: String, range: ClosedRange<Double> = -1e6...1e6) -> Widget {
    let label = Widget(name, kind: .label(precision: labelPrecision), range: range)
    add(label, forChannelName: name)
    return label
  }
}
