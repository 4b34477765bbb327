import CCsound
import Foundation
import Scratch
import SpinetCsound
import SpinetDevices
import SpinetEngine
import SpinetKit
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

struct CsoundObjTests {
  private let folder: SoundFolder
  private let csound = CsoundObj.silent()
  private let tone = Files.fixture("tone.csd")

  init() throws { folder = try SoundFolder() }

  enum Call: Sendable {
    case play, playBad, stop, send, update, mute, unmute, pause, resume, record, stopRecording, table,
      render
  }

  @Test(arguments: [
    [Call.play, .stop, .play, .stop], [.stop, .stop], [.send], [.play, .stop, .send],
    [.playBad, .send, .play],
    [.play, .playBad, .send], [.play, .play, .play], [.update, .play, .update, .stop, .update],
    [.mute, .play, .unmute, .mute, .stop, .unmute],
    [.record, .play, .record, .record, .stop, .stopRecording],
    [.play, .record, .stopRecording, .stopRecording, .send],
    [.pause, .play, .pause, .stop, .resume, .play],
    [.table, .play, .table, .stop, .table], [.play, .render, .send, .play], [.render, .render, .stop],
  ])
  func `Every order of calls has its answers`(calls: [Call]) throws {
    let witness = Witness()
    csound.addListener(witness)
    var isPlaying = false
    var performances = 0
    for call in calls {
      switch call {
      case .play:
        try csound.play(tone)
        isPlaying = true
        performances += 1
      case .playBad: #expect(throws: SpinetError.self) { try csound.play("/nowhere/nothing.csd") }
      case .stop:
        csound.stop()
        isPlaying = false
      case .send: expectAnswer(isPlaying) { try csound.sendScore("i 1 0 0.1") }
      case .update: expectAnswer(isPlaying) { try csound.updateOrchestra("instr 2\nendin\n") }
      case .mute: csound.mute()
      case .unmute: csound.unmute()
      case .pause: csound.pause()
      case .resume: csound.resume()
      case .record: expectAnswer(isPlaying) { try csound.record(to: folder.path("take.wav")) }
      case .stopRecording: try csound.stopRecording()
      case .table: expectAnswer(isPlaying) { try csound.setTable(99, [1]) }
      case .render:
        try csound.record(tone, toFile: folder.path("out.aif"), seconds: 0.1)
        isPlaying = false
        performances += 1
      }
      #expect(csound.isPlaying == isPlaying)
      #expect((csound.ksmps != nil) == isPlaying)
    }
    csound.stop()
    #expect(witness.all == Array(repeating: ["started", "completed"], count: performances).flatMap { $0 })
  }

  /// A call without a performance throws; a table that is not there always does.
  private func expectAnswer(_ isPlaying: Bool, _ call: () throws -> Void) {
    do {
      try call()
      #expect(isPlaying)
    } catch {
      #expect(error is SpinetError)
      #expect("\(error)".contains(isPlaying ? "table 99" : "nothing plays"))
    }
  }

  @Test func `A performance that ends by itself is completed, and can be played again`() throws {
    let witness = Witness()
    csound.addListener(witness)
    let file = try folder.write(try shortTone(seconds: 0.05), to: "short.csd")
    for turn in 1...2 {
      try csound.play(file)
      #expect(eventually { witness.all.count == 2 * turn })
      #expect(!csound.isPlaying)
    }
    #expect(witness.all == ["started", "completed", "started", "completed"])
  }

  private func shortTone(seconds: Double) throws -> String {
    try String(contentsOfFile: tone, encoding: .utf8).replacingOccurrences(
      of: "i1 0 10", with: "i1 0 \(seconds)")
  }

  @Test func `A file that does not compile leaves what plays alone`() throws {
    let bad = try folder.write(
      try shortTone(seconds: 1).replacingOccurrences(of: "poscil", with: "nosuch"), to: "bad.csd")
    try csound.play(tone)
    let failure = #expect(throws: SpinetError.self) { try csound.play(bad) }
    #expect(failure?.what.hasSuffix("bad.csd:13") == true)
    #expect(csound.isPlaying)
    try csound.sendScore("i 1 0 0.1")
  }

  @Test func `Figures and the instance itself are there while it plays`() throws {
    try csound.play(tone)
    #expect(csound.ksmps == 128)
    #expect(csound.channelCount == 2)
    #expect(csound.fullScale == 1)
    #expect(csound.withCsound { cs_csoundGetVersion() > 0 && cs_csoundGetSr($0) == 44_100 } == true)
    csound.stop()
    #expect(csound.withCsound { _ in true } == nil)
  }

  @Test func `Bindings are set up before the first control block and cleaned up after the last`() throws {
    let binding = Script()
    csound.addBinding(binding)
    csound.addBinding(binding)
    #expect(binding.calls == [])
    try csound.play(tone)
    #expect(binding.blocks >= 1)
    #expect(eventually { binding.blocks > 5 })
    csound.stop()
    let blocks = binding.blocks
    #expect(binding.calls == ["setup", "cleanup"])
    try csound.play(tone)
    csound.removeBinding(binding)
    #expect(binding.calls == ["setup", "cleanup", "setup", "cleanup"])
    #expect(binding.blocks > blocks)
    csound.stop()
    #expect(binding.calls.count == 4)
  }

