import Foundation
import Listening
import SpinetDSP
import Testing

private let tables = WaveTables()
private let range = OscillatorRange(framesPerSecond: 48_000)
private let count = 65_536

/// A cycle's spectrum at a pitch whose harmonics fall on bins.
private func spectrum(_ table: WaveTable, bin: Int) -> Spectrum {
  var oscillator = TableOscillator()
  let hertz = Double(bin) * 48_000 / Double(count)
  oscillator.tune(to: Lanes(repeating: Float(log2(hertz))), in: table, range: range)
  return Spectrum((0..<count).map { _ in Double(oscillator.next(table)[5]) })
}

private func drawing(x: Float = 0, y: Float = 0, blend: Float = 0) -> WaveDrawing {
  var drawing = WaveDrawing()
  drawing.x = x
  drawing.y = y
  drawing.blend = blend
  return drawing
}

@Test(arguments: [(Float(0), Float(1), Waveform.sine), (1, 1, .triangle), (0, 0, .saw)])
func `The corners of the pad are the shapes themselves`(_ x: Float, _ y: Float, _ waveform: Waveform) {
  var wave = DrawnWave(tables: tables)
  wave.draw(drawing(x: x, y: y))
  let drawn = spectrum(wave.table, bin: 301).magnitudes
  let shape = spectrum(tables.table(of: waveform), bin: 301).magnitudes
  let greatest = shape.max() ?? 1
  #expect(zip(drawn, shape).allSatisfy { abs($0 - $1) < 3e-5 * greatest })
}

@Test func `The square's corner has odd harmonics alone`() {
  var wave = DrawnWave(tables: tables)
  wave.draw(drawing(x: 1, y: 0))
  let magnitudes = spectrum(wave.table, bin: 301).magnitudes
  #expect(magnitudes[602] < 1e-4 * magnitudes[301])
  #expect(abs(magnitudes[903] / magnitudes[301] - 1.0 / 3) < 1e-3)
}

@Test func `The amplitude of each harmonic is the square of its slider`() {
  var wave = DrawnWave(tables: tables)
  var sliders = drawing(blend: 1)
  sliders.lower = Lanes(0.2, 0, 0.1, 0, 0.05, 0, 0, 0.1)
  sliders.upper = Lanes(0, 0.05, 0, 0, 0, 0, 0, 0.1)
  wave.draw(sliders)
  let magnitudes = spectrum(wave.table, bin: 101).magnitudes
  let unit = magnitudes[101] / (0.2 * 0.2)
  for harmonic in 1...16 {
    let slider = Double(harmonic <= 8 ? sliders.lower[harmonic - 1] : sliders.upper[harmonic - 9])
    #expect(abs(magnitudes[harmonic * 101] / unit - slider * slider) < 1e-3)
  }
}

@Test func `A mixture is the sum of its corners, and clean`() {
  var wave = DrawnWave(tables: tables)
  wave.draw(drawing(x: 0.5, y: 0.5, blend: 0.3))
  let mixed = spectrum(wave.table, bin: 3001)
  #expect(mixed.strongestAlias(of: 3001, in: 20..<24_000) < -80)
}

@Test func `A new drawing is whole after twenty-seven steps and never before`() {
  var wave = DrawnWave(tables: tables)
  wave.draw(drawing())
  let before = wave.table.identity
  var steps = 1
  while !wave.follow(drawing(y: 1)) {
    #expect(wave.table.identity == before)
    steps += 1
    if steps > 100 { break }
  }
  #expect(steps == 27)
  #expect(wave.oldTable.identity == before)
  let isNewAgain = wave.follow(drawing(y: 1))
  #expect(!isNewAgain)
}

@Test func `A table is as close to its sines as eighteen bits allow`() {
  let spectrum = spectrum(tables.table(of: .saw), bin: 149)
  let fundamental = spectrum.magnitudes[149]
  let between = (1..<160).map { spectrum.magnitudes[149 * $0 + 74] }.max() ?? 0
  #expect(20 * log10(between / fundamental) < -85)
}
