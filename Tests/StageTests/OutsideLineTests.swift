import SpinetMIDI
import Testing

@testable import SpinetStage

private let one = Channel(status: 0)

private func cc(_ number: UInt8, _ value: UInt8) -> MIDIMessage {
  .controlChange(one, controller: number, value: value)
}

/// A line as an object, so that expectations can move it.
private final class Rig {
  private var line = OutsideLine()
  private var cable = OutsideCable()

  init(isThere: Bool = true) { if isThere { line.appeared() } }

  func appeared() { line.appeared() }
  func vanished() {
    line.vanished()
    cable = OutsideCable()
  }
  func add(_ message: OutsideMessage) { line.add(message) }
  func choose(_ messages: [MIDIMessage]) { line.choose(messages) }
  func set(_ name: String, to messages: [MIDIMessage]) { line.set(name, to: messages) }
  func forgetWaitingMessages() { line.forgetWaitingMessages() }
  func play(_ message: MIDIMessage, at now: UInt64) -> Bool { line.play(message, on: &cable, at: now) }
  func next(at now: UInt64) -> [OutsideLine.Piece] { line.next(on: &cable, at: now) }
  var nextMoment: UInt64? { line.nextMoment(on: cable) }
}

/// What leaves for an instrument and when; moments are in milliseconds.
struct OutsideLineTests {
  private static func milliseconds(_ count: Double) -> UInt64 { UInt64(count * 1e6) }

  /// Everything that leaves in its turn, with its moment.
  private static func play(_ line: Rig, from start: Double = 0) -> [(Double, OutsideLine.Piece)] {
    var sent: [(Double, OutsideLine.Piece)] = []
    var now = milliseconds(start)
    while let next = line.nextMoment {
      now = max(now, next)
      for piece in line.next(at: now) { sent.append((Double(now) * 1e-6, piece)) }
    }
    return sent
  }

  /// The bytes of system exclusive messages.
  private static func bytes(_ sent: [(Double, OutsideLine.Piece)]) -> [UInt8] {
    sent.flatMap { (_, piece) -> [UInt8] in
      if case .bytes(let bytes) = piece { return bytes }
      return []
    }
  }

  @Test func `Messages leave in order, as fast as a cable carries them`() {
    let line = Rig()
    for value in 0..<100 { line.add(.message(cc(20, UInt8(value)))) }
    let sent = Self.play(line)
    #expect(sent.map(\.1) == (0..<100).map { .message(cc(20, UInt8($0))) })
    // 3 bytes of 320 µs each.
    #expect(sent.enumerated().allSatisfy { abs($1.0 - 0.96 * Double($0)) < 1e-6 })
  }

  @Test func `What is played leaves before what waits, and takes its time on the cable`() {
    let line = Rig()
    line.add(.message(cc(20, 1)))
    line.add(.message(cc(20, 2)))
    #expect(line.next(at: 0) == [.message(cc(20, 1))])
    #expect(line.play(.noteOn(one, key: 60, velocity: 9), at: Self.milliseconds(0.1)))
    let sent = Self.play(line)
    #expect(sent.map(\.1) == [.message(cc(20, 2))] && abs(sent[0].0 - 1.92) < 1e-6)
  }

  @Test func `A long message leaves in pieces at the speed of a cable, and nothing is put into it`() {
    let line = Rig()
    let dump = [0xF0] + [UInt8](repeating: 1, count: 998) + [0xF7]
    line.add(.exclusive(dump))
    line.add(.message(cc(20, 2)))
    var bytes: [UInt8] = []
    guard case .bytes(let first)? = line.next(at: 0).first else {
      Issue.record("nothing left")
      return
    }
    bytes += first
    #expect(!line.play(.noteOn(one, key: 60, velocity: 9), at: 1))
    #expect(!line.play(.noteOff(one, key: 60, velocity: 9), at: 2))
    var others: [OutsideLine.Piece] = []
    var last = 0.0
    for (moment, piece) in Self.play(line) {
      if case .bytes(let more) = piece {
        #expect(others.isEmpty)
        bytes += more
        last = moment
      } else {
        others.append(piece)
      }
    }
    #expect(bytes == dump)
    #expect((310...320).contains(last))
    #expect(
      others == [
        .message(.noteOn(one, key: 60, velocity: 9)), .message(.noteOff(one, key: 60, velocity: 9)),
        .message(cc(20, 2)),
      ])
  }

  @Test func `Of the values of a control, the last one leaves`() {
    let line = Rig()
    line.add(.message(cc(7, 1)))
    for value in UInt8(0)..<50 {
      line.set("a", to: [cc(74, value)])
      line.set("b", to: [cc(71, value)])
    }
    #expect(Self.play(line).map(\.1) == [.message(cc(7, 1)), .message(cc(74, 49)), .message(cc(71, 49))])
  }

  @Test
  func `An instrument that returns gets the ends of what it was told, then its program and its controls`() {
    let line = Rig()
    line.choose([cc(0, 1), .programChange(one, program: 5)])
    line.set("a", to: [cc(74, 9)])
    _ = Self.play(line)
    let played: [MIDIMessage] = [
      .noteOn(one, key: 60, velocity: 9), .noteOn(one, key: 64, velocity: 9),
      .noteOff(one, key: 60, velocity: 9),
      cc(64, 127), .pitchBend(one, value: 9), .channelPressure(one, pressure: 9),
    ]
    for message in played { #expect(line.play(message, at: 0)) }
    line.vanished()
    #expect(!line.play(.noteOn(one, key: 70, velocity: 9), at: 0) && line.nextMoment == nil)
    line.add(.message(cc(20, 1)))
    line.appeared()
    #expect(
      Self.play(line, from: 5000).map(\.1)
        == [
          .noteOff(one, key: 64, velocity: 64), cc(64, 0), .channelPressure(one, pressure: 0),
          .pitchBend(one, value: 8192), cc(0, 1), .programChange(one, program: 5), cc(74, 9), cc(20, 1),
        ].map(OutsideLine.Piece.message))
    line.vanished()
    line.appeared()
    #expect(
      Self.play(line, from: 9000).map(\.1)
        == [cc(0, 1), .programChange(one, program: 5), cc(74, 9)].map(
          OutsideLine.Piece.message))
  }

  @Test func `A long message that was cut off begins again`() {
    let line = Rig()
    let dump = [0xF0] + [UInt8](repeating: 1, count: 30) + [0xF7]
    line.add(.exclusive(dump))
    #expect(line.next(at: 0).count == 1)
    line.vanished()
    line.appeared()
    let bytes = Self.bytes(Self.play(line, from: 100))
    #expect(bytes == dump)
  }

  @Test func `What an instrument that is away did not get of a scene is forgotten with the next one`() {
    let line = Rig(isThere: false)
    line.choose([.programChange(one, program: 1)])
    line.add(.message(cc(20, 1)))
    line.add(.exclusive([0xF0, 1, 0xF7]))
    line.forgetWaitingMessages()
    line.add(.message(cc(20, 2)))
    line.appeared()
    line.forgetWaitingMessages()
    #expect(Self.play(line).map(\.1) == [.message(.programChange(one, program: 1)), .message(cc(20, 2))])
  }

  @Test func `Everything that is silenced by one message needs no end of its own`() {
    let line = Rig()
    for message in [.noteOn(one, key: 60, velocity: 9), cc(64, 127), cc(123, 0)] {
      _ = line.play(message, at: 0)
    }
    line.vanished()
    line.appeared()
    #expect(Self.play(line, from: 10).map(\.1) == [.message(cc(64, 0))])
  }
}
