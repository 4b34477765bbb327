import SpinetMIDI
import SpinetWidgets

/// A widget whose value is sent as MIDI whenever it changes, as Faust's `MidiUI.h` sends bargraphs.
public struct SentValue: Sendable {
  private let widget: Widget
  private let control: Control
  private var stamp: UInt64?
  /// The number that was sent last; nil before the first.
  private var number: UInt16?

  /// Sends the widget's value as messages of the control.
  public init(_ widget: Widget, by control: Control) {
    self.widget = widget
    self.control = control
  }

  /// The messages that send the value, on every channel if the control has none. Empty if the value was sent already.
  public mutating func messages() -> [MIDIMessage] {
    guard widget.stamp != stamp else { return [] }
    stamp = widget.stamp
    guard let number = currentNumber, number != self.number else { return [] }
    self.number = number
    if let message = clockMessage { return number > 0 ? [message] : [] }
    return (control.channel.map { [$0] } ?? Channel.all).compactMap { message(number, on: $0) }
  }

  /// Nil for a program number that does not exist.
  private var currentNumber: UInt16? {
    switch control.kind {
    case .bend: bend
    case .program: widget.value >= 0 && widget.value < 128 ? UInt16(widget.value) : nil
    case .start, .stop, .clock: widget.value == 0 ? 0 : 1
    // As in C, the fraction is dropped.
    default: UInt16(bounded: (127 * widget.position).rounded(.down), in: 0...127)
    }
  }

  /// 8191 means 0, or the middle of a range that does not contain 0.
  private var bend: UInt16 {
    let (low, high) = (widget.range.lowerBound, widget.range.upperBound)
    let rest = low <= 0 && high >= 0 ? 0 : (low + high) / 2
    let value = widget.value.clamped(to: widget.range)
    if value < rest { return UInt16(8191 * (value - low) / (rest - low)) }
    return high > rest ? UInt16(8191 + 8192 * (value - rest) / (high - rest)) : 8191
  }

  private var clockMessage: MIDIMessage? {
    switch control.kind {
    case .start: .start
    case .stop: .stop
    case .clock: .timingClock
    default: nil
    }
  }

  private func message(_ number: UInt16, on channel: Channel) -> MIDIMessage? {
    let seven = UInt8(min(number, 127))
    return switch control.kind {
    case .cc(let controller): .controlChange(channel, controller: controller, value: seven)
    // Faust sends all of these as a note-on.
    case .note(let key), .keyOn(let key), .keyOff(let key), .poly(let key):
      .noteOn(channel, key: key, velocity: seven)
    case .bend: .pitchBend(channel, value: number)
    case .pressure: .channelPressure(channel, pressure: seven)
    case .program: .programChange(channel, program: seven)
    case .cc14, .nrpn, .rpn, .notePitch, .noteController, .start, .stop, .clock, .reading: nil
    }
  }
}
