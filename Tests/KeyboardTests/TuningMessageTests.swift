import Foundation
import SpinetEngine
import SpinetKeyboard
import SpinetMIDI
import SpinetTools
import Testing

private func cents(_ hertz: Double?, above reference: Double) -> Double {
  hertz.map { 1200 * log2($0 / reference) } ?? .infinity
}

/// What a bulk dump says of all keys, with its checksum.
private func dump(_ pitch: (Int) -> [UInt8]) -> [UInt8] {
  let name = [UInt8]("A tuning by name".utf8)
  let body = [0x7E, 0x05, 0x08, 0x01, 0x03] + name + (0..<128).flatMap(pitch)
  return body + [body.reduce(0, ^)]
}

struct TuningMessageTests {
  @Test(
    arguments: [
      // The frequencies are those of the standard's own table.
      ([0x3C, 0x00, 0x00], 261.6256), ([0x3D, 0x00, 0x00], 277.1827), ([0x45, 0x00, 0x00], 440.0),
      ([0x45, 0x00, 0x01], 440.0016), ([0x45, 0x40, 0x00], 452.8930), ([0x00, 0x00, 0x00], 8.1758),
      ([0x78, 0x00, 0x00], 8372.0180), ([0x7F, 0x7F, 0x7E], 13_289.6567),
    ] as [([UInt8], Double)])
  func `A key gets the frequency that three bytes say`(bytes: [UInt8], hertz: Double) {
    var rig = KeyboardRig(.midi)
    rig.exclusive([0x7F, 0x7F, 0x08, 0x02, 0x00, 0x01, 0x30] + bytes)
    let sent = rig.play(0x90, 0x30, 100).values(.freq).first
    #expect(abs(cents(sent, above: hertz)) < 0.2)
    let fraction = Double(Int(bytes[1]) << 7 | Int(bytes[2])) / 16_384
    let semitones = Double(bytes[0]) + fraction - 69
    let exact = 440 * exp2(semitones / 12)
    #expect(abs(cents(sent, above: exact)) < 0.01)
    #expect(isNear(rig.play(0x90, 0x31, 100).values(.freq).first, Tuning.standard.hertz(49)))
  }

  @Test func `7F 7F 7F leaves a key as it is`() {
    let message = TuningMessage(payload: [0x7F, 0, 8, 2, 0, 2, 60, 0x7F, 0x7F, 0x7F, 61, 62, 0, 0])
    #expect(message?.change == .keys([61: 62]))
  }

  @Test func `Many keys at once, for any device, program and bank`() {
    let one = TuningMessage(payload: [0x7F, 0x11, 8, 2, 99, 2, 10, 20, 0, 0, 11, 21, 64, 0])
    #expect(one?.change == .keys([10: 20, 11: 21.5]) && one?.isRealTime == true)
    let banked = TuningMessage(payload: [0x7E, 0x11, 8, 7, 3, 99, 1, 10, 20, 0, 0])
    #expect(banked?.change == .keys([10: 20]) && banked?.isRealTime == false)
  }

  @Test func `A dump tunes every key, if its checksum is right`() {
    let payload = dump { [UInt8(min($0 + 1, 127)), 0, 0] }
    var rig = KeyboardRig(.midi)
    #expect(rig.exclusive(payload) == [])
    #expect(rig.play(0x90, 60, 100).notes == [61])
    for place in [5, 30, 404, 405] {
      var wrong = payload
      wrong[place] ^= 1
      #expect(TuningMessage(payload: wrong) == nil)
    }
  }

  @Test(
    arguments: [
      ([[3, 0, 0]], -100), ([[3, 0, 64]], 0), ([[3, 0, 96]], 50), ([[4, 0, 64]], 0), ([[4, 0, 76]], 1200),
      ([[4, 0, 62], [3, 0, 32]], -250),
    ] as [([[UInt8]], Double)])
  func `Master tuning moves every note and finger, sounding ones too`(messages: [[UInt8]], expected: Double) {
    var rig = KeyboardRig(.midi)
    rig.play(0x90, 60, 100)
    let finger = rig.down(1, 0, 0).values(.freq).first ?? 0
    var moved: [Double] = []
    for message in messages { moved = rig.exclusive([0x7F, 0x7F, 4] + message).values(.freq) }
    #expect(expected == 0 || abs(cents(moved.first, above: hertz(60)) - expected) < 0.01)
    #expect(expected == 0 || abs(cents(moved.last, above: finger) - expected) < 0.01)
    #expect(abs(cents(rig.play(0x95, 69, 100).values(.freq).first, above: 440) - expected) < 0.01)
  }

  @Test(arguments: [(UInt8(0), -64.0), (64, 0), (127, 63), (50, -14)])
  func `An octave in one byte a note goes by cents`(byte: UInt8, expected: Double) {
    var rig = KeyboardRig(.midi)
    rig.exclusive([0x7E, 0x7F, 8, 8, 0x03, 0x7F, 0x7F] + Array(repeating: byte, count: 12))
    for key in [0, 60, 71, 127] as [UInt8] {
      let sent = rig.play(0x90, key, 100).values(.freq).first
      #expect(abs(cents(sent, above: hertz(Double(key))) - expected) < 0.01)
    }
  }

