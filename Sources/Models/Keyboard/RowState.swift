/// The state of one row of keys on the surface.
struct RowState {
  /// What its fingers play.
  enum Part {
    /// Each finger has a voice.
    case voices
    /// All fingers share the only voice.
    case instrument
    /// Fingers only set parameters.
    case surface
  }

  let row: KeyboardRow
  let range: ClosedRange<Double>
  let part: Part
  /// Whether its keys set the pitch of a string that is plucked or bowed elsewhere.
  let isString: Bool
  /// By key.
  var lit: [Bool]
  var fingerCount = 0

  /// - Parameter index: the index of the row in the configuration.
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

  /// The distance of `pitch` from the range of its keys, in semitones.
  func distance(to pitch: Double) -> Double {
    max(range.lowerBound - pitch, pitch - range.upperBound, 0)
  }
}
