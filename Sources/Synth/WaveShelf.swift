import DSP

/// The tables an oscillator may play, by the waveform's place. A handle to memory that the instrument owns.
struct WaveShelf: BitwiseCopyable {
  private let tables: UnsafeMutablePointer<WaveTable>
  var drawn: DrawnWave

  /// - Parameter tables: must outlive this.
  init(_ tables: WaveTables) {
    drawn = DrawnWave(tables: tables)
    self.tables = .allocate(capacity: Waveform.allCases.count)
    for waveform in Waveform.allCases where waveform != .user {
      (self.tables + waveform.index).initialize(to: tables.table(of: waveform))
    }
    (self.tables + Waveform.user.index).initialize(to: drawn.table)
  }

  func deallocate() {
    tables.deallocate()
    drawn.deallocate()
  }

  @_noLocks func table(_ index: Int) -> WaveTable {
    index == Waveform.user.index ? drawn.table : tables[index]
  }
}

extension WaveDrawing {
  /// What the widgets draw. [audio-thread]
  @_noLocks init(_ controls: Controls) {
    self.init()
    x = controls[.waveX]
    y = controls[.waveY]
    blend = controls[.waveBlend]
    for harmonic in 0..<8 {
      lower[harmonic] = controls.value(SynthParameter.harmonic1.index + harmonic)
      upper[harmonic] = controls.value(SynthParameter.harmonic1.index + harmonic + 8)
    }
  }
}
