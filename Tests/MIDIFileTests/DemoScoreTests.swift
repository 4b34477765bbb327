import Foundation
import SpinetMIDI
import SpinetMIDIFile
import Testing

@Test func `The demo score lasts half a minute and leaves no note and no pedal behind`() throws {
  let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../examples/scores/demo.mid")
  let song = try StandardMIDIFile(bytes: Array(Data(contentsOf: path)))
  var held: Set<[UInt8]> = []
  var pedals: Set<Channel> = []
  var notes = 0
  for event in song.events {
    switch event.value {
    case .noteOn(let channel, let key, _):
      notes += 1
      #expect(held.insert([channel.rawValue, key]).inserted, "key \(key) twice at \(event.seconds)")
    case .noteOff(let channel, let key, _): held.remove([channel.rawValue, key])
    case .controlChange(let channel, Controller.sustain, let value):
      if value >= 64 { pedals.insert(channel) } else { pedals.remove(channel) }
    default: break
    }
  }
  #expect(notes > 100)
  #expect(held.isEmpty && pedals.isEmpty)
  #expect((20...30).contains(song.duration))
}
