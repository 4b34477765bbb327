import SpinetEngine
import SpinetRealtime
import SpinetSynth
import SpinetWidgets
import Testing

@testable import SpinetMixer

/// Full scale on each of four outputs.
private final class FourOutputs: SoundEngine, @unchecked Sendable {
  // Sendable because one thread at a time uses it.
  let name = "Four"
  let widgets: [Widget] = []
  let voiceCapacity = 1
  let outputCount = 4
  private var link: EngineLink?

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) { self.link = link }

  func render(_ block: AudioBlock) {
    for frame in 0..<block.frameCount {
      block.left[frame] = 1
      block.right[frame] = 1
      for output in 0..<2 { block.further?[output][frame] = 1 }
    }
    link?.meters.recordBlock(frames: block.frameCount, voices: 1, peak: 1, isSilent: false)
  }
}

/// The synth by itself, with the same note.
private func alone(_ hertz: Double, frames: Int, releasedAt release: Int? = nil) throws -> [Float] {
  let rig = MixerRig()
  let part = try rig.add()
  try rig.start()
  rig.note(hertz, on: part)
  rig.play(frames: release ?? frames)
  if let release {
    rig.send(.release(VoiceNumber(0)), to: part)
    rig.play(frames: frames - release)
  }
  return rig.left
}

private func difference(_ a: some Collection<Float>, _ b: some Collection<Float>) -> Float {
  zip(a, b).map { abs($0 - $1) }.max() ?? 0
}

@Suite struct MixerTests {
  @Test func `One part sounds sample by sample as its engine alone`() throws {
    let engine = SynthEngine(voices: 8)
    for (name, value) in ["reverb.mix": 0.0, "amp.release": 0.1] {
      engine.widgets.first { $0.name == name }?.set(value)
    }
    var ends = ControlEnds()
    engine.prepare(framesPerSecond: 48_000, largestBlock: 128, link: ends.link)
    let events: [VoiceEvent] = [
      .start(VoiceNumber(0), serial: 1), .set(VoiceNumber(0), .freq, 220), .set(VoiceNumber(0), .gain, 0.8),
    ]
    let time = HostTime(nanoseconds: 0)
    for event in events { _ = ends.commands.send(EngineCommand(time: time, .voice(event))) }
    let buffer = SampleBuffer(capacity: 128)
    var expected: [Float] = []
    for index in 0..<40 {
      engine.render(
        buffer.block(
          frameCount: 128, firstFrame: Int64(index * 128), timeline: Timeline(framesPerSecond: 48_000)))
      expected += buffer.left.prefix(128)
    }
    #expect(try alone(220, frames: 40 * 128) == expected)
    #expect(expected.contains { abs($0) > 0.01 })
  }

  @Test func `A part that leaves keeps the card awake`() throws {
    let rig = MixerRig()
    try rig.start()
    rig.mixer.release(try rig.add())
    rig.play(frames: 128)
    #expect(rig.link.meters.silentFrames == 0)
  }

  @Test func `A part alone keeps all its outputs, and its level is for each of them`() throws {
    let strip = StripWidgets()
    strip.level.set(-6.0206)
    let mixer = Mixer()
    let ends = ControlEnds()
    _ = try mixer.add(MixerPart(FourOutputs(), strip: strip))
    try mixer.prepare(framesPerSecond: 48_000, largestBlock: 128, link: ends.link)
    let buffer = SampleBuffer(capacity: 128, channels: 4)
    let block = buffer.block(frameCount: 128, firstFrame: 0, timeline: Timeline(framesPerSecond: 48_000))
    mixer.render(block)
    let further = try #require(block.further)
    let samples = [block.left[5], block.right[5], further[0][5], further[1][5]]
    #expect(samples.allSatisfy { abs($0 - 0.5) < 1e-4 })
    #expect(abs(ends.link.meters.popPeak() - 0.5) < 1e-4)
  }

  @Test func `Several parts are the sum of each`() throws {
    let rig = MixerRig()
    let parts = try [rig.add(), rig.add()]
    try rig.start()
    rig.note(220, on: parts[0])
    rig.note(330, on: parts[1])
    rig.play(frames: 4800)
    let sum = try zip(alone(220, frames: 4800), alone(330, frames: 4800)).map { $0 + $1 }
    #expect(rig.left == sum)
  }

  @Test func `Any block size gives the same samples, while levels move too`() throws {
    func played(_ block: Int) throws -> [Float] {
      let rig = MixerRig(block: block)
      let strips = [StripWidgets(level: -6, pan: 0.5), StripWidgets()]
      let parts = try strips.map { try rig.add(strip: $0) }
      try rig.start()
      rig.note(220, on: parts[0])
      rig.note(330, on: parts[1])
      rig.play(frames: 1000)
      strips[1].mute.set(1)
      rig.play(frames: 1000)
      return rig.left + rig.right
    }
    let one = try played(128)
    #expect(try played(37) == one)
    #expect(try played(1000) == one)
  }

