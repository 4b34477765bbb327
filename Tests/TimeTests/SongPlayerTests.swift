import SpinetMIDI
import Testing

@testable import SpinetTime

struct SongPlayerTests {
  private let one = Channel(status: 0)
  private let ten = Channel(status: 9)

  private func song(_ messages: [(Double, MIDIMessage)], length: Double = 8) -> SongPlayer {
    SongPlayer(
      Song(
        messages.map { Song.Event(.message($1), at: Ticks(quarters: $0)) }, length: Ticks(quarters: length)))
  }

  private func on(_ key: UInt8, _ channel: Channel? = nil) -> MIDIMessage {
    .noteOn(channel ?? one, key: key, velocity: 100)
  }

  private func off(_ key: UInt8, _ channel: Channel? = nil) -> MIDIMessage {
    .noteOff(channel ?? one, key: key, velocity: 0)
  }

  private func all(_ player: inout SongPlayer, until quarters: Double) -> [MIDIMessage] {
    var messages: [MIDIMessage] = []
    while let content = player.pop(until: Ticks(quarters: quarters)) {
      if case .message(let message) = content { messages.append(message) }
    }
    return messages
  }

  @Test func `Each event comes once, when it is due`() {
    var player = song([(0, on(60)), (1, off(60)), (1, on(62)), (2, off(62))])
    #expect(player.nextPosition == .zero)
    #expect(all(&player, until: 0.5) == [on(60)])
    #expect(player.nextPosition == .quarter)
    #expect(all(&player, until: 1) == [off(60), on(62)])
    #expect(all(&player, until: 9) == [off(62)])
    #expect(player.nextPosition == .quarter * 8)
    #expect(player.releases() == [])
  }

  @Test func `A note that was transposed ends as it began`() {
    var player = song([(0, on(60)), (0, on(36, ten)), (1, off(60)), (1, off(36, ten))])
    player.transpose = 12
    #expect(all(&player, until: 0) == [on(72), on(36, ten)])
    player.transpose = -5
    #expect(all(&player, until: 1) == [off(72), off(36, ten)])
  }

  @Test func `A key that transposition moves off the keyboard is left out with its release`() {
    var player = song([(0, on(120)), (1, off(120))])
    player.transpose = 24
    #expect(all(&player, until: 2) == [])
  }

  @Test func `A mute ends what its channel holds, and nothing else`() {
    var player = song([(0, on(60)), (0, on(36, ten)), (1, on(62)), (2, off(60)), (2, off(36, ten))])
    _ = all(&player, until: 0)
    #expect(player.set(one, isMuted: true) == [.noteOff(one, key: 60, velocity: 64)])
    #expect(player.set(one, isMuted: true) == [])
    #expect(all(&player, until: 3) == [off(36, ten)])
    #expect(player.set(one, isMuted: false) == [])
  }

  @Test func `A loop ends before the events of its end`() {
    var player = song([(0, on(60)), (1, off(60)), (2, on(62)), (3, off(62))])
    player.loop = Ticks.quarter..<(.quarter * 2)
    #expect(player.end == .quarter * 2)
    #expect(all(&player, until: 2) == [on(60), off(60)])
    player.locate(Ticks(quarters: 1.5))
    #expect(player.end == .quarter * 2)
    #expect(all(&player, until: 2) == [])
  }

  @Test func `After the loop it plays to the end`() {
    var player = song([(3, on(60)), (4, off(60))])
    player.loop = Ticks.zero..<(.quarter * 2)
    player.locate(.quarter * 3)
    #expect(player.end == .quarter * 8)
    #expect(all(&player, until: 8) == [on(60), off(60)])
  }

  @Test func `Time without events counts, up to what is due`() {
    var player = song([(0, on(60)), (4, off(60))])
    _ = all(&player, until: 0)
    player.reach(.quarter * 3)
    #expect(player.cursor == .quarter * 3)
    player.reach(.quarter * 5)
    #expect(player.cursor == .quarter * 3)
    #expect(all(&player, until: 5) == [off(60)])
    player.locate(.quarter)
    player.loop = .zero..<(.quarter * 2)
    player.reach(.quarter * 2)
    #expect(player.end == .quarter * 2)
  }

  @Test func `A position knows the programs, controllers and bends before it`() {
    let volume = MIDIMessage.controlChange(one, controller: 7, value: 90)
    var player = song([
      (0, .programChange(one, program: 5)), (0, .controlChange(one, controller: 7, value: 20)),
      (1, .programChange(one, program: 9)), (2, volume), (3, .pitchBend(one, value: 9000)), (3.5, on(60)),
      (4, .controlChange(one, controller: 7, value: 0)),
    ])
    player.locate(.quarter * 4)
    #expect(player.chase == [.programChange(one, program: 9), volume, .pitchBend(one, value: 9000)])
    player.locate(.zero)
    #expect(player.chase == [])
  }

  @Test func `The tempo of a position is the last one before it`() {
    let song = Song(
      [Song.Event(.tempo(Tempo(90)), at: .quarter), Song.Event(.tempo(Tempo(60)), at: .quarter * 4)],
      length: .zero)
    #expect(
      [0, 1, 3, 4, 9].map { song.tempo(at: .quarter * $0).quartersPerMinute } == [120, 90, 90, 60, 60])
    #expect(song.length == .quarter * 4)
  }
}
