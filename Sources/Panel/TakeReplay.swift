import NIOCore
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetTools

/// Plays the notes of a take again, for all pages. Another take, or the end, releases what it holds. [panel-thread]
final class TakeReplay {
  private let input: InputClient
  /// Called with each message about it.
  private let tell: (String) -> Void
  private var playing: Playing?
  private var task: RepeatedTask?

  private struct Playing {
    let number: Int
    let seconds: Double
    /// Begins and ends, in order.
    let events: [(at: Double, message: MIDIMessage)]
    var next = 0
    let begin: HostTime
    var lastTold = -1.0
  }

  private static let interval = TimeAmount.milliseconds(20)
  private static let tellSeconds = 0.5

  init(_ input: InputClient, tell: @escaping (String) -> Void) { (self.input, self.tell) = (input, tell) }

  func play(_ roll: TakeRoll, number: Int, on loop: any EventLoop) {
    stop()
    let events = roll.notes.flatMap { note in
      [
        (note.begin, MIDIMessage.noteOn(note.channel, key: note.key, velocity: note.velocity)),
        (note.begin + note.seconds, MIDIMessage.noteOff(note.channel, key: note.key, velocity: 64)),
      ]
    }
    playing = Playing(
      number: number, seconds: roll.seconds, events: events.sorted { $0.0 < $1.0 }, begin: HostTime.now)
    let own = NIOLoopBound(self, eventLoop: loop)
    task = loop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.interval) { _ in own.value.turn() }
  }

  /// Ends it, and tells so if something was playing.
  func stop() {
    task?.cancel()
    task = nil
    guard playing != nil else { return }
    playing = nil
    input.leave()
    tell("{\"replaying\":null}")
  }

  private func turn() {
    guard var now = playing else { return }
    let position = Double(HostTime.now.nanoseconds(since: now.begin)) * 1e-9
    while now.next < now.events.count, now.events[now.next].at <= position {
      input.play(now.events[now.next].message)
      now.next += 1
    }
    if position - now.lastTold >= Self.tellSeconds {
      now.lastTold = position
      tell(
        "{\"replaying\":{\"take\":\(now.number),\"seconds\":\(JSONLine.number(now.seconds)),"
          + "\"position\":\(JSONLine.number((position * 10).rounded() / 10))}}")
    }
    playing = now
    if now.next == now.events.count, position >= now.seconds { stop() }
  }
}
