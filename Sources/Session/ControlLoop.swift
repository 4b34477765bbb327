import Glibc
import SpinetRealtime

/// Gives each service its turn, in order, and sleeps until one of them has something to do.
///
/// It sleeps until the first `nextMoment` of its services at most. So it never sleeps without a limit while something
/// sounds or may sound again by itself, because the output has such a moment as long as it runs. [control-thread]
final class ControlLoop {
  let clock: any SessionClock
  private let services: [any Service]
  /// Ends the sleep for everything that has no descriptor of its own.
  private let waker: Waker
  /// After how many seconds it ends; nil: it does not.
  private let seconds: Double?

  init(_ services: [any Service], clock: any SessionClock, waker: Waker, seconds: Double? = nil) {
    (self.services, self.clock, self.waker, self.seconds) = (services, clock, waker, seconds)
  }

  /// Serves until its time is over or `goesOn` is false.
  func run(while goesOn: () -> Bool) {
    let end = seconds.map { clock.now.advanced(bySeconds: $0) }
    while goesOn(), end.map({ clock.now < $0 }) ?? true { turn(until: end) }
  }

  /// When it must wake by itself; nil if only something from outside can bring it something to do.
  func deadline(after now: HostTime) -> HostTime? {
    services.compactMap { $0.nextMoment(after: now) }.min()
  }

  /// Sleeps, but not beyond `end`, and gives every service its turn.
  func turn(until end: HostTime? = nil) {
    let polled = services.map(\.descriptors)
    var poll = DescriptorPoll([waker.descriptor], others: polled.flatMap(\.self))
    let deadline = [deadline(after: clock.now), end].compactMap(\.self).min()
    clock.wait(for: &poll, until: deadline)
    if poll.isReady(0) { waker.consume() }
    var first = 1
    for (service, descriptors) in zip(services, polled) {
      let own = first..<first + descriptors.count
      service.turn(at: clock.now, isReady: own.contains(where: poll.isReady))
      first = own.upperBound
    }
  }
}
