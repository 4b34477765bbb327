import Foundation
import Scratch
import SpinetKit
import SpinetWidgets
import Testing

struct TableTests {
  private let folder: SoundFolder
  private let csound = CsoundObj.silent()

  init() throws { folder = try SoundFolder() }

  @Test func `A sound in a table is drawn, with its loop points and the place that plays`() throws {
    try folder.writeSine("TimeAgo.wav", hertz: 100)
    let start = Widget("loopStart", default: 0.25)
    let end = Widget("loopEnd", default: 0.5)
    let ui = CsoundUI(csound)
    ui.add(start, forChannelName: "loopStart")
    ui.add(end, forChannelName: "loopEnd")
    let position = ui.addLabel(forChannelName: "file_position_from_csound")
    try csound.play(try folder.fixture("waveform.csd"))
    let wave = try #require(csound.table(2))
    #expect(wave.count == 44_100)
    #expect(abs(wave.map(abs).max() ?? 0) > 0.45)
    let first = position.value
    #expect(eventually { position.value != first && (0.25...0.5).contains(position.value) })
    #expect(csound.table(77) == nil)
  }

  @Test func `The sixteen harmonics are written into a table while it is played`() throws {
    let ui = CsoundUI(csound)
    ui.add(Widget("freq", range: 20...2000, default: 441), forChannelName: "freq")
    let number = ui.addLabel(forChannelName: "harm_func_table")
    try csound.play(try folder.fixture("morph.csd"))
    #expect(eventually { number.value > 0 })
    let table = Int(number.value)
    let sliders = MultiSlider("harmonic", count: 16)
    for turn in 0..<20 {
      sliders.bars[turn % 16].set(1)
      let wave = harmonics(sliders.bars.map(\.value), count: 1024)
      try csound.setTable(table, wave)
      #expect(csound.table(table) == wave)
    }
    #expect(throws: (any Error).self) { try csound.setTable(table, [1, 2, 3]) }
  }

  private func harmonics(_ weights: [Double], count: Int) -> [Double] {
    let sum = weights.reduce(0, +)
    return (0..<count).map { index in
      let turns = Double(index) / Double(count)
      return weights.enumerated().reduce(0) { $0 + $1.1 / sum * sin(2 * .pi * turns * Double($1.0 + 1)) }
    }
  }

  @Test(arguments: [(0.0, 0.0), (1, 0), (0, 1), (1, 1), (0.3, 0.8)])
  func `The morphing pad sends score lines, and the table is the mixture of its corners`(
    x: Double, y: Double
  )
    throws
  {
    let number = CsoundUI(csound).addLabel(forChannelName: "wave_func_table")
    try csound.play(try folder.fixture("morph.csd"))
    let pad = XYPad("pad")
    pad.x.set(x)
    pad.y.set(y)
    let expected = mixture(x, y)
    let isMixed = try eventually {
      // While one is at work, others pass unheard.
      try csound.sendScore("i53 0 0.01 \(pad.x.value) \(pad.y.value)")
      guard number.value > 0, let wave = csound.table(Int(number.value)) else { return false }
      return zip(wave, expected).allSatisfy { abs($0 - $1) < 1e-6 }
    }
    #expect(isMixed)
  }

  /// Below a saw and a square, above a sine and a triangle, from left to right.
  private func mixture(_ x: Double, _ y: Double) -> [Double] {
    let saw = normalized([1, 0.5, 0.333, 0.25, 0.2, 0.167])
    let square = normalized([1, 0, 0.333, 0, 0.2, 0, 0.143])
    let sine = normalized([1])
    return (0..<1024).map { index in
      let turn = Double(index) / 1024
      let triangle = turn < 0.25 ? 4 * turn : turn < 0.75 ? 2 - 4 * turn : 4 * turn - 4
      let (lower, upper) = (saw[index] * (1 - x) + square[index] * x, sine[index] * (1 - x) + triangle * x)
      return lower * (1 - y) + upper * y
    }
  }

  /// Harmonics with a peak of 1, as GEN10 makes them.
  private func normalized(_ weights: [Double]) -> [Double] {
    let wave = harmonics(weights, count: 1024)
    let peak = wave.map(abs).max() ?? 1
    return wave.map { $0 / peak }
  }
}
