import SpinetMIDI
import SpinetTime

/// Turns the times of a file, in seconds, into positions by its tempi. A file that counts in frames has the standard
/// tempo.
package struct TempoPositions: Sendable {
  private struct Section: Sendable {
    var seconds: Double
    var quarters: Double
    var tempo: Tempo
  }

  private var sections: [Section]

  /// - Parameters:
  ///   - tempi: in order of time.
  ///   - first: the tempo before them.
  package init(_ tempi: [Timed<Double>], first: Tempo = .standard) {
    sections = [Section(seconds: 0, quarters: 0, tempo: first)]
    for tempo in tempi {
      let section = Section(
        seconds: tempo.seconds, quarters: quarters(at: tempo.seconds), tempo: Tempo(tempo.value))
      if sections[sections.count - 1].seconds == tempo.seconds { sections.removeLast() }
      sections.append(section)
    }
  }

  private func quarters(at seconds: Double) -> Double {
    let section = section(at: seconds)
    return section.quarters + (seconds - section.seconds) * section.tempo.quartersPerMinute / 60
  }

  private func section(at seconds: Double) -> Section {
    var (low, high) = (0, sections.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if sections[middle].seconds <= seconds { low = middle } else { high = middle }
    }
    return sections[low]
  }

  package func position(atSeconds seconds: Double) -> Ticks { Ticks(quarters: quarters(at: seconds)) }
}

extension StandardMIDIFile {
  /// The song, without what only one program understands. What comes at the same time as a message comes before it.
  package var song: Song {
    let positions = TempoPositions(tempi)
    let first: [(Double, Song.Content)] =
      tempi.map { ($0.seconds, .tempo(Tempo($0.value))) }
      + exclusives.map { ($0.seconds, .exclusive($0.value)) }
    let all = first + events.map { ($0.seconds, .message($0.value)) }
    return Song(
      sorting: all, by: positions, duration: duration,
      bars: Bars(meters.map { (positions.position(atSeconds: $0.seconds), $0.value) }))
  }
}

extension Song {
  /// Sorts contents by their seconds; those at the same time stay in order.
  package init(
    sorting contents: [(seconds: Double, content: Content)], by positions: TempoPositions, duration: Double,
    bars: Bars
  ) {
    let sorted = contents.enumerated().sorted {
      ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset)
    }
    self.init(
      sorted.map { Event($0.element.content, at: positions.position(atSeconds: $0.element.seconds)) },
      length: positions.position(atSeconds: duration), bars: bars)
  }
}
