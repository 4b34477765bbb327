/// Whether a song runs, and where it is. The clock under it runs on while the song stands, for what plays then too.
/// [any-thread]
package struct Transport: Hashable, Sendable {
  package private(set) var clock: TickClock
  /// Where the song stands; nil while it runs.
  private var standing: Ticks? = .zero
  /// Where the song begins, or has begun: after a lead, for which the clock is before it.
  private(set) var begin = Ticks.zero
  /// How often it has gone to another place, unlike the small steps towards a clock that is followed.
  private(set) var moves = 0

  /// A song that stands at its beginning.
  package init(clock: TickClock = TickClock()) { self.clock = clock }

  package var isRunning: Bool { standing == nil }

  /// The position in the song. During a lead it is that at which the song begins.
  package func position(at nanoseconds: UInt64) -> Ticks {
    standing ?? max(clock.position(at: nanoseconds), begin)
  }

  /// Whether the song runs, and its lead is over.
  package func plays(at nanoseconds: UInt64) -> Bool {
    isRunning && clock.position(at: nanoseconds) >= begin
  }

  package mutating func set(_ tempo: Tempo, at nanoseconds: UInt64) { clock.set(tempo, at: nanoseconds) }

  /// Runs from the beginning.
  package mutating func start(at nanoseconds: UInt64) {
    start(from: .zero, at: nanoseconds)
  }

  /// Runs from a position, after a lead in which nothing of it plays.
  package mutating func start(from position: Ticks, after lead: Ticks = .zero, at nanoseconds: UInt64) {
    standing = nil
    begin = position
    moves += 1
    clock.locate(position - lead, at: nanoseconds)
  }

  /// Runs from where the song stands.
  package mutating func resume(at nanoseconds: UInt64) {
    guard let position = standing else { return }
    start(from: position, at: nanoseconds)
  }

  package mutating func stop(at nanoseconds: UInt64) { standing = position(at: nanoseconds) }

  /// Moves to another position, running or not. A position before the beginning is the beginning.
  package mutating func locate(_ position: Ticks, at nanoseconds: UInt64) {
    let position = max(position, .zero)
    if standing == nil {
      start(from: position, at: nanoseconds)
    } else {
      (standing, moves) = (position, moves + 1)
    }
  }

  /// Moves the clock under the song, as a clock that is followed asks for.
  mutating func nudge(by ticks: Ticks, isMove: Bool, at nanoseconds: UInt64) {
    if isMove { moves += 1 }
    clock.locate(clock.position(at: nanoseconds) + ticks, at: nanoseconds)
  }
}
