import Foundation
import Listening
import SpinetDSP
import Testing

private let tables = WaveTables()
private let framesPerSecond = 48_000.0
private let range = OscillatorRange(framesPerSecond: framesPerSecond)

/// One lane of an oscillator.
private func play(_ waveform: Waveform, hertz: Double, frames: Int, width: Double? = nil) -> [Double] {
  var oscillator = TableOscillator()
  let table = tables.table(of: waveform)
  oscillator.tune(to: Lanes(repeating: Float(log2(hertz))), in: table, range: range)
  return (0..<frames).map { _ in
    guard let width else { return Double(oscillator.next(table)[3]) }
    return Double(oscillator.nextPulse(table, width: UInt32(width * 4_294_967_296))[3])
  }
}

/// The frequency near `hertz`, from the phase difference of two windows one second apart.
private func measuredHertz(_ samples: [Double], near hertz: Double) -> Double {
  func phase(from start: Int) -> Double {
    var (re, im) = (0.0, 0.0)
    let length = 8192
    for index in 0..<length {
      let window = 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(length))
      let angle = 2 * .pi * hertz * Double(start + index) / framesPerSecond
      re += samples[start + index] * window * cos(angle)
      im -= samples[start + index] * window * sin(angle)
    }
    return atan2(im, re)
  }
  let distance = 48_000
  var drift = phase(from: distance) - phase(from: 0)
  while drift > .pi { drift -= 2 * .pi }
  while drift < -.pi { drift += 2 * .pi }
  return hertz + drift / (2 * .pi) * framesPerSecond / Double(distance)
}

@Test(arguments: Waveform.allCases.filter { $0 != .user }, [32.703, 440, 4186.01])
func `Every waveform is in tune within a tenth of a cent`(_ waveform: Waveform, _ hertz: Double) {
  let found = measuredHertz(play(waveform, hertz: hertz, frames: 60_000), near: hertz)
  #expect(abs(1200 * log2(found / hertz)) < 0.1)
}

@Test(
  arguments: [Waveform.saw, .square, .triangle, .organ, .reed, .choir, .glass], [1250, 2500, 5000, 7040])
func `What folds down below 18 kHz is 80 dB below the fundamental`(_ waveform: Waveform, _ hertz: Double) {
  let count = 65_536
  let bin = Int(hertz * Double(count) / framesPerSecond) | 1
  let samples = play(waveform, hertz: Double(bin) * framesPerSecond / Double(count), frames: count)
  let hearing = 20..<Int(18_000 * Double(count) / framesPerSecond)
  #expect(Spectrum(samples).strongestAlias(of: Double(bin), in: hearing) < -80)
}

@Test func `A pulse of any width has no DC and the harmonics of its width`() {
  let count = 65_536
  let bin = 601
  let samples = play(
    .square, hertz: Double(bin) * framesPerSecond / Double(count), frames: count, width: 0.25)
  #expect(abs(samples.reduce(0, +) / Double(count)) < 1e-3)
  let magnitudes = Spectrum(samples).magnitudes
  // A quarter's pulse lacks every fourth harmonic.
  #expect(magnitudes[4 * bin] < 1e-3 * magnitudes[bin])
  #expect(abs(magnitudes[2 * bin] / magnitudes[bin] - 0.7071) < 0.01)
}

@Test func `A saw holds every harmonic that can be heard`() {
  let count = 65_536
  let bin = 137
  let samples = play(.saw, hertz: Double(bin) * framesPerSecond / Double(count), frames: count)
  let magnitudes = Spectrum(samples).magnitudes
  for harmonic in 1...Int(18_000 / (Double(bin) * framesPerSecond / Double(count))) {
    let decibels = 20 * log10(magnitudes[harmonic * bin] * Double(harmonic) / magnitudes[bin])
    #expect(abs(decibels) < 0.5)
  }
}
