/// Where the wave comes from that is drawn beside widgets. Widgets are indices in the instrument's set.
package enum WaveSource: Hashable, Sendable {
  /// The cycle between the four shapes of a pad that is called `wave`.
  case pad(x: Int, y: Int)
  /// The sum of a row of bars that is called `harmonic`.
  case harmonics([Int])
  /// The table whose number `NAME.table` shows.
  case table(Int)
  /// What the engine of the part plays.
  case recording
}

extension WidgetLayout.Item {
  /// Its name and the wave that belongs to it; nil without one.
  ///
  /// - Parameter indices: of all widgets by their names.
  func wave(_ indices: [String: Int]) -> (name: String, wave: WaveSource)? {
    switch self {
    case .single: nil
    case .waveform(let name, _):
      (name, indices["\(name).table"].map(WaveSource.table) ?? .recording)
    case .pad(let name, let x, let y):
      Self.wave(name, "wave", indices, .pad(x: x, y: y)).map { (name, $0) }
    case .bars(let name, let bars): Self.wave(name, "harmonic", indices, .harmonics(bars)).map { (name, $0) }
    }
  }

  /// A table replaces the standard wave, which only widgets of the standard name have.
  private static func wave(
    _ name: String, _ standard: String, _ indices: [String: Int], _ wave: WaveSource
  ) -> WaveSource? {
    if let table = indices["\(name).table"] { return .table(table) }
    return name.split(whereSeparator: { $0 == "." || $0 == "/" }).last.map(String.init) == standard
      ? wave : nil
  }
}
