import FoundationEssentials
import Glibc
import SpinetText
import SystemPackage

/// Where Spinet stores files, by the XDG base directory specification.
package struct Folders: Sendable {
  /// `$XDG_STATE_HOME/spinet`: the widgets' values and the journal.
  package let state: FilePath
  /// `$XDG_RUNTIME_DIR/spinet`: the sockets of running instruments.
  package let runtime: FilePath
  private let home: FilePath?
  /// `user-dirs.dirs`, by xdg-user-dirs. Nil without a home folder.
  private let userFolders: FilePath?

  /// - Parameter environment: the process's.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let temporary = FilePath("/tmp/spinet-\(getuid())")
    let kept =
      FilePath(variable: "XDG_STATE_HOME", in: environment)
      ?? FilePath(variable: "HOME", in: environment)?.appending(".local/state")
    state = kept?.appending("spinet") ?? temporary.appending("state")
    let running = FilePath(variable: "XDG_RUNTIME_DIR", in: environment)
    runtime = running?.appending("spinet") ?? temporary
    home = FilePath(variable: "HOME", in: environment)
    let config = FilePath(variable: "XDG_CONFIG_HOME", in: environment) ?? home?.appending(".config")
    userFolders = config?.appending("user-dirs.dirs")
  }

  /// The user's music folder, by xdg-user-dirs: the one that `user-dirs.dirs` names at this moment, or `~/Music`. Nil
  /// without a home folder. Reads the file.
  package var music: FilePath? {
    guard let home, let userFolders else { return nil }
    let lines = (try? InputFile.bytes(ifThereIs: userFolders)) ?? nil
    let text = lines.map { String(decoding: $0, as: UTF8.self) } ?? ""
    for line in text.split(separator: "\n") where line.hasPrefix("XDG_MUSIC_DIR=\"") {
      let value = line.dropFirst("XDG_MUSIC_DIR=\"".count).prefix { $0 != "\"" }
      if value.hasPrefix("$HOME/") { return home.appending(String(value.dropFirst(6))) }
      if value.hasPrefix("/") { return FilePath(String(value)) }
    }
    return home.appending("Music")
  }
}
