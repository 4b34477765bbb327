import FoundationEssentials
import Glibc
import SpinetRealtime
import SystemPackage

/// How Faust programs are compiled and played, beside what they declare themselves.
package struct FaustSettings: Sendable {
  /// Of the process: `PATH` is where the compilers are found, `XDG_CACHE_HOME` is where the cache is.
  package var environment: [String: String]
  /// Folders in which programs find libraries, headers and sound files, after their own folder.
  package var includeFolders: [FilePath] = []
  /// Whether programs do exactly what they do in Faust's own hosts, also where Spinet does better.
  package var isStrict = false
  /// Whether voices may be computed in groups of eight.
  package var usesGroups = true
  /// Takes lines for people while a program is compiled. [any-thread]
  package var tell: @Sendable (String) -> Void = { _ in }

  /// If it returns true, the compilers are stopped, and an error is thrown. [any-thread]
  package var isUnwanted: @Sendable () -> Bool = { false }

  /// Names of widgets that belong to others. A control with such a label is named by a longer path.
  package var takenNames: Set<String> = []
  /// Reads a sound file for `soundfile()`. Throws if there is none. [any-thread]
  package var readSound: @Sendable (FilePath) throws(SpinetError) -> FaustSound = {
    path throws(SpinetError) in
    throw SpinetError(
      .input, what: path.string, why: "sound files are not read here", remedy: "set FaustSettings.readSound")
  }

  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
  }
}
