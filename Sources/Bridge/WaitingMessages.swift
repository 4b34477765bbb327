import NIOCore
import SpinetWidgets

/// What waits for the moment of its bundle. [bridge-thread]
final class WaitingMessages {
  private let counts: OSCCounts
  private let loop: any EventLoop
  /// By machine or connection.
  private var counted: [OSCPeer: Int] = [:]

  /// Of one machine, so that it does not take the room of others. A quarter is kept for the ends of notes.
  private static let mostOfOne = 4096
  private static let most = 4 * mostOfOne
  /// The furthest moment of a bundle.
  private static let furthestSeconds = 60.0
  /// How long before its moment a message is given to the instrument, which plays it at its moment.
  private static let leadSeconds = 0.01

  init(_ counts: OSCCounts, on loop: any EventLoop) { (self.counts, self.loop) = (counts, loop) }

  /// Carries out what is due, and keeps what is not.
  ///
  /// - Parameters:
  ///   - peer: who has sent it.
  ///   - carryOut: gets whether it is called at once.
  func add(
    _ command: OSCCommand, of peer: OSCPeer, at moment: OSCMoment, carryOut: @escaping (Bool) -> Void
  ) {
    // What the instrument answers has no moment in it.
    let lead = if case .ask = command { 0.0 } else { Self.leadSeconds }
    guard moment.secondsAhead > lead else { return carryOut(true) }
    guard moment.secondsAhead <= Self.furthestSeconds else { return counts.add(.far) }
    let machine = peer.at(port: 0)
    let count = counted[machine] ?? 0
    guard count < (command.endsNote ? Self.mostOfOne : Self.mostOfOne / 4 * 3),
      counted.values.reduce(0, +) < Self.most
    else { return counts.add(.unheard) }
    counted[machine] = count + 1
    let nanoseconds = Int64(bounded: (moment.secondsAhead - lead) * 1e9, in: 0...60_000_000_000)
    let own = NIOLoopBound((waiting: self, machine: machine, carryOut: carryOut), eventLoop: loop)
    loop.scheduleTask(in: .nanoseconds(nanoseconds)) {
      own.value.waiting.forgetOne(of: own.value.machine)
      own.value.carryOut(false)
    }
  }

  private func forgetOne(of machine: OSCPeer) {
    guard let count = counted[machine] else { return }
    counted[machine] = count > 1 ? count - 1 : nil
  }
}
