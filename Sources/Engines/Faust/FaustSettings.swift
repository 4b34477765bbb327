import FoundationEssentials
import Glibc
import SpinetRealtime
import SystemPackage

/// How Faust programs are compiled and played, besides their own declarations.
package struct FaustSettings: Sendable {
  /// The environment of the process. Compilers are found in `PATH`, the cache is in `XDG_CACHE_HOME`.
  package var environment: [String: String]
  /// Folders in which programs find libraries, headers and sound files, after their own folder.
  package var includeFolders: [FilePath] = []
  /// Whether programs behave exactly as in Faust's own hosts, even where Spinet usually differs.
  package var isStrict = false
  /// Whether voices may be computed in groups of eight.
  package var usesGroups = true
  /// Gets lines for the log while a program is compiled. [any-thread]
  package var tell: @Sendable (String) -> Void = { _ in }

  /// If it returns true, the compilers are stopped, and an error is thrown. [any-thread]
  package var isUnwanted: @Sendable () -> Bool = { false }

  /// Names that other widgets have already. A control with such a label is named by a longer path.
  package var takenNames: Set<String> = []
  /// Reads a sound file for `soundfile()`. Throws if there is none. [any-thread]
  package var readSound: @Sendable (FilePath) throws(SpinetError) -> FaustSound = {
    path throws(SpinetError) in
    throw SpinetError(
      .notReadable, what: path.string, why: "sound files are not read here",
      remedy: "set FaustSettings.readSound")
  }

  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
  }
}
