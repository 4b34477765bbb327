import EngineRig
import Listening
import SpinetEngine
import SpinetKeyboard
import SpinetSynth
import Testing

@Test func `A note sounds, and ends with a report of its serial`() {
  let player = Player()
  #expect(player.render(480).left.peak == 0)
  player.start(3, hertz: 440, serial: 7)
  let sound = player.render(seconds: 0.5)
  #expect(sound.left.peak > 0.02)
  #expect(player.link.meters.soundingVoices == 1)
  player.release(3)
  _ = player.render(seconds: 1)
  #expect(player.reports() == [.voiceEnded(VoiceNumber(3), serial: 7)])
  #expect(player.link.meters.soundingVoices == 0)
}

@Test func `The onset is exact to the frame`() {
  for onset in [0, 1, 15, 16, 100, 1001] as [Int64] {
    let player = Player(settings: ["amp.attack": 0.001])
    player.start(0, hertz: 440, at: onset)
    let sound = player.render(1100).left
    #expect(sound[..<Int(onset)].allSatisfy { $0 == 0 })
    #expect(sound[Int(onset)...].prefix(4).contains { $0 != 0 })
  }
}

@Test func `The last of many voices sounds on when those before it have ended`() {
  let player = Player(settings: ["reverb.mix": 0, "amp.release": 0.01])
  for voice in 0..<20 { player.start(voice, hertz: 220) }
  _ = player.render(4_800)
  for voice in 0..<19 { player.release(voice) }
  _ = player.render(9_600)
  #expect(player.link.meters.soundingVoices == 1)
  #expect(player.render(4_800).left.peak > 0.01)
  player.start(0, hertz: 220, serial: 2)
  _ = player.render(4_800)
  #expect(player.link.meters.soundingVoices == 2)
}

@Test func `Without effects too, loud sound stays below full scale, and the meter shows it`() {
  let player = Player(settings: ["reverb.mix": 0, "master.volume": 1])
  for voice in 0..<16 { player.start(voice, hertz: 110, gain: 1) }
  let sound = player.render(9_600)
  let peak = max(sound.left.peak, sound.right.peak)
  #expect(peak > 0.9 && peak <= 0.98)
  #expect(player.link.meters.popPeak() == peak)
  for voice in 0..<16 { player.release(voice) }
  _ = player.render(seconds: 3)
  #expect(player.link.meters.silentFrames > 0)
}

@Test(arguments: [
  [:], ["osc1.unison": 3, "osc.fm": 0.4, "osc.mix": 0.6], ["osc1.unison": 3, "osc.sync": 1, "osc.mix": 0.6],
])
func `Any block size gives the same samples`(_ more: [String: Double]) {
  func play(_ sizes: [Int]) -> [Float] {
    let settings: [String: Double] = [
      "noise.level": 0.3, "chorus.mix": 0.5, "delay.mix": 0.4, "reverb.mix": 0.4, "glide.time": 0.1,
      "vibrato.depth": 0.5, "lfo.filter": 1, "filter.drive": 0.5, "drive.amount": 0.3, "osc1.wave": 1,
    ]
    let player = Player(settings: settings.merging(more) { $1 })
    for step in 0..<40 {
      let at = Int64(37 + step * 331)
      player.start(step % 5, hertz: 110 * Double(1 + step % 7), serial: UInt32(step), at: at)
      player.send(.voice(.set(VoiceNumber(step % 5), .bend, 1.05)), at: at + 53)
      player.release(step % 5, at: at + 200)
    }
    // Long enough after the last echo to fall asleep, then one more note.
    player.start(0, hertz: 330, serial: 99, at: 400_005)
    let sound = player.render(402_000, sizes: sizes)
    return sound.left.enumerated().map { $1 + Float($0 % 2) * sound.right[$0] }
  }
  let whole = play([4096])
  #expect(whole.peak > 0.05)
  let isAsleep = whole[390_000..<400_000].allSatisfy { $0 == 0 }
  #expect(isAsleep)
  let isSameInSixtyFours = play([64]) == whole
  #expect(isSameInSixtyFours)
  let isSameInOddSizes = play([1, 7, 128, 33, 1024, 16, 3]) == whole
  #expect(isSameInOddSizes)
}
