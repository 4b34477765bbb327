import CCsound
import Foundation
import Listening
import SpinetCsound
import SpinetDevices
import SpinetEngine
import SpinetKit
import SpinetMIDI
import SpinetWidgets
import Testing

/// Hundreds of calls of a `CsoundObj` in random order.
struct AnyOrderTests {
  enum Call: CaseIterable {
    case play, playAnother, playAbsent, playBroken, stop, mute, unmute, pause, resume
    case record, recordNowhere, playAndRecord, stopRecording, render
    case sendScore, sendJunk, update, updateBroken, sendMIDI, takeMIDI, takeInput, chooseBlocks
    case addBinding, removeBinding, addListener, removeListener, readTable, writeTable, readChannel, wait
    case lend, stopWhileLent
  }

  @Test(.timeLimit(.minutes(20)), arguments: [1, 2, 3] as [UInt64])
  func `Every order of calls has an answer, and the last one is heard`(seed: UInt64) throws {
    var user = try User(seed: seed)
    var calls: [Call] = []
    for _ in 0..<300 {
      calls.append(user.nextCall())
      try user.make(calls[calls.count - 1])
      #expect(user.csound.isPlaying == user.isPlaying, "\(calls.suffix(5))")
      #expect((user.csound.ksmps != nil) == user.isPlaying, "\(calls.suffix(5))")
    }
    user.csound.stop()
    #expect(
      user.witness.all
        == Array(repeating: ["started", "completed"], count: user.performances).flatMap { $0 })
    #expect(
      user.scripts.allSatisfy { $0.calls.count { $0 == "setup" } == $0.calls.count { $0 == "cleanup" } })
    user.csound.resume()
    user.csound.unmute()
    let take = user.folder.path("last.aif")
    #expect(try user.csound.record(user.tone, toFile: take, seconds: 0.2) == 8820)
    #expect(try AudioTake().read(take).peak > 0.4)
  }
}

/// Makes the calls, and knows what to expect.
private struct User {
  let folder: SoundFolder
  let csound = CsoundObj(
    output: OutputRequest(pcm: "none", framesPerSecond: 44_100), input: OutputRequest.noPCM)
  let witness = Witness()
  let scripts = (0..<3).map { _ in Script() }
  let listeners = (0..<3).map { _ in Witness() }
  let tone: String
  private let other: String
  private let broken: String
  private(set) var isPlaying = false
  private(set) var performances = 0
  private var takesMIDI = false
  private var hearsMIDI = false
  private var state: UInt64

  init(seed: UInt64) throws {
    state = seed
    folder = try SoundFolder()
    // Long enough to outlast the test.
    let text = try String(contentsOfFile: Files.fixture("tone.csd"), encoding: .utf8)
      .replacingOccurrences(of: "i1 0 10", with: "i1 0 1000")
    tone = try folder.write(text, to: "tone.csd")
    other = try folder.write(text.replacingOccurrences(of: "= 128", with: "= 100"), to: "other.csd")
    broken = try folder.write(text.replacingOccurrences(of: "poscil", with: "nosuch"), to: "broken.csd")
    csound.addListener(witness)
  }

  /// A linear congruential generator, for the same calls every time.
  private mutating func random(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func nextCall() -> AnyOrderTests.Call {
    AnyOrderTests.Call.allCases[random(AnyOrderTests.Call.allCases.count)]
  }

  mutating func make(_ call: AnyOrderTests.Call) throws {
    switch call {
    case .play: try play(tone)
    case .playAnother: try play(other)
    case .playAbsent: refused { try csound.play("/nowhere/nothing.csd") }
    case .playBroken: refused { try csound.play(broken) }
    case .stop:
      csound.stop()
      isPlaying = false
    case .mute: csound.mute()
    case .unmute: csound.unmute()
    case .pause: csound.pause()
    case .resume: csound.resume()
    case .lend: #expect(csound.withCsound { _ in csound.ksmps != nil } == (isPlaying ? true : nil))
    case .stopWhileLent:
      #expect(csound.withCsound { lent($0) } == (isPlaying ? true : nil))
      isPlaying = false
    case .wait: usleep(useconds_t(random(20_000)))
    case .record, .recordNowhere, .playAndRecord, .stopRecording, .render: try makeRecording(call)
    case .sendScore, .sendJunk, .update, .updateBroken, .sendMIDI: makeMessage(call)
    case .takeMIDI, .takeInput, .chooseBlocks: choose(call)
    default: try makeOther(call)
    }
  }

  /// The instance stays alive inside the closure, although the performance ends meanwhile.
  private func lent(_ instance: OpaquePointer) -> Bool {
    csound.stop()
    return cs_csoundGetSr(instance) == 44_100 && csound.ksmps == nil
  }

  private mutating func play(_ file: String) throws {
    try csound.play(file)
    began()
    isPlaying = true
    hearsMIDI = takesMIDI
  }

  private mutating func began() { performances += 1 }

  private mutating func makeRecording(_ call: AnyOrderTests.Call) throws {
    let take = folder.path("take\(random(3)).wav")
    switch call {
    case .record: answered { try csound.record(to: take) }
    case .recordNowhere: refused { try csound.record(to: "/nowhere/take.wav") }
    case .playAndRecord:
      try csound.record(tone, to: take)
      began()
      isPlaying = true
      hearsMIDI = takesMIDI
    case .stopRecording: try csound.stopRecording()
    default:
      try csound.record(other, toFile: folder.path("render.aif"), seconds: 0.05)
      began()
      isPlaying = false
    }
  }

  private mutating func makeMessage(_ call: AnyOrderTests.Call) {
    let number = random(9)
    switch call {
    case .sendScore: answered { try csound.sendScore("i 1 0 0.0\(number)") }
    case .sendJunk: answered { try csound.sendScore("hello \"world\n[") }
    case .update: answered { try csound.updateOrchestra("instr \(2 + number)\nendin\n") }
    case .updateBroken: refused { try csound.updateOrchestra("instr 2\nnosuch\n") }
    default:
      let note = MIDIMessage.noteOn(Channel(status: 0x90), key: UInt8(60 + number), velocity: 64)
      answered(isPlaying && hearsMIDI) { try csound.send(note) }
    }
  }

  private mutating func choose(_ call: AnyOrderTests.Call) {
    switch call {
    case .takeMIDI:
      takesMIDI.toggle()
      csound.midiInEnabled = takesMIDI
    case .takeInput: csound.useAudioInput.toggle()
    default: csound.controlBlocks = [nil, .static, .dynamic, .released][random(4)]
    }
  }

  private mutating func makeOther(_ call: AnyOrderTests.Call) throws {
    let number = random(3)
    switch call {
    case .addBinding: csound.addBinding(scripts[number])
    case .removeBinding: csound.removeBinding(scripts[number])
    case .addListener: csound.addListener(listeners[number])
    case .removeListener: csound.removeListener(listeners[number])
    case .readTable: #expect(csound.table(99) == nil)
    case .writeTable: refused { try csound.setTable(99, [1]) }
    default: #expect((csound.inputChannel("some \(number)") != nil) == isPlaying)
    }
  }

  private func refused(_ call: () throws -> Void) {
    #expect(throws: (any Error).self) { try call() }
  }

  /// Throws when nothing plays, and only then.
  private func answered(_ isExpected: Bool? = nil, _ call: () throws -> Void) {
    do {
      try call()
      #expect(isExpected ?? isPlaying)
    } catch {
      #expect(!(isExpected ?? isPlaying), "\(error)")
      #expect("\(error)".contains("plays"))
    }
  }
}
