import SpinetDSP
import SpinetRealtime

/// All bodies of all models, made once and shared by all engines. Nothing changes afterwards.
final class BodyTable: @unchecked Sendable {
  static let shared = BodyTable()

  let traits: FixedBuffer<ModalTraits>
  /// The modes, eight in a row: ratio, level, decay rate in powers of two a second.
  let rows: FixedBuffer<ModeRow>

  private init() {
    let bodies = ModalModel.allCases.flatMap(\.bodies)
    var (all, rows): ([ModalTraits], [ModeRow]) = ([], [])
    for body in bodies {
      var traits = body.traits
      let modes = body.modes.prefix(8 * ModeRow.mostPerVoice)
      (traits.firstRow, traits.rowCount) = (rows.count, (modes.count + 7) / 8)
      for first in stride(from: 0, to: modes.count, by: 8) {
        rows.append(ModeRow(modes.dropFirst(first).prefix(8)))
      }
      all.append(traits)
    }
    self.traits = FixedBuffer(count: all.count) { all[$0] }
    self.rows = FixedBuffer(count: rows.count) { rows[$0] }
  }
}

/// Eight modes side by side.
struct ModeRow: BitwiseCopyable {
  var ratio = Lanes.zero
  var level = Lanes.zero
  /// How fast they decay, in powers of two a second.
  var rate = Lanes.zero

  /// The rows of the richest body.
  static var mostPerVoice: Int { @_noLocks get { 6 } }

  init(_ modes: ArraySlice<Mode>) {
    for (lane, mode) in modes.enumerated() {
      ratio[lane] = mode.ratio
      level[lane] = mode.level
      // 60 dB are 9.966 powers of two.
      rate[lane] = mode.decay.isFinite ? 9.966 / mode.decay : 0
    }
  }
}
