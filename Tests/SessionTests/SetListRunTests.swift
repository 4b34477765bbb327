import Foundation
import Logging
import Scratch
import SpinetDevices
import SpinetEngine
import SpinetFormats
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetStage
import SpinetText
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

/// A set list in a session without an engine.
@Suite struct SetListRunTests {
  private let rig: StageRig
  private let sounds: Sounds
  private let run: SetListRun
  private let now = HostTime(seconds: 10)

  init() throws {
    rig = try StageRig([part("a")])
    let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    sounds = rig.sounds(quiet)
    let list = try Self.list(["a", "no-such", "round-bass", "warm-pad"], tempi: [91, nil, nil, nil])
    run = SetListRun(list, for: rig.performer, sounds, logger: quiet)
    rig.performer.news.add(sounds)
    rig.performer.news.add(run)
    run.turn(at: now, isReady: false)
  }

  private static func list(_ stages: [String], tempi: [Double?]) throws -> SetListToPlay {
    let songs = zip(stages, tempi).map { stage, tempo in
      var song = SetList.Song(stage)
      song.tempo = tempo
      return song
    }
    return try SetListToPlay(
      SetList(songs: songs), named: "friday", at: "/friday.yaml", nil, songs.map { _ in nil }
    ) { () throws(SpinetError) in
      throw SpinetError(.notFound, what: "friday", why: "it is gone", remedy: "bring it back")
    }
  }

  private final class Answers { var all: [String] = [] }

  private func turn() {
    sounds.turn(at: now, isReady: false)
    run.turn(at: now, isReady: false)
  }

  /// Steps, and returns the song's name or why it does not play.
  private func step(_ direction: Int) -> String {
    let answers = Answers()
    run.step(by: direction) { result in
      switch result {
      case .success(let widget): answers.all.append(widget.text)
      case .failure(let error): answers.all.append("\(error)")
      }
    }
    _ = eventually {
      turn()
      return !answers.all.isEmpty
    }
    return answers.all.joined(separator: ";")
  }

  private var shown: String { run.list.widget.text }
  private var plays: String { rig.performer.instrument.name }

  @Test func `A song that is missing is told to who asks, and the next step passes it by`() {
    let refusal = step(1)
    #expect(refusal.contains("friday: 2 no-such") && refusal.contains("plays on"), "\(refusal)")
    #expect(shown == "1 a")
    #expect(step(1) == "3 round-bass" && plays == "round-bass")
    #expect(step(-1).contains("2 no-such"))
    // No file has the sounds with which the list began here.
    #expect(step(-1).contains("1 a") && shown == "3 round-bass")
  }

  @Test func `A scene that is not there is told with its place in the file`() throws {
    let lines = Mutex<[String]>([])
    let logger = Logger(label: "test") { _ in ListingLog { line in lines.withLock { $0.append(line) } } }
    let text = "songs:\n  - {stage: a, scene: harbour}\n"
    let list = try SetListToPlay(
      SetList(bytes: Array(text.utf8), file: "/friday.yaml"), named: "friday", at: "/friday.yaml", nil, [nil]
    ) { () throws(SpinetError) in throw SpinetError(.notFound, what: "", why: "", remedy: "") }
    SetListRun(list, for: rig.performer, sounds, logger: logger).turn(at: now, isReady: false)
    let told = lines.withLock { $0.filter { $0.contains("has no scene 'harbour'") } }
    #expect(told.count == 1 && told[0].hasPrefix("friday.yaml:2:23: friday: 1 a: "), "\(told)")
  }

