import SpinetRealtime
import SystemPackage

/// An engine whose sound is a program in a file that can be edited while it plays.
public protocol ProgramEngine: SoundEngine {
  /// The path of the program's main file.
  var programPath: FilePath { get }

  /// All files that the program consists of, including those that it names but that do not exist. Reads the
  /// files to find out. [control-thread]
  var programFiles: [FilePath] { get }
}

extension ProgramEngine {
  public var programFiles: [FilePath] { [programPath] }
}

/// A command that a person sends to a program while it plays.
package enum ProgramCommand: Sendable, Hashable {
  /// Score lines, whose times begin now.
  case score(String)
  /// Additional instruments and opcodes. The name tells where the text comes from.
  case orchestra(String, name: String)
  /// Shows the values of a table, from an index on; nil for all.
  case showTable(Int, from: Int?)
  /// Writes values into a table, from an index on.
  case setTable(Int, from: Int, values: [Double])
}

/// What a program answers to a `ProgramCommand`.
package enum ProgramAnswer: Sendable, Hashable {
  /// The score lines will play.
  case sent
  /// The orchestra of this name is part of the program.
  case compiled(String)
  /// The values of a table.
  case values([Double])
  /// So many of a table's values were written.
  case written(table: Int, count: Int, length: Int)
}

/// An engine whose program takes commands while it plays.
package protocol CommandedEngine: SoundEngine {
  /// Returns a closure that carries out a command and returns the answer. The closure waits for the audio thread, so
  /// call it on another thread than control's. [control-thread]
  func work(
    for command: ProgramCommand
  ) throws(SpinetError) -> @Sendable () throws(SpinetError) -> ProgramAnswer
}
