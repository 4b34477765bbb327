import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSession

/// Where the steps of arpeggios fall in the sound.
struct TimedOnsetTests {
  private let first = Channel(status: 0)

  private func arpeggio(period: Int, _ settings: [(String, Double)]) throws -> OnsetRig {
    var rig = try OnsetRig(period: period)
    for (name, value) in settings { rig.widgets[name]?.set(value) }
    let performer = rig.performer
    performer.applySessionWidgets(at: HostTime(seconds: 0))
    try rig.play(until: 0.1) { [first] in
      performer.take(.noteOn(first, key: 60, velocity: 100), from: .file, at: $0)
    }
    try rig.play(until: 2.09) { [first] in
      performer.take(.noteOff(first, key: 60, velocity: 0), from: .file, at: $0)
    }
    try rig.play(until: 3)
    return rig
  }

  @Test(arguments: [16, 64, 256, 1024])
  func `Steps fall on their frames at any size of blocks`(period: Int) throws {
    let rig = try arpeggio(period: period, [("arp.mode", 1), ("clock.tempo", 120)])
    #expect(rig.onsets == (0..<16).map { 4800 + 6000 * $0 })
    #expect(rig.sound.count == 3 * 48_000)
  }

  // 1/64 at 300 in a minute is 600 frames.
  @Test(arguments: [16, 64, 256, 1024])
  func `Fast steps fall on their frames, too`(period: Int) throws {
    let rig = try arpeggio(period: period, [("arp.mode", 1), ("arp.rate", 19), ("clock.tempo", 300)])
    #expect(rig.onsets.prefix(150) == (0..<150).map { 4800 + 600 * $0 }[...])
    #expect(rig.onsets.count == 160)
  }

  @Test(arguments: [16, 64, 256, 1024])
  func `A change of the tempo moves the steps after it to the same frames`(period: Int) throws {
    var rig = try OnsetRig(period: period)
    rig.widgets["arp.mode"]?.set(1)
    let performer = rig.performer
    performer.applySessionWidgets(at: HostTime(seconds: 0))
    performer.take(.noteOn(first, key: 60, velocity: 100), from: .file, at: HostTime(seconds: 0))
    // Half of a step has passed, and the rest takes twice as long.
    try rig.set("clock.tempo", 60, at: 0.0625)
    try rig.play(until: 1)
    #expect(rig.onsets == [0, 9000, 21_000, 33_000, 45_000])
  }
}
