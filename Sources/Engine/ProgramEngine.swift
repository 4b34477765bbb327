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
