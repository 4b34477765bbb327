import SpinetDSP
import Testing

private let shape = EnvelopeShape(
  attack: 0.1, decay: 0.5, sustain: 0.4, release: 0.3, secondsPerFrame: 1 / 48_000)

private func advance(_ envelopes: inout Envelopes, seconds: Double, step: Float = 16) {
  for _ in 0..<Int(seconds * 48_000 / Double(step)) {
    envelopes.advance(by: step, shape: shape, fadeRate: 1 / 144)
  }
}

@Test func `The attack takes its time and the decay begins at the top`() {
  var envelopes = Envelopes()
  envelopes.trigger(lane: 2)
  advance(&envelopes, seconds: 0.099)
  #expect(envelopes.level[2] > 0.985 && envelopes.level[2] < 1)
  advance(&envelopes, seconds: 0.002)
  #expect(envelopes.level[2] > 0.985)
  advance(&envelopes, seconds: 0.6)
  #expect(abs(envelopes.level[2] - 0.4) < 0.001)
  #expect(envelopes.level[1] == 0)
}

@Test func `The release ends in silence after its time`() {
  var envelopes = Envelopes()
  envelopes.trigger(lane: 0)
  advance(&envelopes, seconds: 0.1)
  envelopes.release(lane: 0)
  advance(&envelopes, seconds: 0.29)
  #expect(envelopes.level[0] > 0 && !envelopes.ended[0])
  advance(&envelopes, seconds: 0.012)
  #expect(envelopes.level[0] == 0 && envelopes.ended[0])
}

@Test(arguments: [1, 3, 16, 48] as [Float])
func `How often an envelope is looked at changes nothing`(_ step: Float) {
  var often = Envelopes()
  often.trigger(lane: 0)
  var rarely = often
  advance(&often, seconds: 0.05, step: step)
  advance(&rarely, seconds: 0.05, step: 2400)
  #expect(abs(often.level[0] - rarely.level[0]) < 1e-4)
}

@Test func `A retrigger begins at the level it finds`() {
  var envelopes = Envelopes()
  envelopes.trigger(lane: 0)
  advance(&envelopes, seconds: 0.4)
  envelopes.release(lane: 0)
  advance(&envelopes, seconds: 0.05)
  let before = envelopes.level[0]
  envelopes.trigger(lane: 0)
  envelopes.advance(by: 1, shape: shape, fadeRate: 1 / 144)
  #expect(abs(envelopes.level[0] - before) < 0.001)
}

@Test func `A fade is over in three milliseconds`() {
  var envelopes = Envelopes()
  envelopes.trigger(lane: 0)
  advance(&envelopes, seconds: 0.1)
  envelopes.fade(lane: 0)
  advance(&envelopes, seconds: 0.0034)
  #expect(envelopes.ended[0])
}
