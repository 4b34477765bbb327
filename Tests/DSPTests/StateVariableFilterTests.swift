import Foundation
import SpinetDSP
import Testing

private let range = OscillatorRange(framesPerSecond: 48_000)
private let none = Lanes.zero .> Lanes.zero
private let all = Lanes.zero .== Lanes.zero

private func lanes(_ x: Double) -> Lanes { Lanes(repeating: Float(x)) }

@Test(arguments: [50, 440, 3000, 8000], [0.05, 0.5, 1.41])
func `At its cutoff the low pass gives Q`(_ hertz: Double, _ damping: Double) {
  var filter = StateVariableFilter()
  filter.coefficients.approach(
    cutoff: lanes(log2(hertz)), damping: lanes(damping), inverseFrames: 1, range: range, restarted: all)
  var greatest: Float = 0
  let frames = 48_000
  for frame in 0..<frames {
    let input = sin(2 * .pi * hertz * Double(frame) / 48_000)
    let outputs = filter.next(lanes(input))
    if frame > frames / 2 { greatest = max(greatest, abs(outputs.low[0]) * 0.5) }
  }
  #expect(abs(Double(greatest) * damping - 1) < 0.02)
}

@Test func `However its cutoff and resonance jump, the filter never gains by itself`() {
  var random = SystemRandomNumberGenerator()
  var filter = StateVariableFilter()
  for _ in 0..<64 { _ = filter.next(Lanes.random(in: -1...1)) }
  var last = Float.infinity
  for _ in 0..<20_000 {
    let steps = [1, 2, 16].randomElement(using: &random) ?? 1
    filter.coefficients.approach(
      cutoff: Lanes.random(in: -5...20), damping: Lanes.random(in: 0...2),
      inverseFrames: 1 / Float(steps), range: range, restarted: none)
    for _ in 0..<steps {
      _ = filter.next(.zero)
      let energy = filter.state.energy.max()
      #expect(energy <= last * 1.000_01 + 1e-12)
      last = energy
    }
  }
}

@Test func `A fuzzed filter stays finite and bounded`() {
  var filter = StateVariableFilter()
  for _ in 0..<50_000 {
    filter.coefficients.approach(
      cutoff: Lanes.random(in: 4...15), damping: Lanes.random(in: 0.02...2), inverseFrames: 1,
      range: range, restarted: none)
    let outputs = filter.next(Lanes.random(in: -1...1))
    #expect(abs(outputs.low.max()) < 200 && abs(outputs.band.min()) < 200)
  }
}
