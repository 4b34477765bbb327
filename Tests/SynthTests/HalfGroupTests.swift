import EngineRig
import Listening
import SpinetEngine
import SpinetWidgets
import Testing

/// Where only one half of a group of eight voices sounds, its oscillators are played for two frames at once.
@Suite struct HalfGroupTests {
  /// Four voices in one half of a group.
  ///
  /// - Parameter isFull: whether a voice that is not heard plays in the other half.
  private func sound(_ settings: [String: Double], isUpper: Bool, isFull: Bool) -> (
    left: [Float], right: [Float]
  ) {
    let own = ["reverb.mix": 0, "amp.velocity": 1, "amp.release": 0.005]
    let player = Player(settings: own.merging(settings) { $1 })
    for voice in 0..<4 { player.start(voice, hertz: 110 * Double(3 + voice)) }
    if isUpper {
      for voice in 4..<8 { player.start(voice, hertz: 70 * Double(3 + voice), gain: 0.7) }
      for voice in 0..<4 { player.release(voice) }
    }
    _ = player.render(4_800)
    if isFull { player.start(8, hertz: 300, gain: 0) }
    return player.render(4_800, sizes: [32, 33, 64, 1, 128, 7])
  }

  @Test(
    arguments: [
      [:], ["osc1.wave": 1, "osc2.wave": 1, "osc.mix": 0.4, "osc1.width": 0.3],
      ["osc1.unison": 5, "unison.spread": 1, "osc.spread": 0.7],
      ["osc1.wave": 8, "osc.mix": 0.5, "osc.fm": 0.4],
      ["osc.sync": 1, "osc.mix": 0.6, "filter.mode": 4], ["filter.resonance": 1, "filter.drive": 0.4],
    ], [false, true])
  func `Half a group sounds as a full one`(settings: [String: Double], isUpper: Bool) {
    let half = sound(settings, isUpper: isUpper, isFull: false)
    let full = sound(settings, isUpper: isUpper, isFull: true)
    #expect(half.left.peak > 0.01)
    #expect(half.left == full.left && half.right == full.right)
  }
}
