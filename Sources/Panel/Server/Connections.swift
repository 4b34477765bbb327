import Glibc
import NIOCore
import SpinetRealtime

/// The open connections of the panel, within a limit.
///
/// Pages that were let in keep their connections. Of those that have not shown the token, the oldest gives way to a new
/// one, so that no crowd of them locks a player out. Used on the panel's thread only.
final class Connections: @unchecked Sendable {
  // Sendable because only the panel's one thread calls it.
  /// The pages that are open at the same time.
  static let mostPages = 128
  /// The connections without a token.
  static let mostStrangers = 256
  /// The descriptors that stay free for everything else that the process opens.
  private static let spareDescriptors = 32

  private let counts: PanelCounts
  private let strangerLimit: Int
  /// The oldest first.
  private var strangers: [any Channel] = []
  private var pages = 0

  /// - Throws: if the process may not open enough files for a panel.
  init(_ counts: PanelCounts) throws(SpinetError) {
    self.counts = counts
    let free = Self.freeDescriptors
    guard free > Self.spareDescriptors else {
      throw SpinetError(
        .outOfResources, what: "panel", why: "this process may open only \(max(0, free)) more files",
        remedy: "allow it more, for instance with 'ulimit -n 1024'")
    }
    strangerLimit = min(Self.mostStrangers, (free - Self.spareDescriptors) / 2 + 1)
  }

  private static var freeDescriptors: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
    let most = Int(clamping: limit.rlim_cur)
    return (0..<min(most, 4096)).count { fcntl(Int32($0), F_GETFD) < 0 } + max(0, most - 4096)
  }

  /// Takes a new connection, which has not shown a token yet.
  func join(_ channel: any Channel) {
    if strangers.count >= strangerLimit {
      counts.full()
      strangers.removeFirst().close(promise: nil)
    }
    strangers.append(channel)
    channel.closeFuture.whenComplete { _ in self.strangers.removeAll { $0 === channel } }
  }

  /// Whether there is room for another page.
  var hasRoom: Bool { pages < Self.mostPages }

  /// The connection has shown the token and is a page's now.
  func letIn(_ channel: any Channel) {
    strangers.removeAll { $0 === channel }
    pages += 1
    channel.closeFuture.whenComplete { _ in self.pages -= 1 }
  }

  /// There was no room for a page.
  func turnAway() { counts.full() }
}
