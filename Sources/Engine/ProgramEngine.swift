import SpinetRealtime
import SpinetWidgets

/// An engine whose sound is a program in a file that can be edited while it plays.
public protocol ProgramEngine: SoundEngine {
  /// The path of the program's main file.
  var programPath: String { get }

  /// All files that the program consists of, including those that it names but that do not exist. Reads the
  /// files to find out. [control-thread]
  var programFiles: [String] { get }

  /// Compiles the file again for the next `prepare`. The current sound plays on, and after an error the next
  /// `prepare` uses the old program. Widgets stay the same. Returns lines to show to the user, such as
  /// controls of the new program that have no widget. [any-thread except the audio thread, one call at a
  /// time]
  func recompile() throws(SpinetError) -> [String]

  /// Makes a running `recompile` fail soon, because its result is no longer needed. [any-thread]
  func stopCompiling()
}

extension ProgramEngine {
  public var programFiles: [String] { [programPath] }

  /// Does nothing, for engines that compile quickly.
  public func stopCompiling() {}

  /// A line about controls of a new program that have no widget yet; empty if there are none.
  package func newWidgets(among new: [Widget], of program: String) -> [String] {
    let known = Set(widgets.map(\.name))
    let names = new.map(\.name).filter { !known.contains($0) }
    return names.isEmpty
      ? [] : ["\(program): \(names.joined(separator: ", ")) can be moved when it is started again"]
  }
}
