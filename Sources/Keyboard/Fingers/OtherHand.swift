/// What the second hand does, where MIDI notes stop strings that another keyboard has to sound.
enum OtherHand: Equatable {
  case rests
  /// Strikes the key of this row that has the string's number.
  case plucks(row: Int)
  /// Goes to and fro on this row while a string is stopped: its first key, or the stopped strings
  /// themselves where `isOnString`.
  case bows(row: Int, isOnString: Bool)

  /// Keys that tell of being pressed are plucked; a keyboard that tells places is bowed, also the strings
  /// themselves where there is no other.
  init(_ configuration: KeyboardConfiguration) {
    let rows = configuration.rows
    guard configuration.listensToTouches, rows.indices.contains(where: configuration.isString) else {
      self = .rests
      return
    }
    let others = rows.indices.filter { !configuration.isString($0) }
    if let row = others.first(where: { rows[$0].sendsKeyStatus }) {
      self = .plucks(row: row)
    } else if let row = others.first {
      self = .bows(row: row, isOnString: false)
    } else if let row = rows.firstIndex(where: { $0.sendsX || $0.sendsY }) {
      self = .bows(row: row, isOnString: true)
    } else {
      self = .rests
    }
  }
}

extension KeyboardConfiguration {
  /// Whether a keyboard's keys are the places at which a string is stopped: if any has a frequency of its
  /// own those that do, else those that have any.
  func isString(_ row: Int) -> Bool {
    rows.contains(where: \.sendsKeyboardFreq) ? rows[row].sendsKeyboardFreq : rows[row].sendsFreq
  }
}
