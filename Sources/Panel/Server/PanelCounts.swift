import Synchronization

/// Counts refused and broken connections. Each kind is reported once. [any-thread]
package final class PanelCounts: Sendable {
  private struct Figures {
    var refusals: [String: Int] = [:]
    var broken = 0
    var turnedAway = 0
  }

  private let figures = Mutex(Figures())
  private let name: String
  private let tell: @Sendable (String) -> Void

  /// - Parameter name: what the server is for, in what is told.
  package init(of name: String = "panel", tell: @escaping @Sendable (String) -> Void) {
    (self.name, self.tell) = (name, tell)
  }

  /// Requests that were answered with 403.
  package var refusals: Int { figures.withLock { $0.refusals.values.reduce(0, +) } }
  /// Connections that were closed because they sent something invalid.
  package var brokenConnections: Int { figures.withLock { $0.broken } }
  /// Connections for which there was no room.
  package var turnedAway: Int { figures.withLock { $0.turnedAway } }

  func refused(_ refusal: PanelRules.Refusal) {
    let isFirst = figures.withLock {
      $0.refusals[refusal.rawValue, default: 0] += 1
      return $0.refusals[refusal.rawValue] == 1
    }
    if isFirst {
      tell("\(name): a request with a wrong \(refusal.rawValue) was refused; further ones are only counted")
    }
  }

  func broken() {
    let isFirst = figures.withLock {
      $0.broken += 1
      return $0.broken == 1
    }
    if isFirst {
      tell("\(name): a connection sent what is not HTTP or WebSocket; further ones are only counted")
    }
  }

  func full() {
    let isFirst = figures.withLock {
      $0.turnedAway += 1
      return $0.turnedAway == 1
    }
    if isFirst { tell("\(name): too many connections; new ones are refused") }
  }
}
