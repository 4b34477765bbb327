import Foundation
import SpinetMIDI
import SpinetMIDIFile

extension Stage {
  /// A sequencer that plays Spinet and records it at once: midish, which runs without a screen.
  func sequencing() {
    scenario("A sequencer plays its song on Spinet, and records what Spinet plays") {
      stopInstrument()
      try restartRecording()
      // Spinet sends on a channel that the song does not use.
      let instrument = try expressive("out: {midi: 3}\n")
      defer { instrument.stop() }
      var song = Song(note: 69, seconds: 3)
      song.add(note: 76, at: 3500, until: 5000)
      try song.file.write(to: URL(filePath: "/tmp/hardware/song.mid"))
      let midish = try startMidish()
      defer { midish.stop() }
      try expectPitch(440, within: 10)
      try expectPitch(659.26, within: 10)
      try expectSilence(within: 6)
      midish.interrupt()
      try midish.waitForEnd()
      let seen = try Self.notes(in: "/tmp/hardware/take.mid", channel: 3)
      try expect(
        seen == ["69 on", "69 off", "76 on", "76 off"], seen: "\(seen). \(midish.output) \(midish.errors)",
        expected: "both notes on channel 3")
    }
  }

  /// midish with the article's lines: it plays song.mid, and records into take.mid until it is interrupted.
  private func startMidish() throws -> Program {
    let lines = try passage(/(?ms)^import "song\.mid"$.*?^export "take\.mid"\n/)
    try lines.write(toFile: "/tmp/hardware/take.midish", atomically: true, encoding: .utf8)
    return try Program(["sh", "-c", "cd /tmp/hardware && exec midish -b < take.midish"])
  }

  /// The notes of a MIDI file on one channel: `69 on`, `69 off`.
  private static func notes(in path: String, channel number: Int) throws -> [String] {
    let file = try StandardMIDIFile(bytes: [UInt8](Data(contentsOf: URL(filePath: path))))
    return file.events.filter { $0.value.channel?.number == number }.compactMap { event in
      switch event.value {
      case .noteOn(_, let key, _): "\(key) on"
      case .noteOff(_, let key, _): "\(key) off"
      default: nil
      }
    }
  }
}