  @Test(
    arguments: [([0, 0], -100.0), ([64, 0], 0), ([127, 127], 99.9878), ([64, 1], 0.0122)]
      as [([UInt8], Double)])
  func `An octave in two bytes a note goes by hundredths of cents`(bytes: [UInt8], expected: Double) {
    var notes = [UInt8]()
    for note in 0..<12 { notes += note == 4 ? bytes : [64, 0] }
    var rig = KeyboardRig(.midi)
    rig.exclusive([0x7F, 0x7F, 8, 9, 0x03, 0x7F, 0x7F] + notes)
    #expect(abs(cents(rig.play(0x90, 64, 100).values(.freq).first, above: hertz(64)) - expected) < 0.01)
    #expect(abs(cents(rig.play(0x90, 63, 100).values(.freq).first, above: hertz(63))) < 1e-6)
  }

  @Test(
    arguments: [
      (1, [0, 0, 1]), (7, [0, 0, 64]), (8, [0, 1, 0]), (14, [0, 64, 0]), (15, [1, 0, 0]), (16, [2, 0, 0]),
    ] as [(Int, [UInt8])])
  func `An octave is for the channels it names`(number: Int, bytes: [UInt8]) {
    var rig = KeyboardRig(.midi)
    rig.exclusive([0x7E, 0x7F, 8, 8] + bytes + Array(repeating: 127, count: 12))
    for channel in Channel.all {
      let sent = rig.play(0x90 | channel.rawValue, 60, 100).values(.freq).first
      #expect(abs(cents(sent, above: hertz(60)) - (channel.number == number ? 63 : 0)) < 0.01)
    }
  }

  @Test func `A real time change moves what sounds, any other what is to come`() {
    var rig = KeyboardRig(.midi)
    rig.play(0x90, 60, 100)
    rig.play(0x90, 62, 100)
    let moved = rig.exclusive([0x7F, 0x7F, 8, 2, 0, 1, 60, 60, 64, 0])
    #expect(moved.names == ["freq"] && isNear(moved.values(.freq).first, hertz(60.5)))
    #expect(rig.exclusive([0x7E, 0x7F, 8, 8, 3, 127, 127] + Array(repeating: 0, count: 12)) == [])
    #expect(isNear(rig.play(0x90, 62, 100).values(.freq).first, hertz(61.36)))
  }

  @Test func `A real time change moves what fingers play`() {
    var rig = KeyboardRig(.seed)
    let played = rig.down(0, 1, 200).values(.freq).first ?? 0
    let key = UInt8(midiNote(played))
    let moved = rig.exclusive([0x7F, 0x7F, 8, 2, 0, 1, key, key, 64, 0])
    #expect(isNear(moved.values(.freq).last, played * exp2(0.5 / 12)))
  }

  @Test func `Equal temperament is that of the keyboard's file`() throws {
    var configuration = KeyboardConfiguration.midi
    configuration.tuning = try #require(.equal(a4: 432))
    var rig = KeyboardRig(configuration)
    rig.exclusive([0x7E, 0x7F, 8, 8, 3, 127, 127] + Array(repeating: 64, count: 12))
    #expect(isNear(rig.play(0x90, 69, 100).values(.freq).first, 432))
  }

  @Test(
    arguments: [
      [], [0x7F], [0x7F, 0x7F, 8, 2], [0x7F, 0x7F, 8, 2, 0], [0x7F, 0x7F, 8, 2, 0, 2, 60, 60, 0, 0],
      [0x7F, 0x7F, 8, 2, 0, 1, 60, 60, 0], [0x7E, 0x7F, 8, 2, 0, 1, 60, 60, 0, 0], [0x7F, 0x7F, 8, 1, 0, 1],
      [0x7E, 0x7F, 8, 8, 3, 127, 127, 1], [0x7E, 0x7F, 9, 1, 0, 0], [0x7E, 0x7F, 8, 0, 0],
      [0x7F, 0x7F, 8, 2, 0, 1, 60, 200, 0, 0], [0x43, 0x10, 8, 2, 0, 1, 60, 60, 0, 0],
    ] as [[UInt8]])
  func `A message that is not a tuning, or only half of one, changes nothing`(payload: [UInt8]) {
    var rig = KeyboardRig(.midi)
    #expect(rig.exclusive(payload) == [])
    #expect(isNear(rig.play(0x90, 60, 100).values(.freq).first, hertz(60)))
  }

  @Test func `A trace takes it among the notes`() throws {
    let lines = try KeyboardTrace.lines(
      of: "0 midi 90 3C 64\n10 midi F0 7F 7F 08 02 00 01 3C 45 00 00 F7\n20 midi 803C00", file: "t",
      configuration: .midi)
    #expect(lines.contains(#"{"t":10,"voice":0,"set":"freq","value":440}"#))
    #expect(lines.last == #"{"t":20,"voice":0,"release":true}"#)
  }
}

extension KeyboardRig {
  @discardableResult fileprivate mutating func exclusive(_ payload: [UInt8]) -> [VoiceEvent] {
    answer { $0.keyboard.play(exclusive: payload, at: $0.now, into: &$0.events) }
  }
}
