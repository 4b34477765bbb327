/// The registered parameter that data entry writes, as controllers 101 and 100 have selected it.
struct SelectedParameter: Equatable {
  private var high: UInt8 = 127
  private var low: UInt8 = 127

  mutating func selectHigh(_ value: UInt8) { high = value }
  mutating func selectLow(_ value: UInt8) { low = value }
  /// A non-registered parameter was selected: data entry is not for this one any more.
  mutating func deselect() { self = SelectedParameter() }

  /// Nil when none is selected.
  var number: Int? { high == 127 && low == 127 ? nil : Int(high) << 7 | Int(low) }

  static let bendRange = 0
  static let zoneMembers = 6
}
