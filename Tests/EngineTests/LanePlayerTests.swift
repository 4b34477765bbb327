import SpinetRealtime
import Testing

@testable import SpinetEngine

/// Writes down what becomes of its lanes.
private struct WrittenPlayer: LanePlayer, ~Copyable {
  private let lanes: LaneTable
  let assignments: LaneAssignments
  var end: AudioEnd
  var occupied: [UInt8]
  var loudness: [Float]
  var written: [String] = []

  init(voices count: Int, spareLanes: Int, end: consuming AudioEnd) {
    lanes = LaneTable(voices: count, spareLanes: spareLanes)
    assignments = lanes.assignments
    self.end = end
    occupied = Array(repeating: 0, count: assignments.groupCount)
    loudness = Array(repeating: 1, count: assignments.laneCount)
  }

  mutating func report(_ report: EngineReport) { end.report(report) }
  func occupied(inGroup group: Int) -> UInt8 { occupied[group] }
  func loudness(ofLane lane: Int) -> Float { loudness[lane] }

  mutating func begin(_ number: Int, inLane lane: Int) {
    occupied[lane >> 3] |= 1 << UInt8(lane & 7)
    written.append("begin \(number) in \(lane)")
  }
  mutating func trigger(lane: Int) { written.append("trigger \(lane)") }
  mutating func gateOff(lane: Int) { written.append("let go \(lane)") }
  mutating func fade(lane: Int) { written.append("fade \(lane)") }
  mutating func setTargets(lane: Int, _ expression: NoteExpression) { loudness[lane] = expression.gain }
  mutating func silenceEffects() { written.append("silence") }

  /// The lane is silent.
  mutating func end(lane: Int) {
    occupied[lane >> 3] &= ~(1 << UInt8(lane & 7))
    assignments.laneEnded(lane, telling: &end)
  }

  mutating func handle(_ event: VoiceEvent) {
    handle(EngineCommand(time: HostTime(nanoseconds: 0), .voice(event)))
  }
}

@Suite final class LanePlayerTests {
  private var ends = ControlEnds()

  private func player(voices: Int = 4, spareLanes: Int = 4) -> WrittenPlayer {
    WrittenPlayer(voices: voices, spareLanes: spareLanes, end: ends.link.claimAudioEnd())
  }

  private func ended() -> [String] {
    var said: [String] = []
    while let report = ends.reports.next() {
      if case .voiceEnded(let number, let serial) = report { said.append("\(number.index) of \(serial)") }
    }
    return said
  }

  private func voice(_ index: Int) -> VoiceNumber { VoiceNumber(index) }

  @Test func `A voice begins, is let go, and is over when its lane is silent`() {
    var player = player()
    player.handle(.start(voice(2), serial: 7))
    player.handle(.release(voice(2)))
    #expect(player.written == ["begin 2 in 0", "let go 0"])
    #expect(ended() == [])
    player.end(lane: 0)
    #expect(ended() == ["2 of 7"])
  }

  @Test func `A voice whose lane is silent before it is let go is over at its release`() {
    var player = player()
    player.handle(.start(voice(0), serial: 1))
    player.end(lane: 0)
    #expect(ended() == [])
    player.handle(.release(voice(0)))
    #expect(ended() == ["0 of 1"])
  }

  @Test func `A stolen voice fades in its lane, and its successor has another`() {
    var player = player()
    player.handle(.start(voice(1), serial: 1))
    player.handle(.start(voice(1), serial: 2))
    #expect(player.written == ["begin 1 in 0", "fade 0", "begin 1 in 1"])
    player.end(lane: 0)
    #expect(ended() == [])
  }

  @Test func `With every lane taken the quietest of those that fade is begun anew`() {
    var player = player(voices: 6, spareLanes: 2)
    for index in 0..<6 { player.handle(.start(voice(index), serial: 1)) }
    player.handle(.set(voice(3), .gain, 0.2))
    player.handle(.set(voice(4), .gain, 0.4))
    player.handle(.start(voice(4), serial: 2))
    player.handle(.start(voice(3), serial: 2))
    player.written = []
    player.handle(.start(voice(0), serial: 2))
    #expect(player.written == ["fade 0", "begin 0 in 3"])
  }

  @Test func `A gate closes and opens a voice without ending it`() {
    var player = player()
    player.handle(.start(voice(0), serial: 1))
    player.handle(.set(voice(0), .gate, 0))
    player.handle(.set(voice(0), .gate, 0))
    player.handle(.set(voice(0), .gate, 1))
    #expect(player.written == ["begin 0 in 0", "let go 0", "trigger 0"])
    player.handle(.set(voice(0), .gate, 0))
    player.end(lane: 0)
    player.handle(.set(voice(0), .gate, 1))
    #expect(player.written.suffix(2) == ["let go 0", "begin 0 in 0"])
    #expect(ended() == [])
  }

  @Test func `What all voices are told, those that begin later have as well`() {
    var player = player()
    player.handle(.start(voice(0), serial: 1))
    player.handle(.set(.all, .bend, 2))
    player.handle(.start(voice(1), serial: 1))
    #expect(player.assignments[0].expression.bend == 1)
    #expect(player.assignments[1].expression.bend == 1)
  }

  @Test func `Silence fades every lane and ends every voice`() {
    var player = player()
    player.handle(.start(voice(0), serial: 3))
    player.handle(.start(voice(1), serial: 4))
    player.end(lane: 1)
    player.handle(EngineCommand(time: HostTime(nanoseconds: 0), .silence))
    #expect(player.written.suffix(2) == ["silence", "fade 0"])
    #expect(ended() == ["1 of 4"])
    player.end(lane: 0)
    #expect(ended() == ["0 of 3"])
  }

  @Test(arguments: [-2, 4, 30_000]) func `A number that is no voice's changes nothing`(_ index: Int) {
    var player = player()
    let stranger = voice(index)
    player.handle(.start(stranger, serial: 1))
    player.handle(.set(stranger, .gain, 0))
    player.handle(.release(stranger))
    player.handle(.steal(stranger))
    #expect(player.written == [])
    #expect(ended() == [])
  }

  @Test func `A value that is no number is not taken`() {
    var player = player()
    player.handle(.start(voice(0), serial: 1))
    player.handle(.set(voice(0), .freq, .nan))
    player.handle(.set(.all, .freq, .nan))
    #expect(player.assignments[0].expression.pitch == NoteExpression().pitch)
  }
}
