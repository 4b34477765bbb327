import CCsound
import SpinetWidgets

/// A widget and its control channel. It keeps neither alive.
struct ChannelLink: BitwiseCopyable {
  private let cell: WidgetCell
  private let channel: UnsafeMutablePointer<Double>
  private let isMomentary: Bool
  private let isRead: Bool
  private let isWritten: Bool
  private var stamp: UInt64 = .max
  private var value = 0.0
  /// Whether the orchestra has written to the channel.
  private var hasCome: Bool

  init(_ widget: Widget, channel: UnsafeMutablePointer<Double>, use: ChannelUse) {
    cell = widget.cell
    self.channel = channel
    isMomentary = widget.kind == .momentary
    isRead = use.isRead
    isWritten = use.isWritten
    hasCome = use.isRead
    // −0 calculates like 0 but has other bits. So a 0 that the orchestra writes can be distinguished from no value.
    if !use.isRead, channel.pointee == 0 { channel.pointee = -0.0 }
    cell.dropPresses()
  }

  /// Before a control block: writes the widget's value to the channel. [audio-thread]
  @_noLocks mutating func putIntoChannel() {
    guard isRead else { return }
    if isMomentary {
      channel.pointee = cell.popPress() ? 1 : 0
      return
    }
    let stamp = cell.stamp
    guard stamp != self.stamp else { return }
    self.stamp = stamp
    value = cell.value
    channel.pointee = value
  }

  /// After a control block: gives the widget the value that the orchestra has written, unless it is NaN or infinite.
  /// [audio-thread]
  @_noLocks mutating func readChannel() {
    guard isWritten, !isMomentary, channel.pointee.isFinite else { return }
    if !hasCome {
      guard channel.pointee != 0 || channel.pointee.sign == .plus else { return }
      hasCome = true
      cell.recordChange()
    }
    guard channel.pointee != value else { return }
    value = channel.pointee
    // A move of the widget at this moment raises the stamp a second time, and wins.
    if cell.store(value), isRead { stamp &+= 1 }
  }
}

/// A label and the channel of text that it shows. It keeps neither alive.
struct TextLink: BitwiseCopyable {
  private let label: TextCell
  private let channel: UnsafeMutablePointer<Double>

  init(_ label: TextCell, channel: UnsafeMutablePointer<Double>) {
    self.label = label
    self.channel = channel
  }

  /// After a control block. [audio-thread]
  @_noLocks func readChannel() {
    if let text = cs_text(channel) { label.store(text) }
  }
}
