#if Csound
  import Widgets

  /// A widget and a control channel: a label shows the channel, a momentary button is 1 in it for one control
  /// block a press, everything else is written into it before every control block.
  public final class WidgetBinding: TiedBinding, @unchecked Sendable {
    // Sendable because the tie is set before the audio thread hears of it, and taken away after.
    public let widget: Widget
    public let channelName: String
    private(set) var tie: ChannelTie?

    /// - Parameter channelName: nil for the widget's name.
    public init(_ widget: Widget, channelName: String? = nil) {
      self.widget = widget
      self.channelName = channelName ?? widget.name
    }

    private var isLabel: Bool {
      if case .label = widget.kind { true } else { false }
    }

    public func setup(_ csound: CsoundObj) {
      let channel = isLabel ? csound.outputChannel(channelName) : csound.inputChannel(channelName)
      let cell = widget.cell
      let partner: ChannelTie.Partner =
        isLabel ? .label(cell) : widget.kind == .momentary ? .press(cell) : .value(cell)
      tie = channel.map { ChannelTie(channel: $0, partner: partner) }
    }

    public func cleanup() { tie = nil }
    public func updateValuesToCsound() { tie?.putIntoChannel() }
    public func updateValuesFromCsound() { tie?.takeFromChannel() }
  }
#endif
