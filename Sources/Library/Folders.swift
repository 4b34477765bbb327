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
  /// The user's music folder, by xdg-user-dirs: the one in `user-dirs.dirs`, or `~/Music`. Nil without a home folder.
  package let music: FilePath?

  /// - Parameter environment: the process's.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let temporary = FilePath("/tmp/spinet-\(getuid())")
    let kept =
      FilePath(variable: "XDG_STATE_HOME", in: environment)
      ?? FilePath(variable: "HOME", in: environment)?.appending(".local/state")
    state = kept?.appending("spinet") ?? temporary.appending("state")
    let running = FilePath(variable: "XDG_RUNTIME_DIR", in: environment)
    runtime = running?.appending("spinet") ?? temporary
    music = Self.music(environment)
  }

  private static func music(_ environment: [String: String]) -> FilePath? {
    guard let home = FilePath(variable: "HOME", in: environment) else { return nil }
    let config = FilePath(variable: "XDG_CONFIG_HOME", in: environment) ?? home.appending(".config")
    let lines = (try? InputFile.bytes(ifThereIs: config.appending("user-dirs.dirs"))) ?? nil
    let text = lines.map { String(decoding: $0, as: UTF8.self) } ?? ""
    for line in text.split(separator: "\n") where line.hasPrefix("XDG_MUSIC_DIR=\"") {
      let value = line.dropFirst("XDG_MUSIC_DIR=\"".count).prefix { $0 != "\"" }
      if value.hasPrefix("$HOME/") { return home.appending(String(value.dropFirst(6))) }
      if value.hasPrefix("/") { return FilePath(String(value)) }
    }
    return home.appending("Music")
  }
}
