import Synchronization

/// Counts what was not carried out. The first of each kind is told. [any-thread]
public final class OSCCounts: Sendable {
  enum Kind: String, CaseIterable {
    case malformed = "a packet that is not OSC"
    case unusable = "a message that says nothing to an instrument"
    case stranger = "a packet from an address that may not send"
    case unheard = "a message for which there was no room"
    case far = "a bundle that is further ahead than a minute"
  }

  private let figures = Mutex<[Kind: Int]>([:])
  private let tell: @Sendable (String) -> Void

  init(tell: @escaping @Sendable (String) -> Void) { self.tell = tell }

  subscript(kind: Kind) -> Int { figures.withLock { $0[kind] ?? 0 } }

  /// Packets that could not be read.
  public var malformed: Int { self[.malformed] }
  /// Messages that could be read and ask for nothing that there is.
  public var unusable: Int { self[.unusable] }

  func add(_ kind: Kind, _ detail: String = "") {
    let isFirst = figures.withLock {
      $0[kind, default: 0] += 1
      return $0[kind] == 1
    }
    guard isFirst else { return }
    tell(
      "osc: \(kind.rawValue) was dropped\(detail.isEmpty ? "" : ": \(detail)"); further ones are only counted"
    )
  }
}
