import Foundation
import Glibc
import SpinetText
import SystemPackage

/// Where Spinet keeps what outlives it, by the XDG base directory specification.
package struct Folders: Sendable {
  /// `$XDG_STATE_HOME/spinet`: what the widgets were.
  package let state: String
  /// `$XDG_RUNTIME_DIR/spinet`: the sockets of running instruments.
  package let runtime: String

  /// - Parameter environment: the process's.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let temporary = FilePath("/tmp/spinet-\(getuid())")
    let kept =
      FilePath(variable: "XDG_STATE_HOME", in: environment)
      ?? FilePath(variable: "HOME", in: environment)?.appending(".local/state")
    state = (kept?.appending("spinet") ?? temporary.appending("state")).string
    let running = FilePath(variable: "XDG_RUNTIME_DIR", in: environment)
    runtime = (running?.appending("spinet") ?? temporary).string
  }
}
