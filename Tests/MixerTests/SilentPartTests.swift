import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetMixer

/// Cannot be prepared while it is broken.
private final class Breakable: SoundEngine, @unchecked Sendable {
  // Sendable because one thread at a time uses it.
  let name = "Breakable"
  let widgets: [Widget] = []
  let voiceCapacity = 1
  var isBroken = false
  private var player = PreparedPlayer<EngineLink>()

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    guard !isBroken else {
      throw SpinetError(.programFailed, what: "a.csd", why: "it is broken", remedy: "fix it")
    }
    player.prepare { link }
  }

  func render(_ block: AudioBlock) {
    block.silence()
    for frame in 0..<block.frameCount { block.left[frame] = 1 }
  }
}

struct SilentPartTests {
  @Test func `A part that cannot be prepared is silent, and the others play`() throws {
    let rig = MixerRig()
    let broken = Breakable()
    let number = try rig.mixer.add(MixerPart(broken))
    let part = try rig.add()
    broken.isBroken = true
    try rig.start()
    #expect(rig.mixer.silentParts.map(\.what) == ["a.csd"])
    // More commands than its ring holds do not keep the other's waiting.
    for _ in 0..<1_000 { rig.send(.set(VoiceNumber(0), .freq, 220), to: number) }
    rig.play(frames: 128)
    rig.note(220, on: part)
    rig.play(frames: 4_800)
    let alone = MixerRig()
    let same = try alone.add()
    try alone.start()
    alone.note(220, on: same)
    alone.play(frames: 4_800)
    #expect(zip(rig.left.suffix(4_800), alone.left).allSatisfy { abs($0 - $1) < 1e-6 })
    broken.isBroken = false
    try rig.start()
    rig.play(frames: 128)
    #expect(rig.mixer.silentParts.isEmpty && rig.left.suffix(128).allSatisfy { $0 >= 0.5 })
  }

  @Test func `If no part can be prepared, the mix cannot`() throws {
    let rig = MixerRig()
    let broken = Breakable()
    broken.isBroken = true
    _ = try rig.mixer.add(MixerPart(broken))
    #expect(throws: SpinetError.self) { try rig.start() }
  }
}
