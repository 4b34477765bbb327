import Foundation
import Glibc

/// Where Spinet keeps what outlives it, by the XDG base directory specification.
public struct Folders: Sendable {
  /// `$XDG_STATE_HOME/spinet`: what the widgets were.
  public let state: String
  /// `$XDG_RUNTIME_DIR/spinet`: the sockets of running instruments.
  public let runtime: String

  /// - Parameter environment: the process's; a path in it that is relative does not count.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let own = "/tmp/spinet-\(getuid())"
    let kept = absolute("XDG_STATE_HOME") ?? absolute("HOME").map { "\($0)/.local/state" }
    state = kept.map { "\($0)/spinet" } ?? "\(own)/state"
    runtime = absolute("XDG_RUNTIME_DIR").map { "\($0)/spinet" } ?? own
  }
}
