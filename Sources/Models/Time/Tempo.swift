/// Quarter notes a minute, in millionths, from 1 to 999. [any-thread]
package struct Tempo: Hashable, Sendable, BitwiseCopyable {
  package static let range = 1.0...999.0
  package static let standard = Tempo(120)

  let millionths: Int64

  /// Limited to the range; "not a number" is the standard tempo.
  package init(_ quartersPerMinute: Double) {
    let tempo = quartersPerMinute.isNaN ? 120 : quartersPerMinute
    let limited = min(max(tempo, Self.range.lowerBound), Self.range.upperBound)
    millionths = Int64((limited * 1_000_000).rounded())
  }

  package var quartersPerMinute: Double { Double(millionths) / 1_000_000 }
}
