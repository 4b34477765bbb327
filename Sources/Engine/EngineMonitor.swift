import SpinetRealtime

/// Watches an engine from another thread and reports each problem with its sound once.
package struct EngineMonitor {
  /// The name of the program, for messages.
  package var name: String
  private let link: EngineLink
  private var isDelayTold = false
  private var stallsTold = 0

  /// The seconds after which a block counts as stuck.
  private static let stuckAfterSeconds = 1.0

  package init(name: String, link: EngineLink) {
    self.name = name
    self.link = link
    stallsTold = link.meters.stalledVoices
  }

  /// Whether an engine has been computing one block for too long. [any-thread]
  package static func isStuck(_ link: EngineLink) -> Bool {
    link.meters.blockSeconds(at: .now) > stuckAfterSeconds
  }

  /// Passes each problem since the last check to `tell`, one line for each.
  package mutating func check(_ tell: (String) -> Void) {
    let isStuck = Self.isStuck(link)
    if isStuck, !isDelayTold {
      tell("\(name): one block has taken more than a second; fix the program, or play another")
    }
    isDelayTold = isStuck
    tellStalls(tell)
    if link.meters.popOverflow() {
      tell(
        "\(name): some samples are not a number, or far too loud, and are played as silence; fix the filter or feedback "
          + "that overflows")
    }
  }

  private mutating func tellStalls(_ tell: (String) -> Void) {
    let stalls = link.meters.stalledVoices
    guard stalls > stallsTold else { return }
    let count = stalls - stallsTold == 1 ? "1 note was" : "\(stalls - stallsTold) notes were"
    tell(
      "\(name): \(count) cut short because samples were not read in time; keep more of each in memory, or load it "
        + "again if its files are gone")
    stallsTold = stalls
  }
}
