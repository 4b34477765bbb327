import SpinetRealtime

/// Virtual time, and everything that happens in it: one event after the other, on one thread.
///
/// Time moves only here: to the next event, or to the moment for which somebody waits.
final class World: @unchecked Sendable {
  // Sendable because one thread has all of it.
  private(set) var now = HostTime(seconds: 1000)
  /// The wall clock's lead, in nanoseconds. People change it.
  var wallLead: Int64 = 1_790_000_000_000_000_000
  /// What went wrong first.
  private(set) var failure: Failure?
  /// Work that goes on without an owner, and what it holds with it.
  var abandoned = 0
  /// How many of the plan's actions have begun.
  var actions = 0
  /// From which of them on each is told.
  var tracesFrom = Int.max
  private var events = EventQueue()
  /// How many events happen within one another.
  private var depth = 0

  struct Failure: Error {
    let what: String
    let seconds: Double
    let actions: Int
  }

  /// The start of the evening.
  static let start = HostTime(seconds: 1000)

  var seconds: Double { Double(now.nanoseconds(since: Self.start)) * 1e-9 }

  func at(_ time: HostTime, _ happen: @escaping () -> Void) { events.add(max(time, now), happen) }

  func after(_ seconds: Double, _ happen: @escaping () -> Void) {
    at(now.advanced(bySeconds: seconds), happen)
  }

  /// Whether something may still happen within what happens now. Deeper, work takes no time.
  var mayNest: Bool { depth < 4 }

  /// Lets time pass up to a moment, with everything that happens until then.
  func pass(until moment: HostTime) { while happenNext(until: moment) {} }

  /// Lets the next event happen. If there is none until the moment, moves to it and returns false.
  func happenNext(until moment: HostTime?) -> Bool {
    guard let next = events.nextTime, moment.map({ next <= $0 }) ?? true else {
      if let moment { now = max(now, moment) }
      return false
    }
    now = max(now, next)
    depth += 1
    events.removeFirst()()
    depth -= 1
    return true
  }

  func fail(_ what: String) {
    if failure == nil { failure = Failure(what: what, seconds: seconds, actions: actions) }
  }

  /// Forgets what was to happen.
  func end() { events = EventQueue() }
}

/// Events in the order of their times; those of one moment in the order in which they were added. A binary heap.
private struct EventQueue {
  private struct Event {
    let time: HostTime
    let number: Int
    let happen: () -> Void

    func isBefore(_ other: Event) -> Bool { (time, number) < (other.time, other.number) }
  }

  private var heap: [Event] = []
  private var count = 0

  var nextTime: HostTime? { heap.first?.time }

  mutating func add(_ time: HostTime, _ happen: @escaping () -> Void) {
    count += 1
    heap.append(Event(time: time, number: count, happen: happen))
    var child = heap.count - 1
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// - Precondition: there is one.
  mutating func removeFirst() -> () -> Void {
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    var parent = 0
    while true {
      let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
      guard let least = children.min(by: { heap[$0].isBefore(heap[$1]) }),
        heap[least].isBefore(heap[parent])
      else { return first.happen }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
