import SpinetRealtime

/// What people send to a program while it plays.
package enum ProgramCommand: Sendable, Hashable {
  /// Score lines, whose times begin now.
  case score(String)
  /// Further instruments and opcodes. The name says where the text is from.
  case orchestra(String, name: String)
  /// Shows the values of a table, from an index on; nil for all.
  case showTable(Int, from: Int?)
  /// Writes values into a table, from an index on.
  case setTable(Int, from: Int, values: [Double])
}

/// An engine whose program takes commands while it plays.
package protocol CommandedEngine: SoundEngine {
  /// What carries out a command, and gives the lines of the answer. It waits for the audio thread, and so another thread
  /// than control's does it. [control-thread]
  func work(for command: ProgramCommand) throws(SpinetError) -> @Sendable () throws(SpinetError) -> [String]
}