  @Test func `Paused, a performance stands still; resumed, it goes on`() throws {
    let binding = Script()
    csound.addBinding(binding)
    try csound.play(tone)
    #expect(eventually { binding.blocks > 5 })
    csound.pause()
    // The block that is being played comes to its end.
    usleep(50_000)
    let blocks = binding.blocks
    usleep(100_000)
    #expect(binding.blocks == blocks)
    csound.resume()
    #expect(eventually { binding.blocks > blocks })
  }

  @Test func `Bindings come and go while it plays`() throws {
    try csound.play(tone)
    for _ in 0..<50 {
      let bindings = (0..<4).map { _ in Script() }
      bindings.forEach(csound.addBinding)
      bindings.forEach(csound.removeBinding)
      for binding in bindings { #expect(binding.calls == ["setup", "cleanup"]) }
    }
    csound.stop()
  }

  @Test(arguments: [false, true])
  func `A binding that comes while others are set up takes part`(isOnAnotherThread: Bool) throws {
    final class Bringer: CsoundBinding {
      let other: Script
      let isOnAnotherThread: Bool
      init(_ other: Script, isOnAnotherThread: Bool) {
        self.other = other
        self.isOnAnotherThread = isOnAnotherThread
      }
      func setup(_ csound: CsoundObj) {
        guard isOnAnotherThread else { return csound.addBinding(other) }
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [other] in
          csound.addBinding(other)
          isDone.signal()
        }
        isDone.wait()
      }
    }
    let script = Script()
    csound.addBinding(Bringer(script, isOnAnotherThread: isOnAnotherThread))
    try csound.play(tone)
    #expect(eventually { script.blocks > 5 })
    csound.stop()
    #expect(script.calls == ["setup", "cleanup"])
  }

  @Test func `A binding may remove itself in its cleanup`() throws {
    final class Leaver: CsoundBinding {
      let csound: CsoundObj
      init(_ csound: CsoundObj) { self.csound = csound }
      func setup(_ csound: CsoundObj) {}
      func cleanup() { csound.removeBinding(self) }
    }
    let script = Script()
    for binding in [Leaver(csound), Leaver(csound)] { csound.addBinding(binding) }
    csound.addBinding(script)
    try csound.play(tone)
    csound.stop()
    #expect(script.calls == ["setup", "cleanup"])
  }

  @Test func `A listener may stop, and play again`() throws {
    final class Repeater: CsoundObjListener {
      let file: String
      let turns = Atomic<Int>(0)
      init(_ file: String) { self.file = file }
      func csoundObjStarted(_ csound: CsoundObj) {
        if turns.wrappingAdd(1, ordering: .relaxed).newValue < 3 { csound.stop() }
      }
      func csoundObjCompleted(_ csound: CsoundObj) {
        if turns.load(ordering: .relaxed) < 3 { try? csound.play(file) }
      }
    }
    let repeater = Repeater(tone)
    csound.addListener(repeater)
    try csound.play(tone)
    #expect(eventually { repeater.turns.load(ordering: .relaxed) == 3 && csound.isPlaying })
    csound.removeListener(repeater)
    csound.stop()
    #expect(!csound.isPlaying)
  }

  @Test func `What Csound says arrives, and a new orchestra plays on score lines`() throws {
    let log = LineLog()
    csound.messageCallback = log.add
    try csound.play(tone)
    try csound.updateOrchestra("instr 7\nprints \"seven %d\\n\", p4\nendin\n")
    try csound.sendScore("i 7 0 0.1 42")
    #expect(eventually { log.all.contains { $0.contains("seven 42") } })
    #expect(throws: SpinetError.self) { try csound.updateOrchestra("instr 8\nnosuch\n") }
    #expect(csound.isPlaying)
  }

  @Test(arguments: [ControlBlocks.static, .dynamic, .released])
  func `The strategy of control blocks is chosen by who plays`(blocks: ControlBlocks) throws {
    let request = OutputRequest(pcm: "none", framesPerSecond: 44_100, periodFrames: 300)
    let csound = CsoundObj(output: request)
    csound.controlBlocks = blocks
    try csound.play(tone)
    #expect(csound.ksmps == (blocks == .dynamic ? 300 : 128))
    #expect(csound.periodFrames == (blocks == .static ? 256 : 300))
  }

  @Test func `MIDI reaches a file that takes it, and no other`() throws {
    let note = MIDIMessage.noteOn(try #require(Channel(number: 1)), key: 69, velocity: 100)
    #expect(throws: SpinetError.self) { try csound.send(note) }
    try csound.play(tone)
    #expect(throws: SpinetError.self) { try csound.send(note) }
    csound.midiInEnabled = true
    try csound.play(tone)
    try csound.send(note)
  }
}
