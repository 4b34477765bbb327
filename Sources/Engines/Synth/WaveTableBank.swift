import SpinetDSP
import SpinetRealtime

/// The wavetables of all waveforms, including the drawn one.
struct WaveTableBank: ~Copyable {
  private let tables: FixedBuffer<WaveTable>
  var drawn: DrawnWave

  /// - Parameter tables: must outlive this.
  init(_ tables: WaveTables) {
    let drawn = DrawnWave(tables: tables)
    let own = drawn.table
    self.tables = FixedBuffer(count: Waveform.allCases.count) { index in
      let waveform = Waveform.allCases[index]
      return waveform == .user ? own : tables.table(of: waveform)
    }
    self.drawn = drawn
  }

  /// The table of the waveform with this index. [audio-thread]
  @_noLocks func table(_ index: Int) -> WaveTable {
    index == Waveform.user.index ? drawn.table : tables[index]
  }
}
