import EngineRig
import SpinetEngine
import SpinetWidgets
import Testing

/// While no widget moves, a control step leaves out what it computed before. Nobody may hear that.
@Suite struct StillWidgetTests {
  /// The sound of notes, glides and moved widgets.
  ///
  /// - Parameter isStill: whether widgets rest between the moves; if not, one that is not heard moves at every block.
  private func sound(_ patch: [String: Double], isStill: Bool) -> (left: [Float], right: [Float]) {
    let player = Player(settings: patch)
    let unheard = player.widget("matrix.8.amount")
    var sound: (left: [Float], right: [Float]) = ([], [])
    for turn in 0..<60 {
      if turn % 12 == 0 {
        player.start(turn / 12, hertz: 110 * Double(2 + turn / 12), serial: UInt32(turn + 1))
      }
      if turn == 20 { player.widget("filter.cutoff").set(900) }
      if turn == 30 { player.widget("filter.drive").set(0.7) }
      if turn == 40 { player.widget("osc.mix").set(0.9) }
      if turn == 44 { player.widget("harmonic.3").set(0.8) }
      if turn == 46 { player.widget("master.volume").set(0.8) }
      if turn == 48 { player.widget("lfo2.pitch").set(1) }
      if turn == 50 { player.release(0) }
      for _ in 0..<8 {
        if !isStill { unheard.set(unheard.value > 0 ? -1 : 1) }
        let part = player.render(32, block: 32)
        sound.left += part.left
        sound.right += part.right
      }
    }
    return sound
  }

  @Test(arguments: [
    [:], ["osc.spread": 0.8], ["lfo.pitch": 3, "lfo2.filter": 2, "vibrato.depth": 0.5],
    ["reverb.mix": 0],
    ["reverb.mix": 0, "pressure.vibrato": 0.5, "lfo.amp": 0.4, "lfo.sync": 8, "lfo.wave": 4],
    ["reverb.mix": 0, "osc1.wave": 8, "osc2.wave": 8],
    ["delay.mix": 0.5, "delay.sync": 6, "master.volume": 0],
    ["filter.mode": 4, "filter.resonance": 0.95], ["osc1.unison": 5, "unison.spread": 1, "glide.time": 0.1],
  ])
  func `Widgets that rest change no sample`(patch: [String: Double]) {
    let (still, moving) = (sound(patch, isStill: true), sound(patch, isStill: false))
    #expect(still.left.contains { abs($0) > 0.01 })
    #expect(still.left == moving.left && still.right == moving.right)
  }
}
