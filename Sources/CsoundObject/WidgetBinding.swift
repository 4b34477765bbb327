#if Csound
  import Widgets

  /// A widget and a control channel: a label shows the channel, a momentary button is 1 in it for one control
  /// block a press, everything else is written into it before every control block.
  public final class WidgetBinding: CsoundBinding, @unchecked Sendable {
    // Sendable because the channel is set before the audio thread hears of the binding, and taken away after.
    public let widget: Widget
    public let channelName: String
    private var channel: UnsafeMutablePointer<Double>?

    /// - Parameter channelName: nil for the widget's name.
    public init(_ widget: Widget, channelName: String? = nil) {
      self.widget = widget
      self.channelName = channelName ?? widget.name
    }

    private var isLabel: Bool {
      if case .label = widget.kind { true } else { false }
    }

    public func setup(_ csound: CsoundObj) {
      channel = isLabel ? csound.outputChannel(channelName) : csound.inputChannel(channelName)
    }

    public func cleanup() { channel = nil }

    public func updateValuesToCsound() {
      guard let channel, !isLabel else { return }
      if widget.kind == .momentary {
        channel.pointee = widget.cell.takePress() ? 1 : 0
      } else {
        channel.pointee = widget.cell.value
      }
    }

    public func updateValuesFromCsound() {
      guard let channel, isLabel else { return }
      widget.cell.store(channel.pointee)
    }
  }
#endif
