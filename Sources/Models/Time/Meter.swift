/// How many beats of which length a bar has. [any-thread]
package struct Meter: Hashable, Sendable, BitwiseCopyable {
  package static let common = Meter(beats: 4, unit: 4)

  package let beats: Int
  /// The note that is a beat: 1, 2, 4 … 64.
  package let unit: Int

  /// Limited to 1 to 64 beats; a unit is the nearest one below.
  package init(beats: Int, unit: Int) {
    self.beats = min(max(beats, 1), 64)
    self.unit = [64, 32, 16, 8, 4, 2].first { $0 <= unit } ?? 1
  }

  package var beat: Ticks { Ticks(4 * Ticks.perQuarter / Int64(unit)) }
  package var bar: Ticks { beat * beats }
}

/// Where the bars of a song and their beats are. [any-thread]
package struct Bars: Hashable, Sendable {
  /// The first bars of the meters, in order; the first one counts before it, too.
  private var sections: [Section]

  private struct Section: Hashable, Sendable {
    var position: Ticks
    /// Counted from 0.
    var bar: Int
    var meter: Meter
  }

  package struct Beat: Hashable, Sendable {
    package let position: Ticks
    /// Whether a bar begins with it.
    package let isFirst: Bool
  }

  /// Bars of four quarter notes.
  package static let common = Bars([])

  /// - Parameter changes: in order. A meter begins a bar.
  package init(_ changes: [(position: Ticks, meter: Meter)]) {
    sections = [Section(position: .zero, bar: 0, meter: .common)]
    for (position, meter) in changes { add(meter, at: max(position, .zero)) }
  }

  private mutating func add(_ meter: Meter, at position: Ticks) {
    let last = sections[sections.count - 1]
    let bars = Self.count(of: last.meter.bar, in: position - last.position, roundingUp: true)
    let section = Section(position: position, bar: last.bar + bars, meter: meter)
    if last.position == position { sections[sections.count - 1] = section } else { sections.append(section) }
  }

  private static func count(of length: Ticks, in distance: Ticks, roundingUp: Bool) -> Int {
    let (whole, rest) = distance.fractions.quotientAndRemainder(dividingBy: length.fractions)
    let below = rest < 0 ? whole - 1 : whole
    return Int(roundingUp && rest != 0 ? below + 1 : below)
  }

  private func section(at position: Ticks) -> Section {
    sections.last { $0.position <= position } ?? sections[0]
  }

  /// The meter at a position.
  package func meter(at position: Ticks) -> Meter { section(at: position).meter }

  /// The position of a bar, which musicians count from 1.
  package func position(ofBar bar: Int) -> Ticks {
    let section = sections.last { $0.bar <= bar - 1 } ?? sections[0]
    return section.position + section.meter.bar * (bar - 1 - section.bar)
  }

  /// The bar in which a position is, from 1.
  package func bar(at position: Ticks) -> Int {
    let section = section(at: position)
    return section.bar + Self.count(of: section.meter.bar, in: position - section.position, roundingUp: false)
      + 1
  }

  /// The first beat that is not before a position.
  package func beat(notBefore position: Ticks) -> Beat {
    let section = section(at: position)
    let number = Self.count(of: section.meter.beat, in: position - section.position, roundingUp: true)
    let beat = section.position + section.meter.beat * number
    if let next = sections.first(where: { $0.position > section.position && $0.position <= beat }) {
      return Beat(position: next.position, isFirst: true)
    }
    return Beat(position: beat, isFirst: number.isMultiple(of: section.meter.beats))
  }
}
