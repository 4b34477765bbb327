/// The state of one keyboard of the surface.
struct RowState {
  /// What fingers on it do.
  enum Part {
    /// Each finger has a voice.
    case voices
    /// All share the one voice there is.
    case instrument
    /// They only write parameters.
    case surface
  }

  let row: KeyboardRow
  let range: ClosedRange<Double>
  let part: Part
  /// Whether its keys stop a string that is plucked or bowed elsewhere.
  let isString: Bool
  /// By key.
  var lit: [Bool]
  var fingerCount = 0

  /// - Parameter index: the row's in the configuration.
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
