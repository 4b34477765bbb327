import Foundation
import Listening
import SpinetEngine
import SpinetRealtime
import Synchronization
import Testing

@testable import SpinetSampler

/// A recording whose samples a test knows, as a file on a disk that is fast, slow or cut off.
private final class Disk: SampleReader, @unchecked Sendable {
  // Sendable because nothing but the atomics changes.
  let samples: [Float]
  let channels: Int
  /// The frames that can be read.
  let length: Int
  let isBlocked = Atomic<Bool>(false)
  let reads = Atomic<Int>(0)

  init(_ samples: [Float], channels: Int = 1, length: Int? = nil) {
    self.samples = samples
    self.channels = channels
    self.length = length ?? samples.count / channels
  }

  func readFrames(from frame: Int, count: Int, into target: UnsafeMutablePointer<Float>) -> Int {
    for _ in 0..<2_000 where isBlocked.load(ordering: .acquiring) { usleep(1_000) }
    reads.wrappingAdd(1, ordering: .relaxed)
    let count = max(0, min(count, length - frame))
    for index in 0..<count * channels { target[index] = samples[frame * channels + index] }
    return count
  }

  /// With so many of its first frames in memory.
  func sample(first: Int, _ depth: SampleDepth = .floats) -> Sample {
    let stream = StreamedSample(
      frameCount: samples.count / channels, isStereo: channels == 2, depth: depth,
      first: Array(samples.prefix(first * channels))
    ) { self }
    return Sample(streaming: stream, framesPerSecond: 48_000)
  }

  var whole: Sample {
    guard channels == 2 else { return Sample(left: samples) }
    let frames = samples.count / 2
    return Sample(
      left: (0..<frames).map { samples[2 * $0] }, right: (0..<frames).map { samples[2 * $0 + 1] })
  }
}

struct StreamTests {
  /// Two seconds that never repeat, in steps that 16 bits can tell.
  private func noise(_ count: Int = 96_000) -> [Float] {
    var state: UInt32 = 1
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(Int16(truncatingIfNeeded: state >> 16)) / 65_536 * 0.5
    }
  }

  private func sine(_ count: Int = 96_000) -> [Float] {
    (0..<count).map { 0.5 * Float(sin(2 * .pi * Double($0) / 96)) }
  }

  private func rig(_ sample: Sample, _ opcodes: String = "", isOffline: Bool = true) throws -> MultisampleRig
  {
    let text = "<region> sample=a.wav lokey=0 hikey=127 \(opcodes)"
    return try MultisampleRig(text, sample, isOffline: isOffline)
  }

  private func play(_ sample: Sample, _ opcodes: String = "", key: Int = 60) throws -> [[Float]] {
    let rig = try rig(sample, opcodes)
    rig.start(key: key)
    var left = rig.render(30_000)
    var right = rig.right
    rig.start(1, key: 64, serial: 2)
    rig.release()
    left += rig.render(90_000, block: 999)
    right += rig.right
    #expect(rig.stalls == 0)
    return [left, right]
  }

  @Test(
    arguments: ["", "offset=3000", "end=50000", "transpose=1 tune=37", "transpose=-19", "delay=0.1"],
    [1, 2]
  ) func `A recording sounds the same from the disk as from memory`(opcodes: String, channels: Int) throws {
    let disk = Disk(noise(96_000 * channels), channels: channels)
    let expected = try play(disk.whole, opcodes)
    #expect(try play(disk.sample(first: 4_000), opcodes) == expected)
    #expect(expected[0].peak > 0.1 && disk.reads.load(ordering: .relaxed) > 10)
  }

  @Test(arguments: [SampleDepth.bits16, .bits24]) func `The first frames keep the format of the file`(
    depth: SampleDepth
  ) throws {
    let coarse = noise().map { ($0 * 32_768).rounded() / 32_768 }
    let disk = Disk(coarse)
    #expect(try play(disk.sample(first: 20_000, depth)) == play(disk.whole))
    let bytes = disk.sample(first: 20_000, depth).memoryBytes
    #expect(bytes < 20_000 * depth.bytes + 4_096)
  }

  @Test func `A disk that stalls is heard as a fade, and counted`() throws {
    let disk = Disk(sine())
    disk.isBlocked.store(true, ordering: .releasing)
    let rig = try rig(disk.sample(first: 14_400), isOffline: false)
    rig.start()
    let sound = rig.render(30_000)
    #expect(rig.stalls == 1)
    #expect(sound[8_000..<12_000].max() ?? 0 > 0.4)
    #expect(sound.suffix(15_000).allSatisfy { $0 == 0 })
    let plain = Array(sound[4_000..<8_000]).greatestBend
    #expect(sound.dropFirst(200).map(\.self).greatestBend < 2 * plain)
    disk.isBlocked.store(false, ordering: .releasing)
  }

  @Test func `A file that was cut off while it plays ends with a fade`() throws {
    for isOffline in [true, false] {
      let disk = Disk(sine(), length: 30_000)
      let rig = try rig(disk.sample(first: 14_400), isOffline: isOffline)
      rig.start()
      var sound: [Float] = []
      // Slower than the disk, as it is when somebody listens.
      for _ in 0..<60 {
        sound += rig.render(1_000)
        usleep(isOffline ? 0 : 4_000)
      }
      #expect(rig.stalls == 1 && sound.suffix(5_000).allSatisfy { $0 == 0 })
    }
  }

  @Test func `Sixty-four notes play from a fast disk without a gap`() throws {
    let disk = Disk(noise())
    let rig = try rig(disk.sample(first: 14_400), isOffline: false)
    for voice in 0..<64 { rig.start(voice, key: 40 + voice % 25, serial: UInt32(voice + 1)) }
    for _ in 0..<60 {
      rig.render(800)
      usleep(8_000)
    }
    #expect(rig.stalls == 0)
  }

  @Test func `While it streams, nothing is allocated`() throws {
    let rig = try rig(Disk(noise()).sample(first: 4_000))
    rig.start()
    rig.render(4_800)
    for voice in 1..<8 { rig.start(voice, key: 50 + voice, serial: UInt32(voice)) }
    // The worker allocates nothing either while it reads.
    rig.render(4_800)
    #expect(rig.allocations(100) == 0)
  }
}
