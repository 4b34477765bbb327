/// An engine whose sound is a program in a file, which people edit while it plays.
public protocol ProgramEngine: SoundEngine {
  /// The program's file.
  var programPath: String { get }

  /// Compiles the file anew, for the next `prepare`; what plays now plays on, and after an error so does the
  /// next. Widgets stay those that there are. Answers what is worth telling, such as controls of the new
  /// program that have no widget yet. [any-thread, one call at a time, not the audio thread]
  func recompile() throws(EngineFailure) -> [String]
}
