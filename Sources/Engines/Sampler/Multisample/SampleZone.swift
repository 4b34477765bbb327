import CRealtime
import SpinetDSP
import SpinetRealtime

/// A region with its sample, as the audio thread reads it.
struct SampleZone: BitwiseCopyable {
  var source: PlayHeadSource
  let lowVelocity: Int32
  let highVelocity: Int32
  let lowRandom: Double
  let highRandom: Double
  let sequenceLength: Int32
  let sequencePosition: Int32
  let trigger: SFZRegion.Trigger
  var playsAtRelease: Bool { @_noLocks get { if case .release = trigger { true } else { false } } }
  /// The keyswitch that must be active; -1 for any.
  let switchLast: Int32
  let group: Int
  let offBy: Int
  let isOneShot: Bool
  let loopsWhileHeld: Bool
  let offset: Int64

  /// The part of the step that does not depend on the note, in octaves: rates, transposition and tuning.
  let octaves: Float
  let centre: Float
  /// Octaves per semitone.
  let tracking: Float
  let left: Float
  let right: Float
  let velocityTracking: Float
  let attack: Float
  let hold: Float
  let decay: Float
  let sustain: Float
  let release: Float

  init(_ region: SFZRegion, _ sample: Sample, weights: SincWeights, framesPerSecond: Double) {
    source = Self.source(region, sample, weights, framesPerSecond)
    (lowVelocity, highVelocity) = (Int32(region.velocities.lowerBound), Int32(region.velocities.upperBound))
    (lowRandom, highRandom) = (region.random.lowerBound, region.random.upperBound)
    (sequenceLength, sequencePosition) = (Int32(region.sequenceLength), Int32(region.sequencePosition))
    trigger = region.trigger
    switchLast = Int32(region.switchLast ?? -1)
    (group, offBy) = (region.group, region.offBy)
    let mode = region.loopMode ?? (sample.loop == nil ? .none : .continuous)
    isOneShot = mode == .oneShot
    loopsWhileHeld = mode == .sustain
    offset = Int64(min(region.offset, source.frames.count - 1))
    octaves = Float(
      rt_log2(sample.framesPerSecond / framesPerSecond) + region.transpose / 12 + region.tune / 1200)
    centre = Float(region.centre)
    tracking = Float(region.keyTracking / 1200)
    // 6.0206 decibels are a factor of two.
    let gain = Float(rt_exp2(region.volume / 6.0206))
    (left, right) = (gain * Float(min(1, 1 - region.pan)), gain * Float(min(1, 1 + region.pan)))
    velocityTracking = Float(region.velocityTracking)
    (attack, hold, decay) = (Float(region.attack), Float(region.hold), Float(region.decay))
    (sustain, release) = (Float(region.sustain), Float(region.release))
  }

  private static func source(
    _ region: SFZRegion, _ sample: Sample, _ weights: SincWeights, _ framesPerSecond: Double
  ) -> PlayHeadSource {
    let all = sample.frames
    let count = min(max(region.end.map { $0 + 1 } ?? all.count, 1), all.count)
    let frames = all.prefix(count)
    var source = PlayHeadSource(frames: frames, weights: weights, framesPerSecond: framesPerSecond)
    let mode = region.loopMode ?? (sample.loop == nil ? .none : .continuous)
    let start = min(region.loopStart ?? sample.loop?.lowerBound ?? 0, count - 1)
    // SFZ counts the last frame of a loop as part of it.
    let end = min(region.loopEnd.map { $0 + 1 } ?? sample.loop?.upperBound ?? count, count)
    if mode == .continuous || mode == .sustain, count > Int(LoopRegion.shortest), end > start {
      source.loop = LoopRegion(
        isOn: true, start: Double(start) / Double(count), end: Double(end) / Double(count), frameCount: count)
    }
    return source
  }

  /// The loudness for a velocity of 1 to 127, 0–1.
  @_noLocks func loudness(_ velocity: Int32) -> Float {
    let share = Float(velocity) / 127
    let curve = velocityTracking >= 0 ? share * share : (1 - share) * (1 - share)
    let amount = velocityTracking >= 0 ? velocityTracking : -velocityTracking
    return 1 - amount * (1 - curve)
  }
}

/// The zones that each key may play, in the order of the file.
struct SampleZoneMap: ~Copyable {
  private let starts: FixedBuffer<Int>
  private let zones: FixedBuffer<Int>

  init(_ keys: [ClosedRange<Int>]) {
    var lists = [[Int]](repeating: [], count: 128)
    for (zone, range) in keys.enumerated() {
      for key in range where lists.indices.contains(key) { lists[key].append(zone) }
    }
    var first = 0
    let starts =
      [0]
      + lists.map { list in
        first += list.count
        return first
      }
    let all = lists.flatMap(\.self)
    self.starts = FixedBuffer(count: starts.count) { starts[$0] }
    zones = FixedBuffer(count: max(1, all.count)) { all.isEmpty ? 0 : all[$0] }
  }

  /// The range of indices for `zone(_:)`, without its end. [audio-thread]
  @_noLocks func indices(ofKey key: Int) -> (first: Int, end: Int) {
    (starts[key], starts[key + 1])
  }

  @_noLocks func zone(_ index: Int) -> Int { zones[index] }
}