  @Test func `A pedal passes a song that is missing`() {
    run.list.widget.set(1)
    #expect(
      eventually {
        turn()
        return shown == "1 a"
      })
    run.list.widget.set(1)
    #expect(
      eventually {
        turn()
        return plays == "round-bass"
      })
    #expect(shown == "3 round-bass")
  }

  @Test func `The ends say so`() {
    #expect(step(-1).contains("1 a is the first song"))
    _ = step(1)
    _ = step(1)
    #expect(step(1) == "4 warm-pad")
    #expect(step(1).contains("4 warm-pad is the last song"))
  }

  @Test func `After another sound was loaded, back is the song that was left, and on is the next`() {
    _ = step(1)
    _ = step(1)
    func load(_ name: String) {
      sounds.order(.load(name, WaitingReply(Reply { _ in })))
      #expect(
        eventually {
          turn()
          return plays == name
        })
    }
    load("warm-pad")
    #expect(step(-1) == "3 round-bass" && plays == "round-bass")
    load("default")
    #expect(step(1) == "4 warm-pad" && plays == "warm-pad")
  }

  @Test func `A song's tempo ends with it, and is not kept with the sounds`() {
    let performer = rig.performer
    func tempo() -> Double? { performer.instrument.widgets["clock.tempo"]?.value }
    #expect(tempo() == 91)
    #expect(performer.played.contains("clock.tempo", of: performer.instrument.widgets))
    _ = step(1)
    #expect(step(1) == "3 round-bass" && tempo() == 120)
    #expect(!SessionWidgets.isKept("setlist"))
  }

  @Test func `A song's tempo waits for a clock that ticks, and not for one that has fallen silent`() {
    func tempo() -> Double { (rig.performer.instrument.widgets["clock.tempo"]?.value ?? 0).rounded() }
    for tick in 0..<48 {
      let time = now.advanced(bySeconds: Double(tick) * 60 / 133 / 24)
      rig.performer.take(.timingClock, from: PortID(rawValue: 9), at: time)
    }
    rig.performer.advance(to: now.advanced(bySeconds: 1))
    _ = step(1)
    #expect(step(1) == "3 round-bass" && tempo() == 133)
    rig.performer.advance(to: now.advanced(bySeconds: 10))
    #expect(tempo() == 133)
    #expect(step(1) == "4 warm-pad" && tempo() == 120)
  }

  @Test func `A list that is edited goes on where it is`() throws {
    _ = step(1)
    _ = step(1)
    try run.use(Self.list(["warm-pad", "round-bass"], tempi: [nil, nil]), at: now)
    #expect(shown == "2 round-bass" && plays == "round-bass")
    let widget = try #require(rig.performer.instrument.widgets["setlist"])
    #expect(widget === run.list.widget && widget.kind == .choice(["1 warm-pad", "2 round-bass"]))
    #expect(step(1).contains("2 round-bass is the last song"))
    #expect(step(-1) == "1 warm-pad")
  }

  @Test func `A song that plays already when a missing one is chosen is the one that plays`() {
    run.play(2) { _ in }
    #expect(
      eventually {
        sounds.turn(at: now, isReady: false)
        return plays == "round-bass"
      })
    #expect(run.played == 2)
    var refusals = 0
    run.play(1) { result in if case .failure = result { refusals += 1 } }
    #expect(
      eventually {
        turn()
        return refusals == 1
      })
    #expect(shown == "3 round-bass" && run.played == 2 && run.current == 2)
  }

  @Test func `A song that is chosen twice is loaded once, and both are answered`() {
    let answers = Answers()
    for _ in 0..<2 {
      run.play(3) { result in if case .success(let widget) = result { answers.all.append(widget.text) } }
    }
    #expect(
      eventually {
        turn()
        return answers.all == ["4 warm-pad", "4 warm-pad"]
      })
  }

  @Test func `After the song that plays was taken out, on is the one that came after it`() throws {
    _ = step(1)
    _ = step(1)
    try run.use(Self.list(["default", "warm-pad", "glass-bells"], tempi: [nil, nil, nil]), at: now)
    #expect(run.played == nil && plays == "round-bass")
    #expect(step(1) == "3 glass-bells")
    try run.use(Self.list(["default", "warm-pad"], tempi: [nil, nil]), at: now)
    #expect(step(1).contains("is the last song"))
    #expect(step(-1) == "2 warm-pad")
  }

  @Test func `A program change chooses a song by its number`() throws {
    rig.performer.chooseSound?(
      SoundRequest(parts: [0], number: ProgramNumber(bank: 0, program: 4)), now)
    #expect(shown == "4 warm-pad")
  }
}
