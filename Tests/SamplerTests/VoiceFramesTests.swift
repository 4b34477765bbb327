import SpinetRealtime
import SpinetVoices
import Testing

@testable import SpinetSampler

/// How the frames of voices are turned, and how they add up.
struct VoiceFramesTests {
  private static let capacity = 32

  private func frames() -> VoiceFrames {
    let frames = VoiceFrames(capacity: Self.capacity)
    for lane in 0..<8 {
      for frame in 0..<Self.capacity {
        frames.put((Float(100 * lane + frame), -Float(100 * lane + frame)), frame: frame, lane: lane)
      }
    }
    return frames
  }

  @Test(arguments: [false, true], [1, 8, 13, 32])
  func `Frames of each voice become frames of all voices, and come back`(isWide: Bool, count: Int) {
    let kernel = SampleKernel(isWide: isWide)
    let frames = frames()
    let lanes = StereoLaneBuffer(capacity: Self.capacity)
    frames.turn(count, into: lanes, isStereo: true, kernel)
    for frame in 0..<count {
      for lane in 0..<8 {
        let wanted = Float(100 * lane + frame)
        #expect(lanes.left[frame][lane] == wanted && lanes.right[frame][lane] == -wanted)
        lanes.left[frame][lane] *= 2
        lanes.right[frame][lane] *= 2
      }
    }
    frames.takeBack(count, from: lanes, isStereo: true, kernel)
    for lane in 0..<8 {
      let (left, right) = frames.addresses(from: 0, count: count, lane: lane)
      #expect((0..<count).allSatisfy { left[$0] == Float(2 * (100 * lane + $0)) && right[$0] == -left[$0] })
    }
  }

  /// The sums of a control step of one voice, in parts of some frames.
  private func sums(_ ramp: GainRamp, isStereo: Bool, parts: [Int], _ kernel: SampleKernel) -> [SIMD2<Float>]
  {
    var all: [SIMD2<Float>] = []
    for count in parts {
      let frames = VoiceFrames(capacity: Self.capacity)
      let elapsed = all.count
      for frame in 0..<count {
        let place = Float(elapsed + frame)
        frames.put((0.5 + place * 0.01, 0.25 - place * 0.02), frame: frame, lane: 2)
      }
      let sums = StereoSums(capacity: Self.capacity)
      sums.clear()
      kernel.add(frames, lane: 2, isStereo: isStereo, ramp, count, elapsed: elapsed, to: sums)
      all += (0..<count).map { [sums.left[$0], sums.right[$0]] }
    }
    return all
  }

  @Test(arguments: [false, true], [false, true])
  func `Gains move in straight lines, however a control step is divided`(isWide: Bool, isStereo: Bool) {
    var ramp = GainRamp()
    ramp.set([0.1, 0.2, 0.3, 0.4])
    ramp.approach([0.9, 0, 0.1, 0.4], elapsed: 0, frames: 32)
    let kernel = SampleKernel(isWide: isWide)
    let whole = sums(ramp, isStereo: isStereo, parts: [32], kernel)
    #expect(sums(ramp, isStereo: isStereo, parts: [5, 8, 1, 18], kernel) == whole)
    for frame in 0..<32 {
      let place = Float(frame)
      let (left, right) = (0.5 + place * 0.01, isStereo ? 0.25 - place * 0.02 : 0)
      let gains = SIMD4<Float>(0.1, 0.2, 0.3, 0.4) + SIMD4<Float>(0.8, -0.2, -0.2, 0) * (place / 32)
      let wanted: SIMD2<Float> = [left * gains.x + right * gains.y, left * gains.z + right * gains.w]
      let error = whole[frame] - wanted
      #expect(abs(error.x) < 1e-6 && abs(error.y) < 1e-6, "\(frame)")
    }
  }

  @Test func `Gains that begin within a control step arrive at its end`() {
    var ramp = GainRamp()
    ramp.approach([1, 1, 1, 1], elapsed: 20, frames: 12)
    #expect(!ramp.isLevel)
    ramp.passStep(frames: 32)
    ramp.approach([1, 1, 1, 1], elapsed: 0, frames: 32)
    ramp.passStep(frames: 32)
    ramp.approach([1, 1, 1, 1], elapsed: 0, frames: 32)
    #expect(ramp.isLevel)
  }
}
