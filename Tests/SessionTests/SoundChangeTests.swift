import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetMixer
import SpinetRealtime
import SpinetStage
import SpinetSynth
import SpinetWidgets
import Testing

@testable import SpinetSession

/// The parts that have rung out.
private final class FreedParts: PerformanceListener {
  var names: [String] = []
  func rungOut(_ part: LoadedPart) { names.append(part.part.name) }
}

/// An engine that takes MIDI, and sounds without an end. It remembers what it was told.
private final class ListeningEngine: SoundEngine, @unchecked Sendable {
  // Sendable because the rig uses it on one thread.
  let name = "Listening"
  let widgets: [Widget] = []
  let voiceCapacity = 0
  let noteInput = NoteInput.midi
  private var link = ControlEnds().link
  private(set) var heard: [[UInt8]] = []

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) { self.link = link }

  func render(_ block: AudioBlock) {
    block.silence()
    block.left[0] = 0.5
    var end = link.claimAudioEnd()
    while let command = end.popCommand() {
      if case .midi(let message) = command.action {
        heard.append([message.status, message.first, message.second])
      }
    }
    end.meters.recordBlock(frames: block.frameCount, voices: 1, peak: 0.5, isSilent: false)
  }
}

// What is heard while sounds change.
@Suite struct SoundChangeTests {
  private func steepest(_ samples: some Collection<Float>) -> Float {
    zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
  }

  @Test func `A held note keeps its sound, sample by sample, over a change`() throws {
    let (changed, unchanged) = (try StageRig([part("a")]), try StageRig([part("a")]))
    for rig in [changed, unchanged] {
      rig.on(45)
      rig.play(9600)
    }
    try changed.change(to: [part("b")])
    for rig in [changed, unchanged] { rig.play(9600) }
    #expect(changed.sound == unchanged.sound)
    #expect(changed.holding == ["a"])
    for rig in [changed, unchanged] {
      rig.off(45)
      rig.play(24_000)
    }
    #expect(changed.sound == unchanged.sound)
    #expect(changed.sound.contains { abs($0) > 0.05 })
  }

  @Test func `With the engine stopped a sound that nobody holds is freed, and a held one when it is let go`()
    throws
  {
    let rig = try StageRig([part("a")])
    let freed = FreedParts()
    rig.performer.news.add(freed)
    rig.play(640)
    rig.stop()
    rig.on(45)
    for index in 0..<100 {
      try rig.change(to: [part("b\(index)")])
      rig.advance()
    }
    #expect(rig.holding == ["a"])
    #expect(freed.names == (0..<99).map { "b\($0)" })
    rig.off(45)
    rig.advance()
    #expect(freed.names.last == "a")
  }

  @Test func `The next note is the new sound's, from its own frame on`() throws {
    let rig = try StageRig([part("a")])
    rig.play(640)
    try rig.change(to: [part("b") { $0.transpose = 12 }])
    rig.on(45)
    rig.play(9600)
    let other = try StageRig([part("b") { $0.transpose = 12 }])
    other.play(640)
    other.on(45)
    other.play(9600)
    #expect(rig.sound == other.sound)
    #expect(rig.holding == ["b"])
  }

  @Test func `Twenty changes under a held chord have no gap and no click`() throws {
    let (changed, unchanged) = (try StageRig([part("a")]), try StageRig([part("a")]))
    for rig in [changed, unchanged] {
      for key: UInt8 in [45, 52, 57] { rig.on(key) }
      rig.play(4800)
    }
    for turn in 0..<20 {
      try changed.change(to: [part("p\(turn)")])
      for rig in [changed, unchanged] { rig.play(640) }
    }
    let error = zip(changed.sound, unchanged.sound).map { abs($0 - $1) }.max() ?? 1
    #expect(error < 1e-3)
    #expect(changed.sound.count == unchanged.sound.count)
  }

  @Test func `A pedal that is down holds notes of the new sound too`() throws {
    let rig = try StageRig([part("a")])
    rig.control(64, 127)
    try rig.change(to: [part("b")])
    rig.on(60)
    rig.off(60)
    #expect(rig.holding == ["b"])
    rig.control(64, 0)
    #expect(rig.holding.isEmpty)
  }

