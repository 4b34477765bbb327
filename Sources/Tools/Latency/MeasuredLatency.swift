import SpinetRealtime
import SpinetText

/// How long notes took from the key to the sound at an input.
package struct MeasuredLatency: Equatable, Sendable {
  /// Of each note that was heard, from the shortest.
  package let milliseconds: [Double]
  package let playedNotes: Int

  /// A sound that comes later belongs to no note.
  private static let longestMilliseconds = 400.0

  /// - Parameters:
  ///   - notes: when each was played, in order.
  ///   - sounds: when each pulse came in, in order.
  package init(notes: [HostTime], sounds: [HostTime]) {
    playedNotes = notes.count
    var rest = sounds[...]
    milliseconds =
      notes.indices.compactMap { index in
        rest = rest.drop { $0 < notes[index] }
        guard let sound = rest.first, index + 1 == notes.count || sound < notes[index + 1] else { return nil }
        let later = Double(sound.nanoseconds(since: notes[index])) * 1e-6
        return later <= Self.longestMilliseconds ? later : nil
      }.sorted()
  }

  /// The one in the middle; nil if none was heard.
  package var median: Double? { milliseconds.isEmpty ? nil : milliseconds[milliseconds.count / 2] }

  /// Between the shortest and the longest; nil if none was heard.
  package var spread: Double? {
    guard let shortest = milliseconds.first, let longest = milliseconds.last else { return nil }
    return longest - shortest
  }

  /// What is told, beside what the settings promise.
  package func lines(promised: Double?) -> [String] {
    guard let median, let spread, let shortest = milliseconds.first, let longest = milliseconds.last else {
      return ["no sound came in: connect an output of the card to the input, and turn both up"]
    }
    let lost = playedNotes - milliseconds.count
    return [
      "from key to sound: \(Self.text(median)) ms",
      "spread: \(Self.text(spread)) ms, from \(Self.text(shortest)) to \(Self.text(longest)) ms",
      promised.map { "the settings promise \(Self.text($0)) ms, and the converters of the card come on top" }
        ?? "",
      lost > 0 ? "\(lost) of \(playedNotes) notes were not heard" : "",
    ].filter { !$0.isEmpty }
  }

  package func json(promised: Double?, advice: [String] = []) -> String {
    var line = JSONLine()
    line.add("latency", median.map(Self.rounded))
    line.add("spread", spread.map(Self.rounded))
    line.add("promised", promised)
    line.add("notes", playedNotes)
    line.add("heard", milliseconds.count)
    line.add("advice", advice)
    return line.description
  }

  private static func rounded(_ milliseconds: Double) -> Double { (milliseconds * 100).rounded() / 100 }
  private static func text(_ milliseconds: Double) -> String { "\((milliseconds * 10).rounded() / 10)" }
}
