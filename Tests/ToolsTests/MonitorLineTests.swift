import SpinetMIDI
import SpinetMapping
import SpinetWidgets
import Testing

@testable import SpinetSession
@testable import SpinetTools

@Suite struct `A line of the monitor` {
  private let message = MIDIMessage.controlChange(Channel(status: 0), controller: 21, value: 64)

  private func line(_ outcomes: [Performer.Outcome]) -> MonitorLine {
    MonitorLine(
      milliseconds: 12.25, port: "Key", event: .message(.midi1(message)), effects: outcomes.map { .init($0) })
  }

  @Test func `has the value that the message gave, whatever came since`() {
    let cutoff = Widget("cutoff", range: 0...1000, default: 500, unit: "Hz")
    let seen = line([.moved(cutoff)])
    cutoff.set(900)
    #expect(seen.text.hasSuffix("cutoff 500 Hz"))
    #expect(
      seen.json
        == #"{"t":12.25,"port":"Key","bytes":"B01540","control":"cc 21 ch 1","widget":"cutoff","value":500}"#)
  }

  @Test func `says what waits, and which way to turn`() {
    let cutoff = Widget("cutoff", range: 0...1000, default: 500, unit: "Hz")
    let seen = line([.waiting(cutoff, turn: .up)])
    #expect(seen.text.hasSuffix("cutoff waits, turn up"))
    #expect(seen.json.hasSuffix(#""widget":"cutoff","waiting":true,"turn":"up"}"#))
  }

  @Test func `of a control with two widgets is an object for each`() {
    let widgets = ["a", "b"].map { Widget($0, range: 0...1, default: 0, unit: "") }
    let objects = line(widgets.map { .moved($0) }).json.split(separator: "\n")
    #expect(objects.count == 2)
    #expect(objects[0].hasSuffix(#""widget":"a","value":0}"#))
    #expect(objects[1].hasSuffix(#""widget":"b","value":0}"#))
  }

  @Test func `says what nothing maps and what is played`() {
    #expect(
      line([.unmapped]).json.hasSuffix(#""unmapped":true}"#) && line([.unmapped]).text.hasSuffix("unmapped"))
    #expect(
      line([.keyboard]).json.hasSuffix(#""keyboard":true}"#) && line([.keyboard]).text.hasSuffix("keyboard"))
    #expect(line([]).json.hasSuffix(#""control":"cc 21 ch 1"}"#))
  }
}
