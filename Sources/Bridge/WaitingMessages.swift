import NIOCore
import SpinetWidgets

/// What waits for the moment of its bundle. [bridge-thread]
final class WaitingMessages {
  private let counts: OSCCounts
  private let loop: any EventLoop
  private var count = 0

  /// At most. A quarter is kept for the ends of notes.
  private static let most = 4096
  /// The furthest moment of a bundle.
  private static let furthestSeconds = 60.0
  /// How long before its moment a message is given to the instrument, which plays it at its moment.
  private static let leadSeconds = 0.01

  init(_ counts: OSCCounts, on loop: any EventLoop) { (self.counts, self.loop) = (counts, loop) }

  /// Carries out what is due, and keeps what is not.
  ///
  /// - Parameter carryOut: gets whether it is called at once.
  func add(_ command: OSCCommand, at moment: OSCMoment, carryOut: @escaping (Bool) -> Void) {
    // What the instrument answers has no moment in it.
    let lead = if case .ask = command { 0.0 } else { Self.leadSeconds }
    guard moment.secondsAhead > lead else { return carryOut(true) }
    guard moment.secondsAhead <= Self.furthestSeconds else { return counts.add(.far) }
    guard count < (command.endsNote ? Self.most : Self.most / 4 * 3) else { return counts.add(.unheard) }
    count += 1
    let nanoseconds = Int64(bounded: (moment.secondsAhead - lead) * 1e9, in: 0...60_000_000_000)
    let own = NIOLoopBound((self, carryOut), eventLoop: loop)
    loop.scheduleTask(in: .nanoseconds(nanoseconds)) {
      own.value.0.count -= 1
      own.value.1(false)
    }
  }
}
