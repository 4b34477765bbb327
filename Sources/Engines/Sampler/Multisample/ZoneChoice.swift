import SpinetEngine
import SpinetRealtime

/// What decides which zones play: turns, keyswitches, chance and controllers.
struct ZoneChoice: ~Copyable {
  /// For each zone, how many notes have fitted it, modulo its sequence length.
  private let turns: FixedBuffer<Int32>
  /// The keys of each set of keyswitches, 128 for each, and the one of them that is active; -1 for none.
  private let switches: FixedBuffer<Bool>
  private let active: FixedBuffer<Int32>
  private let setCount: Int
  /// For each zone that controllers start, whether they are in their ranges.
  private let wasInside: FixedBuffer<Bool>
  private(set) var previousKey: Int32 = -1
  /// Whether the next note is every second one.
  private(set) var isSecond = false
  var randomState: UInt64 = 0x9E37_79B9_7F4A_7C15
  private(set) var age: UInt32 = 0

  init(_ regions: [SFZRegion], _ table: borrowing ZoneTable) {
    turns = FixedBuffer(repeating: 0, count: regions.count)
    wasInside = FixedBuffer(repeating: false, count: max(table.startedCount, 1))
    let sets = regions.indices.map { table.zones[$0].switchSet }
    setCount = (sets.max() ?? 0) + 1
    switches = FixedBuffer(repeating: false, count: 128 * setCount)
    active = FixedBuffer(repeating: -1, count: setCount)
    for (region, set) in zip(regions, sets) {
      // Without a range of keyswitches, those keys switch that a region waits for.
      if let keys = region.switchKeys ?? region.switchLast {
        for key in keys where (0..<128).contains(key) { switches[128 * set + key] = true }
      }
      if let first = region.switchDefault, active[set] < 0 { active[set] = Int32(min(max(first, -1), 128)) }
    }
  }

  /// Notices the key of a note that begins.
  @_noLocks mutating func begin(key: Int) {
    for set in 0..<setCount where switches[128 * set + key] { active[set] = Int32(key) }
  }

  @_noLocks mutating func hasBegun(key: Int) {
    previousKey = Int32(key)
    isSecond.toggle()
  }

  @_noLocks func isSwitched(_ zone: SampleZone) -> Bool {
    zone.switchLow < 0
      || active[zone.switchSet] >= zone.switchLow && active[zone.switchSet] <= zone.switchHigh
  }

  /// Whether it is the turn of a zone, which plays one of `sequenceLength` notes that fit it. Counts this note.
  @_noLocks mutating func isTurn(of index: Int, _ zone: SampleZone) -> Bool {
    let count = turns[index]
    turns[index] = (count + 1) % zone.sequenceLength
    return count == zone.sequencePosition - 1
  }

  @_noLocks mutating func nextAge() -> UInt32 {
    age &+= 1
    return age
  }

  /// 0–1.
  @_noLocks mutating func nextRandom() -> Double {
    randomState ^= randomState << 13
    randomState ^= randomState >> 7
    randomState ^= randomState << 17
    return Double(randomState >> 11) * 0x1p-53
  }

  // MARK: Controllers

  @_noLocks func allows(_ conditions: TableRange, _ table: borrowing ZoneTable, _ controls: SmoothedControls)
    -> Bool
  {
    var index = conditions.lowerBound
    while index < conditions.upperBound {
      let condition = table.conditions[index]
      let value = controls.rawValue(condition.widget)
      guard value >= condition.low, value < condition.high else { return false }
      index += 1
    }
    return true
  }

  /// Whether the controllers of a zone that they start have just entered their ranges.
  @_noLocks mutating func enters(
    _ index: Int, _ zone: SampleZone, _ table: borrowing ZoneTable, _ controls: SmoothedControls
  ) -> Bool {
    let isInside = allows(zone.starts, table, controls)
    let hasEntered = isInside && !wasInside[index]
    wasInside[index] = isInside
    return hasEntered
  }

  /// Notices where the controllers are before the first frame.
  mutating func notice(_ controls: SmoothedControls, _ table: borrowing ZoneTable) {
    for index in 0..<table.startedCount {
      _ = enters(index, table.zones[table.started[index]], table, controls)
    }
  }
}