  @Test func `A pedal that is down over a change keeps the sound of the notes that it holds`() throws {
    let (changed, unchanged) = (try StageRig([part("a")]), try StageRig([part("a")]))
    for rig in [changed, unchanged] {
      rig.on(45)
      rig.control(64, 127)
      rig.off(45)
      rig.play(9600)
    }
    try changed.change(to: [part("b")])
    // Longer than the longest tail.
    for rig in [changed, unchanged] { rig.play(12 * 48_000) }
    #expect(changed.sound == unchanged.sound)
    #expect(changed.holding == ["a"])
    for rig in [changed, unchanged] {
      rig.control(64, 0)
      rig.play(48_000)
    }
    #expect(changed.sound == unchanged.sound)
    #expect(changed.holding.isEmpty)
  }

  @Test func `A pedal counts for a new part although the one before did not hear its channel`() throws {
    let one = part("one") { $0.channels = [Channel(status: 0)] }
    let rig = try StageRig([one])
    rig.control(64, 127, channel: 1)
    try rig.change(to: [part("b")])
    rig.on(60, channel: 1)
    rig.off(60, channel: 1)
    #expect(rig.holding == ["b"])
    rig.control(64, 0, channel: 1)
    #expect(rig.holding.isEmpty)
  }

  @Test func `An engine that takes MIDI is told of the pedal and the bend, and so is the part after it`()
    throws
  {
    let rig = try StageRig([part("a")])
    rig.control(64, 90)
    rig.take(.pitchBend(Channel(status: 0), value: 9000))
    rig.take(.channelPressure(Channel(status: 0), pressure: 3))
    rig.take(.channelPressure(Channel(status: 0), pressure: 0))
    let engine = ListeningEngine()
    try rig.change(to: [part("b")], on: engine)
    rig.play(64)
    #expect(Set(engine.heard) == [[0xB0, 64, 90], [0xE0, 40, 70]])
    // Back to one with voices.
    try rig.change(to: [part("c")])
    rig.on(60)
    rig.off(60)
    #expect(rig.holding == ["c"])
  }

  @Test func `A pedal holds an engine that takes MIDI, as long as it is down`() throws {
    let rig = try StageRig([part("a")])
    try rig.change(to: [part("b")], on: ListeningEngine())
    rig.control(64, 127)
    try rig.change(to: [part("c")])
    rig.play(12 * 48_000)
    #expect(rig.performer.leaving.map(\.loaded.part.name) == ["b"])
    rig.control(64, 0)
    rig.play(12 * 48_000)
    #expect(rig.performer.leaving.isEmpty)
  }

  @Test func `A part that has rung out is handed over to be freed`() throws {
    let rig = try StageRig([part("a")])
    let freed = FreedParts()
    rig.performer.news.add(freed)
    rig.on(60)
    try rig.change(to: [part("b")])
    rig.play(48_000)
    #expect(freed.names.isEmpty)
    rig.off(60)
    rig.play(6 * 48_000)
    #expect(freed.names == ["a"] && rig.performer.leaving.isEmpty)
  }

  @Test func `A part with the same number goes on under new rules`() throws {
    let rig = try StageRig([part("a")])
    rig.on(60)
    var stage = LoadedStage(rig.performer.instrument.stage, parts: rig.performer.instrument.parts)
    let new = part("a") {
      $0.transpose = 12
      $0.keys = [0...40]
    }
    stage.parts[0] = LoadedPart(new, LoadedSound(name: "a", engine: SynthEngine(voices: 8)))
    stage.stage.parts = [new]
    try rig.change(to: stage.keeping(rig.performer.instrument).stage)
    #expect(rig.holding == ["a"] && rig.performer.leaving.isEmpty)
    rig.on(70)
    rig.off(60)
    #expect(rig.holding.isEmpty)
  }

  @Test func `Panic reaches the parts that ring out`() throws {
    let rig = try StageRig([part("a")])
    rig.on(60)
    rig.play(4800)
    try rig.change(to: [part("b")])
    rig.performer.silence(at: HostTime(nanoseconds: 0))
    rig.play(24_000)
    #expect(rig.sound.suffix(640).allSatisfy { abs($0) < 1e-3 })
  }
}
