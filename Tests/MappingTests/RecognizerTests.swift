import SpinetMIDI
import Testing

@testable import SpinetMapping

private let channel = Channel(status: 0)

/// Controller messages at an even pace: number and value.
private func moves(_ pairs: [(UInt8, UInt8)], every milliseconds: UInt64 = 30) -> [(MIDIMessage, UInt64)] {
  pairs.enumerated().map { index, pair in
    let message = MIDIMessage.controlChange(channel, controller: pair.0, value: pair.1)
    return (message, UInt64(index) * milliseconds * 1_000_000)
  }
}

private func moves(_ number: UInt8, _ values: [UInt8], every milliseconds: UInt64 = 30) -> [(
  MIDIMessage, UInt64
)] { moves(values.map { (number, $0) }, every: milliseconds) }

private func verdict(_ events: [(MIDIMessage, UInt64)]) -> ControlRecognizer.Verdict {
  var recognizer = ControlRecognizer()
  recognizer.begin()
  for (message, time) in events { recognizer.take(message, at: time) }
  return recognizer.verdict(at: (events.last?.1 ?? 0) + 2_000_000_000)
}

private func recognized(_ kind: Control.Kind, _ nature: RecognizedControl.Nature) -> ControlRecognizer.Verdict
{
  .recognized(RecognizedControl(Control(kind, channel: channel), nature))
}

@Suite struct `The recogniser` {
  @Test(arguments: [
    ([0, 3, 9, 20, 41, 90, 127], RecognizedControl.Nature.position),
    ([127, 60, 0], .position),
    ([62, 63, 64, 65, 66, 65], .position),  // slowly about the centre
    ([0, 1, 0], .position),  // at the bottom
    ([1, 1, 2, 1, 127, 127, 126], .encoder(.twosComplement)),
    ([127, 127, 127, 126], .encoder(.twosComplement)),
    ([65, 65, 66, 65, 63, 63, 62], .encoder(.offset64)),
    ([63, 63, 63], .encoder(.offset64)),
    ([1, 1, 2, 65, 65, 66], .encoder(.signMagnitude)),
    ([1, 1, 1, 2, 1], .encoder(.autoRelative)),  // one way only
    ([65, 65, 65], .encoder(.autoRelative)),
    ([127, 0], .button),
    ([100, 0, 100, 0], .button),
    ([127], .latch),
    ([0, 127], .latch),
  ])
  func `tells what a controller is by its values`(values: [UInt8], nature: RecognizedControl.Nature) {
    #expect(verdict(moves(21, values)) == recognized(.cc(21), nature))
  }

  @Test func `tells presses alone from a turn by their pace`() {
    #expect(verdict(moves(21, [127, 127, 127], every: 400)) == recognized(.cc(21), .button))
  }

  @Test func `tells a switch that stays by how long it stays`() {
    #expect(verdict(moves(21, [127, 0], every: 1_200)) == recognized(.cc(21), .latch))
  }

  @Test func `knows a pair by its halves, whichever comes first`() {
    let upperFirst: [(UInt8, UInt8)] = [(2, 10), (34, 0), (2, 10), (34, 64), (2, 11), (34, 5)]
    #expect(verdict(moves(upperFirst, every: 2)) == recognized(.cc14(2), .position))
    let lowerFirst: [(UInt8, UInt8)] = [(34, 0), (2, 10), (34, 64), (2, 10), (34, 5), (2, 11)]
    #expect(verdict(moves(lowerFirst, every: 2)) == recognized(.cc14(2), .position))
  }

  @Test func `knows parameters, and data for one that was selected before`() {
    let whole: [(UInt8, UInt8)] = [(99, 9), (98, 82), (6, 10), (38, 0), (6, 20), (38, 0)]
    #expect(verdict(moves(whole)) == recognized(.nrpn(1234), .position))
    #expect(verdict(moves([(101, 0), (100, 2), (6, 70)])) == recognized(.rpn(2), .position))
    var recognizer = ControlRecognizer()
    for (message, time) in moves([(99, 9), (98, 82), (6, 10)]) { recognizer.take(message, at: time) }
    recognizer.begin()
    for (message, time) in moves([(96, 0), (96, 0)]) { recognizer.take(message, at: time) }
    #expect(recognizer.verdict(at: 5_000_000_000) == recognized(.nrpn(1234), .increments))
  }

