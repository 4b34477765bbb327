import EngineRig
import SpinetSynth
import Testing

@Test func `Rendering allocates nothing, whatever is played`() {
  let effects = ["chorus.mix", "delay.mix", "reverb.mix", "drive.amount", "noise.level"]
  let player = Player(settings: Dictionary(uniqueKeysWithValues: effects.map { ($0, 0.5) }))
  #expect(player.allocationsInAStorm() == 0)
}
