import EngineRig
import Foundation
import Listening
import SpinetWidgets
import Testing

@testable import SpinetSampler

/// The largest bend of a linear crossfade of 5 ms between two tones. A click has a hundred times as much.
private let fadeBend: Float = 0.02

private func tone(_ hertz: Double, _ count: Int) -> [Float] {
  (0..<count).map { Float(0.5 * sin(2 * .pi * hertz * Double($0) / 48_000)) }
}

struct LoopTests {
  @Test func `A loop goes on as long as the key is down, and without one the sample ends`() {
    let sample = Sample(left: tone(100, 4_800))
    let looped = Player(sample, settings: ["loop.on": 1])
    looped.start()
    #expect(looped.render(48_000).left.suffix(4_800).map { $0 }.peak > 0.4)
    let once = Player(sample)
    once.start()
    #expect(once.render(48_000).left.suffix(4_800).map { $0 }.peak == 0)
  }

  @Test(arguments: [0.0, 1.0], [48.0, 60, 79]) func `No seam clicks`(reversed: Double, note: Double) {
    // 73 Hz fits into no loop: every seam is a break.
    let player = Player(
      Sample(left: tone(73, 48_000)),
      settings: ["loop.on": 1, "loop.start": 0.3, "loop.end": 0.4137, "sample.reverse": reversed])
    player.start(note: note)
    #expect(player.render(96_000).left.greatestBend < fadeBend)
  }

  @Test(arguments: [1.0, 0.9137]) func `The seam at the sample's very end does not click either`(end: Double)
  {
    let player = Player(
      Sample(left: tone(73, 9_000)), settings: ["loop.on": 1, "loop.start": 0, "loop.end": end])
    player.start()
    #expect(player.render(48_000).left.greatestBend < fadeBend)
  }

  @Test func `Loop points moved while it plays make no click`() {
    let player = Player(Sample(left: tone(73, 96_000)), settings: ["loop.on": 1])
    player.start()
    var sound: [Float] = []
    for step in 0..<400 {
      let start = Double(step * 37 % 89) / 100
      player.widget("loop.start").set(start)
      player.widget("loop.end").set(start + 0.02 + Double(step * 53 % 71) / 300)
      if step % 50 == 49 { player.widget("loop.on").set(Double(step / 50 % 2)) }
      if step % 60 == 59 { player.widget("sample.reverse").set(Double(step / 60 % 2)) }
      sound += player.render(731).left
      player.start(serial: UInt32(step))
    }
    #expect(sound.peak > 0.4)
    #expect(sound.greatestBend < fadeBend)
  }

  @Test(arguments: [60.0, 60.37, 67, 41]) func `One cycle looped is a pure tone`(note: Double) {
    // 100 samples a cycle: 480 Hz at the root.
    let player = Player(Sample(left: tone(480, 100)), settings: ["loop.on": 1])
    player.start(note: note)
    let sound = player.render(24_000).left
    let turn = 2 * Double.pi * 480 * exp2((note - 60) / 12) / 48_000
    let worst = (4_800..<24_000).map { abs(Double(sound[$0]) - 0.5 * sin(turn * Double($0))) }.max()
    #expect((worst ?? 1) < 2e-3)
  }

  @Test func `A loop of a whole number of cycles runs on as if there were none`() {
    // 4,800 frames are ten cycles of 100 Hz.
    let player = Player(
      Sample(left: tone(100, 48_000)), settings: ["loop.on": 1, "loop.start": 0.1, "loop.end": 0.2])
    player.start()
    let sound = player.render(96_000).left
    let turn = 2 * Double.pi * 100 / 48_000
    #expect((100..<96_000).allSatisfy { abs(Double(sound[$0]) - 0.5 * sin(turn * Double($0))) < 1e-4 })
  }

  @Test func `Backwards is the sample from its end`() {
    let ramp = (0..<4_800).map { Float($0) / 9_600 }
    let player = Player(Sample(left: ramp), settings: ["sample.reverse": 1])
    player.start()
    let sound = player.render(4_000).left
    #expect((100..<4_000).allSatisfy { abs(sound[$0] - ramp[4_799 - $0]) < 1e-5 })
  }

  @Test func `A note begins at its start phase`() {
    let ramp = (0..<4_800).map { Float($0) / 9_600 }
    let player = Player(Sample(left: ramp), settings: ["sample.start": 0.5])
    player.start()
    #expect(abs(player.render(101).left[100] - 2_500 / 9_600) < 1e-5)
  }

  @Test func `The scrub cursor follows the newest note, sixty times a second at most`() {
    let player = Player(Sample(left: tone(100, 48_000)))
    let position = player.widget("sample.position")
    player.start()
    let before = position.stamp
    _ = player.render(24_000, block: 64)
    #expect(abs(position.value - 0.5) < 0.02)
    #expect((25...32).contains(position.stamp - before))
    player.widget("sample.start").set(0.9)
    player.start(1)
    _ = player.render(16)
    #expect(position.value >= 0.9)
  }

  @Test(arguments: [1, 2, 3, 7, 15, 17]) func `A sample of hardly any frames plays round and round`(
    count: Int
  ) {
    let player = Player(Sample(left: [Float](repeating: 0.5, count: count)), settings: ["loop.on": 1])
    player.start(note: 72)
    let sound = player.render(4_800).left
    #expect(sound.suffix(4_000).allSatisfy { abs($0 - 0.5) < 1e-4 })
  }
}