  @Test func `A part that leaves keeps its held note, its tail, and then gives its place back`() throws {
    let rig = MixerRig()
    let old = try rig.add()
    try rig.start()
    rig.note(220, on: old)
    rig.play(frames: 4800)
    let new = try rig.add()
    rig.mixer.release(old)
    rig.note(330, on: new)
    rig.play(frames: 4800)
    rig.send(.release(VoiceNumber(0)), to: old)
    rig.play(frames: 48_000)
    let before = try alone(220, frames: 57_600, releasedAt: 9600)
    let after = try [Float](repeating: 0, count: 4800) + alone(330, frames: 52_800)
    #expect(difference(rig.left, zip(before, after).map { $0 + $1 }) < 1e-6)
    #expect(rig.mixer.popSilent(old) == nil)
    rig.play(frames: 3 * 48_000)
    #expect(rig.mixer.popSilent(old) != nil)
    #expect(!rig.mixer.contains(old) && rig.mixer.contains(new))
  }

  @Test func `What cannot ring out, because nothing renders, gives its place back at once`() throws {
    let rig = MixerRig()
    let parts = try (0..<3).map { _ in try rig.add() }
    rig.mixer.release(parts[0])
    #expect(rig.mixer.popUnheard(parts[0]) != nil)
    #expect(rig.mixer.popUnheard(parts[1]) == nil)
    try rig.start()
    rig.mixer.release(parts[1])
    #expect(rig.mixer.popUnheard(parts[1]) == nil)
    rig.mixer.streamHasEnded()
    #expect(rig.mixer.popUnheard(parts[1]) != nil)
    #expect(!rig.mixer.contains(parts[1]) && rig.mixer.contains(parts[2]))
  }

  @Test func `Where a part reports is had once for each stream, also after one that never began`() throws {
    let rig = MixerRig()
    let part = try rig.add()
    for _ in 0..<2 {
      try rig.start()
      let isHad = rig.mixer.popReports(of: part) != nil
      let isHadAgain = rig.mixer.popReports(of: part) != nil
      #expect(isHad && !isHadAgain)
    }
    try rig.start()
    var reports = rig.mixer.popReports(of: part)
    rig.send(.start(VoiceNumber(3), serial: 7), to: part)
    rig.send(.release(VoiceNumber(3)), to: part)
    rig.play(frames: 48_000)
    let report = reports?.next()
    #expect(report == .voiceEnded(VoiceNumber(3), serial: 7))
  }

  @Test func `A change while nothing sounds changes not one sample`() throws {
    let rig = MixerRig()
    let old = try rig.add()
    try rig.start()
    rig.play(frames: 1000)
    let new = try rig.add()
    rig.mixer.release(old)
    rig.play(frames: 1000)
    #expect(rig.left.allSatisfy { $0 == 0 })
    #expect(rig.mixer.contains(new))
  }

  @Test func `Commands for a part that has gone are dropped, and the next ones heard`() throws {
    let rig = MixerRig()
    let part = try rig.add()
    try rig.start()
    rig.note(220, on: part &+ 64)
    rig.note(330, on: part)
    rig.play(frames: 4800)
    #expect(try rig.left == alone(330, frames: 4800))
  }

  @Test func `Mute, solo, level and pan move without a click`() throws {
    let strips = [StripWidgets(), StripWidgets()]
    let rig = MixerRig()
    let parts = try strips.map { try rig.add(strip: $0) }
    try rig.start()
    for part in parts { rig.note(110, on: part) }
    rig.play(frames: 9600)
    let steepest = steepest(rig.left)
    for move in [
      { strips[0].mute.set(1) }, { strips[1].solo.set(1) }, { strips[1].level.set(-20) },
      { strips[1].pan.set(1) },
    ] {
      _ = move()
      rig.play(frames: 4800)
    }
    #expect(self.steepest(rig.left) <= steepest * 1.05)
    #expect(rig.left.suffix(100).allSatisfy { abs($0) < 1e-4 })
    #expect(rig.right.suffix(1000).contains { abs($0) > 1e-3 })
  }

  private func steepest(_ samples: [Float]) -> Float {
    zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
  }

  @Test func `A silent mix rests only when no part has a command to come`() throws {
    let rig = MixerRig()
    let part = try rig.add()
    try rig.start()
    rig.play(frames: 128)
    #expect(rig.link.meters.silentFrames == 128)
    rig.send(.start(VoiceNumber(0), serial: 1), to: part, in: 300)
    rig.play(frames: 128)
    #expect(rig.link.meters.silentFrames == 0)
  }

  @Test(arguments: [2, 4]) func `On several cores it sounds sample by sample as on one`(threads: Int) throws {
    let expected = try choir(threads: 1)
    let samples = try choir(threads: threads)
    #expect(samples == expected)
    #expect(expected.contains { abs($0) > 0.01 })
  }

  /// Six parts, of which one leaves and one comes while it plays.
  private func choir(threads: Int) throws -> [Float] {
    let rig = MixerRig(threads: threads)
    var parts = try (0..<6).map { try rig.add(strip: StripWidgets(level: -Double($0))) }
    try rig.start()
    for (index, part) in parts.enumerated() { rig.note(110 * Double(index + 1), on: part) }
    rig.play(frames: 4800)
    rig.mixer.release(parts[2])
    parts.append(try rig.add())
    rig.note(1000, on: parts[6])
    rig.play(frames: 9600)
    return rig.left + rig.right
  }

  @Test func `More parts than there is room for are refused`() throws {
    let mixer = Mixer()
    let parts = try (0..<Mixer.capacity).map { _ in try mixer.add(MixerPart(SynthEngine(voices: 1))) }
    #expect(throws: SpinetError.self) { try mixer.add(MixerPart(SynthEngine(voices: 1))) }
    #expect(Set(parts).count == Mixer.capacity)
  }
}
