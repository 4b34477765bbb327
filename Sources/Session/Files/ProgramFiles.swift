import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// Notices when a file of a program that plays is saved. [control-thread]
struct ProgramFiles {
  /// The number of the part that plays it.
  let part: UInt32
  private let engine: any ProgramEngine
  private var stamps: [FilePath: FileStamp]

  /// - Parameter moment: when reading the program began. A file that was saved after that is noticed at the first
  ///   check.
  init(of engine: any ProgramEngine, part: UInt32, readAt moment: FileStamp.Moment) {
    self.engine = engine
    self.part = part
    stamps = FileStamp.all(of: Self.files(of: engine), unchangedSince: moment)
  }

  /// The program's file, those that it includes, and the patch beside it.
  var paths: [FilePath] { Self.files(of: engine) }

  // A pipe can be read only once.
  private static func files(of engine: any ProgramEngine) -> [FilePath] {
    let path = engine.programPath
    guard FileStamp(of: path) != nil else { return [path] }
    return engine.programFiles + [path.beside(endingIn: ".patch.yaml")]
  }

  /// Whether a file was saved since the last call. Some editors remove the program's file for a moment while they save;
  /// that does not count as a change.
  mutating func popChange() -> Bool {
    let now = FileStamp.all(of: paths)
    guard now[engine.programPath] != nil, now != stamps else { return false }
    stamps = now
    return true
  }
}
