import Foundation
import Glibc

/// Where Spinet keeps what outlives it, by the XDG base directory specification.
public struct Folders: Sendable {
  /// `$XDG_STATE_HOME/spinet`: what the widgets were.
  public let state: String
  /// `$XDG_RUNTIME_DIR/spinet`: the sockets of running instruments.
  public let runtime: String

  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let home = value("HOME") ?? "/tmp"
    state = (value("XDG_STATE_HOME") ?? "\(home)/.local/state") + "/spinet"
    runtime = value("XDG_RUNTIME_DIR").map { "\($0)/spinet" } ?? "/tmp/spinet-\(getuid())"
  }
}
