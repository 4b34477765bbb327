/// What one keyboard of the surface is doing.
struct RowState {
  /// What fingers on it do.
  enum Part {
    /// Each has a voice.
    case voices
    /// They share the one voice there is.
    case instrument
    /// They write parameters and nothing else.
    case surface
  }

  let row: KeyboardRow
  let range: ClosedRange<Double>
  let part: Part
  /// Whether its keys stop a string that the other hand sounds.
  let isString: Bool
  /// By key.
  var lit: [Bool]
  var fingerCount = 0

  /// - Parameter index: the row's among the configuration's.
  init(_ index: Int, of configuration: KeyboardConfiguration) {
    row = configuration.rows[index]
    isString = configuration.listensToTouches && configuration.isString(index)
    range = row.range
    lit = Array(repeating: false, count: row.keyCount)
    switch (configuration.polyphony, configuration.generation) {
    case (.controlSurface, _), (.instrument, .seed): part = .surface
    case (.instrument, .current): part = row.sendsFreq ? .instrument : .surface
    case (.voices, _): part = row.sendsFreq ? .voices : .surface
    }
  }

  mutating func clear() {
    fingerCount = 0
    for key in lit.indices { lit[key] = false }
  }

  /// How far `pitch` lies from its keys, in semitones.
  func distance(to pitch: Double) -> Double {
    max(range.lowerBound - pitch, pitch - range.upperBound, 0)
  }
}
