import SpinetRealtime
import SpinetSession

/// The session's clock in the world. While control waits, the world goes on until something wakes it.
final class EveningClock: SessionClock, @unchecked Sendable {
  // Sendable because one thread has the world.
  private let world: World
  /// Called when control has done its turn.
  private let hasTurned: () -> Void
  private var turns = (second: 0, count: 0)

  /// How long a turn of control takes.
  private static let turnSeconds = 20e-6
  /// More turns in a second than any player causes.
  private static let mostTurns = 20_000

  init(_ world: World, hasTurned: @escaping () -> Void) {
    (self.world, self.hasTurned) = (world, hasTurned)
  }

  var now: HostTime { world.now }
  var wall: Int64 { world.wallLead &+ Int64(bitPattern: world.now.nanoseconds) }

  func pause(seconds: Double) { world.pass(until: now.advanced(bySeconds: seconds)) }

  /// Only a descriptor or the moment ends the wait, as it is with poll(2). So what happens without waking control is
  /// not seen before.
  func wait(for poll: inout DescriptorPoll, until moment: HostTime?) {
    hasTurned()
    countTurn()
    poll.wait(milliseconds: 0)
    while !poll.isAnyReady(from: 0), world.happenNext(until: moment) { poll.wait(milliseconds: 0) }
    pause(seconds: Self.turnSeconds)
  }

  private func countTurn() {
    let second = Int(world.seconds)
    turns = second == turns.second ? (second, turns.count + 1) : (second, 1)
    if turns.count == Self.mostTurns { world.fail("control does not rest: \(turns.count) turns in a second") }
  }
}
