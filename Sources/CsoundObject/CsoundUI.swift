#if Csound
  import Widgets

  /// Binds widgets to channels in a word: the CsoundUI of Csound for iOS.
  public final class CsoundUI: Sendable {
    private let csound: CsoundObj
    /// Decimals of labels made from now on.
    public let labelPrecision: Int

    public init(_ csound: CsoundObj, labelPrecision: Int = 3) {
      self.csound = csound
      self.labelPrecision = labelPrecision
    }

    /// A button, switch, slider or knob moves the channel, a momentary button strikes it, a label shows it.
    @discardableResult public func add(_ widget: Widget, forChannelName name: String) -> any CsoundBinding {
      let binding = WidgetBinding(widget, channelName: name)
      csound.addBinding(binding)
      return binding
    }

    /// A pad moves `NAME.x` and `NAME.y`.
    @discardableResult public func add(_ pad: XYPad, forChannelName name: String) -> [any CsoundBinding] {
      [add(pad.x, forChannelName: "\(name).x"), add(pad.y, forChannelName: "\(name).y")]
    }

    /// A label that shows the channel with `labelPrecision` decimals.
    public func addLabel(forChannelName name: String, range: ClosedRange<Double> = -1e6...1e6) -> Widget {
      let label = Widget(name, kind: .label(precision: labelPrecision), range: range)
      add(label, forChannelName: name)
      return label
    }
  }
#endif
