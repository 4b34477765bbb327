#if Csound
  import SpinetKit
  import Foundation
  import Testing
  import SpinetWidgets

  struct TableTests {
    private let stage: Stage
    private let csound = CsoundObj.silent()

    init() throws { stage = try Stage() }

    @Test func `A sound in a table is drawn, with its loop points and the place that plays`() throws {
      try stage.writeSine("TimeAgo.wav", hertz: 100)
      let start = Widget("loopStart", default: 0.25)
      let end = Widget("loopEnd", default: 0.5)
      let ui = CsoundUI(csound)
      ui.add(start, forChannelName: "loopStart")
      ui.add(end, forChannelName: "loopEnd")
      let position = ui.addLabel(forChannelName: "file_position_from_csound")
      try csound.play(try stage.fixture("waveform.csd"))
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
      try csound.play(try stage.fixture("morph.csd"))
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

    @Test func `The morphing pad sends score lines, and the table follows`() throws {
      let number = CsoundUI(csound).addLabel(forChannelName: "wave_func_table")
      try csound.play(try stage.fixture("morph.csd"))
      let pad = XYPad("pad")
      var waves: [[Double]] = []
      for place in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] {
        pad.x.set(place.0)
        pad.y.set(place.1)
        let before = waves.last ?? []
        let hasChanged = try eventually {
          // While one is at work, others pass unheard.
          try csound.sendScore("i53 0 0.01 \(pad.x.value) \(pad.y.value)")
          guard number.value > 0, let wave = csound.table(Int(number.value)), wave != before else {
            return false
          }
          waves.append(wave)
          return true
        }
        #expect(hasChanged)
      }
      #expect(waves.count == 4)
    }
  }
#endif
