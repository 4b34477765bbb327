import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetMixer

/// A click on the left at its first frame, which it may leave to the room.
private final class Click: SoundEngine, @unchecked Sendable {
  // Sendable because one thread at a time uses it.
  let name = "Click"
  let voiceCapacity = 1
  let share: Widget
  private var link: EngineLink?
  private let frame: Int64

  init(at frame: Int64, share: Double) {
    self.frame = frame
    self.share = Widget("reverb.mix", default: share)
  }

  var widgets: [Widget] { [share] }
  var roomShare: Widget? { share }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) { self.link = link }

  func render(_ block: AudioBlock) {
    block.silence()
    let place = frame - block.firstFrame
    if place >= 0, place < block.frameCount { block.left[Int(place)] = 1 }
    link?.meters.recordBlock(frames: block.frameCount, voices: 0, peak: 0, isSilent: true)
  }
}

struct RoomTests {
  /// What a mix of clicks plays, and whether it was silent after each block.
  private func played(
    _ engines: [Click], strips: [StripWidgets] = [], frames: Int = 24_000, block: Int = 128
  ) throws -> (sound: [SIMD2<Float>], silentFrames: Int) {
    let mixer = Mixer()
    for (index, engine) in engines.enumerated() {
      let strip = strips.indices.contains(index) ? strips[index] : StripWidgets()
      _ = try mixer.add(MixerPart(engine, strip: strip))
    }
    let ends = ControlEnds()
    try mixer.prepare(framesPerSecond: 48_000, largestBlock: block, link: ends.link)
    let buffer = SampleBuffer(capacity: block)
    let timeline = Timeline(framesPerSecond: 48_000)
    var sound: [SIMD2<Float>] = []
    while sound.count < frames {
      let count = min(block, frames - sound.count)
      mixer.render(buffer.block(frameCount: count, firstFrame: Int64(sound.count), timeline: timeline))
      sound += (0..<count).map { [buffer.left[$0], buffer.right[$0]] }
    }
    return (sound, ends.link.meters.silentFrames)
  }

  private func difference(_ a: [SIMD2<Float>], _ b: [SIMD2<Float>]) -> Float {
    zip(a, b).reduce(0) { max($0, abs($1.0.x - $1.1.x), abs($1.0.y - $1.1.y)) }
  }

  @Test func `One room answers all parts as a room for each would`() throws {
    let (one, two) = (try played([Click(at: 10, share: 0.3)]), try played([Click(at: 900, share: 0.8)]))
    let both = try played([Click(at: 10, share: 0.3), Click(at: 900, share: 0.8)])
    #expect(difference(both.sound, zip(one.sound, two.sound).map { $0 + $1 }) < 1e-6)
    #expect(one.sound[3_000...].contains { abs($0.x) > 1e-3 })
  }

  @Test func `Any block size gives the same answer`() throws {
    let whole = try played([Click(at: 10, share: 0.5), Click(at: 77, share: 0.2)], block: 512)
    let small = try played([Click(at: 10, share: 0.5), Click(at: 77, share: 0.2)], block: 48)
    #expect(whole.sound == small.sound)
    // The room rests at first, and wakes within a step.
    let late = [Click(at: 905, share: 0.5)]
    #expect(difference(try played(late, block: 512).sound, try played(late, block: 48).sound) < 1e-5)
  }

  @Test func `A part without a share is not heard in the room, and keeps its samples`() throws {
    let dry = try played([Click(at: 10, share: 0)])
    #expect(dry.sound[10] == [1, 0])
    #expect(dry.sound[11...].allSatisfy { $0 == [0, 0] })
  }

  @Test func `The room hears a part at the part's level`() throws {
    let loud = try played([Click(at: 10, share: 0.5)])
    let soft = try played([Click(at: 10, share: 0.5)], strips: [StripWidgets(level: -6.0206)])
    #expect(difference(loud.sound.map { $0 * 0.5 }, soft.sound) < 1e-5)
    let muted = try played([Click(at: 10, share: 0.5)], strips: [StripWidgets(mute: true)])
    #expect(muted.sound.allSatisfy { $0 == [0, 0] })
  }

  @Test func `A mix is not silent before its room is, and rests then`() throws {
    #expect(try played([Click(at: 10, share: 0.5)], frames: 24_000).silentFrames == 0)
    let long = try played([Click(at: 10, share: 0.5)], frames: 10 * 48_000)
    #expect(long.silentFrames > 48_000)
    #expect(long.sound.suffix(4_800).allSatisfy { $0 == [0, 0] })
  }
}
