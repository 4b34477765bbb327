import SpinetMIDI
import SpinetMapping
import SpinetWidgets
import Testing

/// The messages for each of the values, one after the other.
private func sent(_ values: [Double], _ range: ClosedRange<Double>, by control: Control) -> [[[UInt8]]] {
  let widget = Widget("level", kind: .label(precision: 2), range: range)
  var sent = SentValue(widget, by: control)
  return values.map { value in
    _ = widget.cell.store(value)
    return sent.messages().map(\.bytes)
  }
}

private let second = Channel(status: 1)

@Test(
  arguments: [
    (Control(.cc(9), channel: second), [0xB1, 9, 95]), (Control(.pressure, channel: second), [0xD1, 95]),
    (Control(.bend, channel: second), [0xE1, 127, 95]),
    (Control(.keyOn(60), channel: second), [0x91, 60, 95]),
    (Control(.keyOff(60), channel: second), [0x91, 60, 95]),
    (Control(.poly(60), channel: second), [0x91, 60, 95]),
  ] as [(Control, [UInt8])])
func `A value goes out in the form of its control`(control: Control, bytes: [UInt8]) {
  #expect(sent([1], -2...2, by: control).flatMap(\.self) == [bytes])
}

@Test func `Without a channel it goes out on all`() {
  let messages = sent([1], 0...1, by: Control(.cc(7))).flatMap(\.self)
  #expect(messages == (0..<16).map { [0xB0 + $0, 7, 127] })
}

@Test func `Only a number that has changed is sent`() {
  let control = Control(.cc(7), channel: second)
  #expect(sent([0.5, 0.501, 0.5, 1], 0...1, by: control).map(\.count) == [1, 0, 0, 1])
}

@Test func `A program number is the value, and only one that exists is sent`() {
  let control = Control(.program, channel: second)
  #expect(sent([3, 128, 5], 0...200, by: control) == [[[0xC1, 3]], [], [[0xC1, 5]]])
}

@Test func `A sequencer is started and stopped by what is not 0`() {
  #expect(sent([0, 1, 0, 2], 0...2, by: Control(.start)) == [[], [[0xFA]], [], [[0xFA]]])
  #expect(sent([1], 0...2, by: Control(.stop)) == [[[0xFC]]])
}
