import Foundation

/// A Scala tuning by key, ready to play.
struct ScalaTable: Hashable, Sendable {
  private static let lowest = -64
  private static let highest = 192
  /// What nobody can hear is kept finite: 10^-6 to 10^9 Hz.
  private static let lowestOctave = -20.0
  private static let highestOctave = 30.0
  /// log2 of the frequency, so that keys interpolate by interval; a silent key has that of the one below it.
  private let table: [Double]
  private let silent: Set<Int>

  init(_ scale: ScalaScale, on map: ScalaKeyMap) {
    let size = scale.cents.count
    let reference = map.degree(ofKey: map.referenceKey, scaleSize: size) ?? 0
    let untuned = log2(map.referenceHertz) - scale.cents(ofDegree: reference) / 1200
    let base = untuned.isFinite ? untuned : 0
    var table: [Double] = []
    var silent: Set<Int> = []
    for key in Self.lowest...Self.highest {
      let degree = map.degree(ofKey: key, scaleSize: size)
      let octaves = degree.map { base + scale.cents(ofDegree: $0) / 1200 } ?? table.last ?? base
      table.append(octaves.isNaN ? base : min(max(octaves, Self.lowestOctave), Self.highestOctave))
      if degree == nil || !map.keys.contains(key) { silent.insert(key) }
    }
    self.table = table
    self.silent = silent
  }

  func sounds(_ key: Int) -> Bool { (Self.lowest...Self.highest).contains(key) && !silent.contains(key) }

  /// log2 of the frequency in hertz.
  func octaves(_ pitch: Double) -> Double {
    let place = min(max(pitch - Double(Self.lowest), 0), Double(table.count - 1))
    let key = min(Int(place), table.count - 2)
    return table[key] + (place - Double(key)) * (table[key + 1] - table[key])
  }
}
