import Realtime

/// Somebody who looks at an engine from beside it, and tells what is wrong with its sound, each thing once.
public struct EngineWatch {
  private let name: String
  private let link: EngineLink
  private var isDelayTold = false

  /// How long a block may take.
  private static let patienceSeconds = 1.0

  /// - Parameter name: the program's, for people.
  public init(name: String, link: EngineLink) {
    self.name = name
    self.link = link
  }

  /// Whether the program does not come back from a block.
  public var isStuck: Bool { link.meters.blockSeconds(at: .now) > Self.patienceSeconds }

  /// One look; what has come up since the last one is told in a line.
  public mutating func look(_ tell: (String) -> Void) {
    let isStuck = isStuck
    if isStuck, !isDelayTold {
      tell("\(name): it has been at one block for more than a second; mend it, or play another")
    }
    isDelayTold = isStuck
    if link.meters.takeOverflow() {
      tell(
        "\(name): some samples are no numbers, or beyond any sound, and stay silent; mend the filter or feedback that "
          + "overflows")
    }
  }
}
