import Scratch
import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetTime
import SpinetWidgets
import Testing

@testable import SpinetSession

/// Sequences of what people and clocks may do to the transport, at random, and what must be true after each step.
struct TransportSequenceTests {
  private struct Player {
    var rig: SongRig
    var luck: SeededBytes
    var done: [String] = []
    private let other = PortID(rawValue: 11 << 8)

    init(seed: UInt64) throws {
      let notes = (0..<12).map { Self.note($0) }
      rig = try SongRig(notes, tempi: [(0, 120), (6, 1), (6.1, 999), (12, 77)])
      luck = SeededBytes(state: seed)
    }

    /// Each third one is long.
    private static func note(_ number: Int) -> (key: UInt8, at: Double, quarters: Double) {
      (UInt8(60 + number), Double(number) * 1.5, number % 3 == 0 ? 4 : 0.5)
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &luck) }
    private mutating func number(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &luck)
    }
    private mutating func chance(_ probability: Double) -> Bool { number(0...1.0) < probability }

    mutating func step() {
      let kind: Int = number(0...20)
      done.append("\(kind)")
      switch kind {
      case 0, 1: rig.set(chance(0.5) ? "song.playing" : "clock.running", chance(0.6) ? 1 : 0)
      case 2: rig.set("song.position", number(0...20.0))
      case 3: rig.set("song.loop.on", chance(0.5) ? 1 : 0)
      case 4: rig.set(chance(0.5) ? "song.loop.start" : "song.loop.end", number(0...20.0))
      case 5: rig.set("clock.tempo", chance(0.3) ? 1 : chance(0.4) ? 999 : number(20...300.0))
      case 6: rig.set("metronome.count-in", Double(number(0...2) as Int))
      case 7: rig.set(chance(0.5) ? "metronome.on" : "song.part.1", chance(0.5) ? 1 : 0)
      case 8: rig.set("song.transpose", Double(number(-24...24) as Int))
      case 9: rig.performer.instrument.widgets["clock.tap"]?.press()
      case 10: rig.send(([.start, .continue, .stop] as [MIDIMessage])[number(0...2)])
      case 11: rig.send(.songPosition(UInt16(chance(0.2) ? 16_383 : number(0...80) as Int)))
      case 12: ticks()
      case 13: rig.performer.portLeft(rig.drums, at: rig.now)
      case 14: rig.performer.take(chance(0.5) ? .start : .timingClock, from: other, at: rig.now)
      case 15: chance(0.5) ? rig.performer.releaseAll(at: rig.now) : rig.performer.silence(at: rig.now)
      case 16: rig.performer.play(rig.song, startsNow: chance(0.5), at: rig.now)
      default: rig.pass(seconds: [0.001, 0.05, 0.24, 0.3, 2, 90_000][number(0...5)])
      }
      for _ in 0..<20 where rig.performer.nextMoment(after: rig.now).map({ $0 <= rig.now }) ?? false {
        rig.pass(seconds: 1e-6)
      }
      rig.pass(seconds: 1e-6)
    }

    private mutating func ticks() {
      let tempo = chance(0.2) ? 999 : number(10...400.0)
      for _ in 0..<(number(1...60) as Int) {
        // Some come late, some not at all.
        let late = chance(0.05) ? number(0...3.0) : number(0...0.002)
        rig.tick(1, tempo: tempo) { _ in late }
      }
    }

    /// What is wrong; nil if nothing is.
    var fault: String? {
      let (performer, now) = (rig.performer, rig.now)
      let transport = performer.ports.transport.transport
      let isRunning = transport.isRunning
      let held = performer.held.keys.keys.filter { $0.source.port == .song }.count
      let tempo = transport.clock.tempo.quartersPerMinute
      let place = max(transport.position(at: now.nanoseconds), .zero).quarters
      let length = rig.song.song.length.quarters
      if let next = performer.nextMoment(after: now), next <= now { return "control does not rest" }
      if (rig.value("song.playing") > 0) != isRunning || (rig.value("clock.running") > 0) != isRunning {
        return "the widgets do not say that it runs: \(isRunning)"
      }
      if abs(rig.value("song.position") - min(place, length)) > 0.01 {
        return "the song is shown at \(rig.value("song.position")), not at \(place)"
      }
      if isRunning, place > length + 0.01 { return "it runs at \(place), beyond its end" }
      if !isRunning, held > 0 { return "\(held) keys are held while it stands" }
      if held > 2 { return "\(held) keys are held" }
      if abs(rig.value("clock.tempo") - tempo) > 1e-3 || !Tempo.range.contains(tempo) {
        return "the tempo is shown as \(rig.value("clock.tempo")), and is \(tempo)"
      }
      return nil
    }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `Whatever people and clocks do, it stands, runs and rests as it says`(seed: UInt64) throws {
    var player = try Player(seed: seed)
    for _ in 0..<300 {
      player.step()
      if let fault = player.fault {
        Issue.record(
          "after \(player.done.count) steps, \(player.done.suffix(8).joined(separator: " ")): \(fault)")
        return
      }
    }
    player.rig.send(.stop)
    player.rig.set("clock.running", 0)
    #expect(player.rig.performer.held.keys.keys.allSatisfy { $0.source.port != .song })
  }
}