  @Test(
    arguments: [
      ([(96, 0), (96, 0), (97, 0)], RecognizedControl.Nature.increments),
      ([(96, 1)], .increments),
      ([(6, 65), (6, 65), (6, 63), (6, 62)], .encoder(.offset64)),
      ([(6, 1), (6, 1), (6, 127)], .encoder(.twosComplement)),
      ([(6, 1), (38, 0), (6, 1), (38, 0), (6, 65), (38, 0)], .encoder(.signMagnitude)),
      ([(6, 1), (6, 1), (6, 1)], .encoder(.autoRelative)),
      ([(6, 62), (38, 0), (6, 63), (38, 0), (6, 64), (38, 0), (6, 65), (38, 0)], .position),
      ([(6, 64), (38, 1), (6, 64), (38, 9), (6, 64), (38, 20), (6, 64), (38, 30)], .position),
      ([(38, 0), (6, 64), (38, 9), (6, 64), (38, 20), (6, 64), (38, 30), (6, 64)], .position),
      ([(6, 127), (6, 0)], .button),
      ([(6, 70)], .position),
    ] as [([(UInt8, UInt8)], RecognizedControl.Nature)])
  func `tells what moves a parameter by its data`(
    data: [(UInt8, UInt8)], nature: RecognizedControl.Nature
  ) {
    #expect(verdict(moves([(99, 9), (98, 82)] + data)) == recognized(.nrpn(1234), nature))
  }

  @Test func `knows pads, pressure, bends and programs`() {
    let pad: [(MIDIMessage, UInt64)] = [
      (.noteOn(channel, key: 36, velocity: 90), 0), (.channelPressure(channel, pressure: 20), 5_000_000),
      (.noteOff(channel, key: 36, velocity: 0), 90_000_000),
    ]
    #expect(verdict(pad) == recognized(.note(36), .button))
    let held = pad[0]
    let pressed = (1...12).map { step in
      (MIDIMessage.polyPressure(channel, key: 36, pressure: UInt8(step * 9)), UInt64(step) * 20_000_000)
    }
    #expect(verdict([held] + pressed) == recognized(.poly(36), .position))
    let bends = [8192, 9000, 16383, 8192].enumerated().map {
      (MIDIMessage.pitchBend(channel, value: UInt16($1)), UInt64($0) * 20_000_000)
    }
    #expect(verdict(bends) == recognized(.bend, .position))
    #expect(verdict([(.programChange(channel, program: 4), 0)]) == recognized(.program, .position))
  }

  @Test func `takes the axis that went further, and the fader rather than its touch`() {
    #expect(
      verdict(moves([(1, 10), (2, 60), (1, 12), (2, 100), (2, 127)])) == recognized(.cc(2), .position))
    let touch: [(MIDIMessage, UInt64)] = [(.noteOn(channel, key: 104, velocity: 127), 0)]
    #expect(verdict(touch + moves(7, [10, 20, 50])) == recognized(.cc(7), .position))
  }

  @Test(
    arguments: [[(0, 3), (32, 1)], [(0, 1)], [(120, 0)], [(123, 0), (123, 0)], [(127, 0)]]
      as [[(UInt8, UInt8)]])
  func `refuses bank select and channel modes`(pairs: [(UInt8, UInt8)]) {
    guard case .refused = verdict(moves(pairs)) else {
      Issue.record("\(pairs) was not refused")
      return
    }
  }

  @Test func `takes a fader that has the number of bank select, as some have`() {
    #expect(verdict(moves(0, [0, 5, 20, 64])) == recognized(.cc(0), .position))
    #expect(verdict(moves(0, [65, 65, 63, 63])) == recognized(.cc(0), .encoder(.offset64)))
  }

  @Test func `waits for rest, asks for more of too little, and hears programs through banks`() {
    var recognizer = ControlRecognizer()
    #expect(recognizer.verdict(at: 9_000_000_000) == .waiting)
    for (message, time) in moves(7, [1, 9]) { recognizer.take(message, at: time) }
    #expect(recognizer.verdict(at: 100_000_000) == .waiting)
    #expect(verdict(moves(7, [57])) == .unclear)
    let change = moves([(0, 1), (32, 0)]) + [(.programChange(channel, program: 4), 100_000_000)]
    #expect(verdict(change) == recognized(.program, .position))
  }
}
