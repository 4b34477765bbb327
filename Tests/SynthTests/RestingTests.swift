import EngineRig
import Foundation
import Listening
import SpinetEngine
import SpinetKeyboard
import SpinetSynth
import SpinetWidgets
import Testing

/// Seconds of silence after which a card sleeps and nothing is rendered.
private let untilRest = 2.2

extension Player {
  fileprivate func playUntilRest() {
    start(0, hertz: 440)
    _ = render(4_800)
    release(0)
    // A minute at most.
    for _ in 0..<25_000 where Double(link.meters.silentFrames) < untilRest * framesPerSecond {
      _ = render(128)
    }
    #expect(Double(link.meters.silentFrames) >= untilRest * framesPerSecond)
  }
}

@Test(arguments: [0.3, 3])
func `A panic in silence leaves the next note whole`(_ secondsSinceTheLastNote: Double) {
  func play(isPanic: Bool) -> [Float] {
    let player = player(["amp.attack": 0.001])
    player.start(0, hertz: 440)
    _ = player.render(4_800)
    player.release(0)
    _ = player.render(seconds: 1 + secondsSinceTheLastNote)
    if isPanic { player.send(.silence) }
    _ = player.render(128)
    player.start(0, hertz: 440, serial: 2)
    return player.render(4_800).left
  }
  let sound = play(isPanic: true)
  #expect(sound.peak > 0.05)
  let undisturbed = play(isPanic: false)
  #expect((zip(sound, undisturbed).map { abs($0 - $1) }.max() ?? 1) < 1e-4)
}

@Test func `A panic between two echoes ends them`() {
  let player = player(["delay.mix": 1, "delay.time": 1, "delay.feedback": 0.5])
  player.start(0, hertz: 440)
  _ = player.render(4_800)
  player.release(0)
  _ = player.render(38_400)
  #expect(player.render(128).left.peak < 1e-6)
  player.send(.silence)
  #expect(player.render(96_000).left.peak < 1e-6)
}

@Test func `After a rest the first note plays what the widgets say`() {
  let settings: [String: Double] = [
    "filter.cutoff": 700, "delay.mix": 0.8, "delay.time": 0.05, "master.volume": 0.4, "osc1.wave": 3,
  ]
  let rested = player(["delay.mix": 0.3, "delay.time": 0.4, "amp.release": 0.01])
  rested.playUntilRest()
  for (name, value) in settings { rested.widget(name).set(value) }
  let fresh = player(settings.merging(["amp.release": 0.01]) { $1 })
  for player in [rested, fresh] { player.start(1, hertz: 330, serial: 3) }
  let (first, other) = (rested.render(9_600).left, fresh.render(9_600).left)
  #expect(first.peak > 0.01)
  #expect((zip(first, other).map { abs($0 - $1) }.max() ?? 1) < 1e-4)
}

@Test func `An echo that the volume hides is no silence`() {
  let player = player(["delay.mix": 0.8, "delay.time": 0.3, "delay.feedback": 0.9])
  player.start(0, hertz: 440)
  _ = player.render(4_800)
  player.release(0)
  _ = player.render(24_000)
  player.widget("master.volume").set(0)
  for _ in 0..<10 {
    _ = player.render(14_400)
    #expect(player.link.meters.silentFrames < 14_400)
  }
  player.widget("master.volume").set(0.7)
  #expect(player.render(14_400).left.peak > 5e-4)
}

@Test(arguments: ["filter.drive", "drive.amount"])
func `A drive that leaves nothing is not heard as a step`(_ drive: String) {
  func level(_ amount: Double) -> Double {
    let player = player([drive: amount, "osc1.wave": 3, "master.volume": 0.5])
    for voice in 0..<3 { player.start(voice, hertz: 220, gain: 1) }
    return Array(player.render(24_000).left.suffix(12_000)).rms
  }
  #expect(abs(20 * log10(level(0.01) / level(0))) < 0.1)
}
