import SpinetRealtime
import SpinetWidgets

/// An engine whose sound is a program in a file, which people edit while it plays.
public protocol ProgramEngine: SoundEngine {
  /// The program's file.
  var programPath: String { get }

  /// All files that the program is made of as it is now on the disk, itself among them; also those that it names and
  /// that are not there. Reads them. [control-thread]
  var programFiles: [String] { get }

  /// Compiles the file anew, for the next `prepare`; what plays now plays on, and after an error so does the
  /// next. Widgets stay those that there are. Answers what is worth telling, such as controls of the new
  /// program that have no widget yet. [any-thread but the audio thread, one call at a time]
  func recompile() throws(SpinetError) -> [String]

  /// Ends a `recompile` soon, with an error, because its result is no longer wanted. [any-thread]
  func stopCompiling()
}

extension ProgramEngine {
  public var programFiles: [String] { [programPath] }

  /// Nothing, for engines that compile in a moment.
  public func stopCompiling() {}

  /// The line about widgets of a new program that the engine does not have; none where it has them all.
  public func newcomers(among new: [Widget], of program: String) -> [String] {
    let known = Set(widgets.map(\.name))
    let names = new.map(\.name).filter { !known.contains($0) }
    return names.isEmpty
      ? [] : ["\(program): \(names.joined(separator: ", ")) can be moved when it is started again"]
  }
}
