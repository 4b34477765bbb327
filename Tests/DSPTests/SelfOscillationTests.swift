import Foundation
import SpinetDSP
import Testing

private let range = OscillatorRange(framesPerSecond: 48_000)
private let none = Lanes.zero .> Lanes.zero
private let all = Lanes.zero .== Lanes.zero

/// The frequency between the first and the last rising zero crossing.
private func hertz(of samples: [Double]) -> Double {
  var crossings: [Double] = []
  for index in 1..<samples.count where samples[index - 1] < 0 && samples[index] >= 0 {
    let part = samples[index - 1] / (samples[index - 1] - samples[index])
    crossings.append(Double(index - 1) + part)
  }
  guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
  return Double(crossings.count - 1) * 48_000 / (last - first)
}

@Test(arguments: [50, 110, 440, 1234, 3520, 8000])
func `The ladder self-oscillates, in tune within five cents`(_ wanted: Double) {
  var ladder = LadderFilter()
  for lane in 0..<8 { ladder.state.clear(lane: lane) }
  ladder.coefficients.approach(
    cutoff: Lanes(repeating: Float(log2(wanted))), feedback: LadderFilter.feedback(resonance: .one),
    inverseFrames: 1, range: range, restarted: all)
  for _ in 0..<96_000 { _ = ladder.next(.zero) }
  let samples = (0..<48_000).map { _ in Double(ladder.next(.zero)[2]) }
  #expect((samples.max() ?? 0) > 0.05)
  #expect(abs(1200 * log2(hertz(of: samples) / wanted)) < 5)
}

@Test(arguments: [50, 110, 440, 1234, 3520, 8000])
func `The two-pole filter self-oscillates, in tune within five cents`(_ wanted: Double) {
  var filter = StateVariableFilter()
  filter.coefficients.approach(
    cutoff: Lanes(repeating: Float(log2(wanted))), damping: StateVariableFilter.damping(resonance: .one),
    inverseFrames: 1, range: range, restarted: all)
  _ = filter.next(Lanes(repeating: 0.01))
  func next() -> Double {
    filter.sustainOscillation(growth: StateVariableFilter.growth(resonance: .one))
    return Double(filter.next(.zero).low[2])
  }
  for _ in 0..<96_000 { _ = next() }
  let samples = (0..<48_000).map { _ in next() }
  #expect((samples.max() ?? 0) > 1 && (samples.max() ?? 9) < 1.6)
  #expect(abs(1200 * log2(hertz(of: samples) / wanted)) < 5)
}

@Test func `A ladder below its last twentieth decays to silence`() {
  var ladder = LadderFilter()
  ladder.coefficients.approach(
    cutoff: Lanes(repeating: 10), feedback: LadderFilter.feedback(resonance: Lanes(repeating: 0.9)),
    inverseFrames: 1, range: range, restarted: all)
  _ = ladder.next(.one)
  for _ in 0..<48_000 { _ = ladder.next(.zero) }
  #expect(abs(ladder.next(.zero)[0]) < 1e-5)
}

@Test func `However a ladder is turned at every step, it stays finite and bounded`() {
  var ladder = LadderFilter()
  for _ in 0..<20_000 {
    let steps = [1, 2, 32].randomElement() ?? 1
    ladder.coefficients.approach(
      cutoff: Lanes.random(in: -5...20), feedback: Lanes.random(in: 0...4.3),
      inverseFrames: 1 / Float(steps), range: range, restarted: none)
    for _ in 0..<steps {
      let y = ladder.next(Lanes.random(in: -4...4))
      #expect(y.max() < 20 && y.min() > -20)
    }
  }
}

@Test func `However a self-oscillating filter is turned at every step, it stays finite and bounded`() {
  var filter = StateVariableFilter()
  for _ in 0..<20_000 {
    let resonance = Lanes.random(in: 0.8...1)
    filter.coefficients.approach(
      cutoff: Lanes.random(in: -5...20), damping: StateVariableFilter.damping(resonance: resonance),
      inverseFrames: 1, range: range, restarted: none)
    filter.sustainOscillation(growth: StateVariableFilter.growth(resonance: resonance))
    let outputs = filter.next(Lanes.random(in: -1...1))
    #expect(outputs.low.max() < 50 && outputs.low.min() > -50 && outputs.band.max() < 50)
  }
}
