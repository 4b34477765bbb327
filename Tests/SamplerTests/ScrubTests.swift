import EngineRig
import Foundation
import Listening
import SpinetWidgets
import Testing

@testable import SpinetSampler

/// Half a second each of 200, 400, 800 and 1600 Hz.
private let steps: [Float] = (0..<4).flatMap { step -> [Float] in
  let radiansPerFrame: Double = 2 * .pi * 200 * Double(1 << step) / 48_000
  return (0..<24_000).map { (frame: Int) -> Float in Float(0.5 * sin(radiansPerFrame * Double(frame))) }
}

private func hertz(_ sound: [Float]) -> Double {
  let rises = zip(sound, sound.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
  return Double(rises) * 48_000 / Double(sound.count)
}

struct ScrubTests {
  @Test func `While it is scrubbed a held note plays what is at the cursor, wherever that goes`() {
    let player = Player(Sample(left: steps))
    player.start()
    _ = player.render(960)
    player.widget("sample.scrub").set(1)
    for (place, expected) in [(0.8, 1600.0), (0.1, 200), (0.6, 800), (0.3, 400)] {
      player.widget("sample.cursor").set(place)
      _ = player.render(2_400)
      let sound = player.render(24_000).left
      #expect(sound.peak > 0.4)
      #expect(abs(hertz(sound) - expected) < 0.03 * expected)
      #expect(abs(player.widget("sample.position").value - place) < 0.05)
    }
  }

  @Test func `A cursor that is dragged makes no click, and after it the sample goes on from there`() {
    let player = Player(
      Sample(left: (0..<96_000).map { Float(0.5 * sin(2 * .pi * 73 * Double($0) / 48_000)) }))
    player.start()
    player.widget("sample.scrub").set(1)
    var sound: [Float] = []
    for step in 0..<300 {
      player.widget("sample.cursor").set(Double(step * 37 % 89) / 100)
      sound += player.render(331).left
    }
    #expect(sound.peak > 0.4)
    #expect(sound.greatestBend < 0.02)
    player.widget("sample.cursor").set(0.2)
    _ = player.render(2_400)
    player.widget("sample.scrub").set(0)
    _ = player.render(24_000)
    #expect(abs(player.widget("sample.position").value - 0.46) < 0.06)
  }

  @Test func `At the very end, and in a sample shorter than a grain, scrubbing stays inside`() {
    for count in [8, 300, 48_000] {
      let player = Player(Sample(left: Array(repeating: 0.5, count: count)))
      player.widget("sample.scrub").set(1)
      player.widget("sample.cursor").set(1)
      player.start()
      let sound = player.render(9_600).left
      #expect(sound.allSatisfy { $0.isFinite } && sound.suffix(1_000).contains { abs($0) > 0.3 })
    }
  }
}
