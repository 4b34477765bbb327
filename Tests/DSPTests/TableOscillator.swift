import SpinetDSP

/// Eight oscillators that read one waveform, each at its own pitch and mip level.
struct TableOscillator {
  private var phase = SIMD8<UInt32>.zero
  private var increment = SIMD8<UInt32>.zero
  private var reader = WaveTableReader()

  /// Sets every lane's pitch, in octaves above 1 Hz, and the mip level of `table` for it.
  mutating func tune(to pitch: Lanes, in table: WaveTable, range: OscillatorRange) {
    let octaves = pitch.within(-4, range.highest)
    increment = WaveTableReader.words(cycles: FastMath.exp2(octaves - range.octavesPerSample))
    reader.selectLevel(for: octaves, in: table, range: range)
  }

  /// The next sample of every lane.
  mutating func next(_ table: WaveTable) -> Lanes {
    let sample = reader.sample(of: table, at: phase)
    phase &+= increment
    return sample * WaveTable.unit
  }

  /// The next sample of a pulse: the difference of two saws `width` apart, in 2⁻³² cycles.
  mutating func nextPulse(_ saw: WaveTable, width: UInt32) -> Lanes {
    let end = reader.sample(of: saw, at: phase &+ SIMD8(repeating: width)) * WaveTable.unit
    return next(saw) - end
  }
}
