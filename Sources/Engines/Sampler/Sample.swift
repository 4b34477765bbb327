import CRealtime
import Glibc
import SpinetDSP
import SpinetEngine
import SpinetRealtime

/// A recording in memory that can be read at any speed.
package final class Sample: SoundRecording, @unchecked Sendable {
  // Sendable because nothing is written after init.
  package let frameCount: Int
  package let isStereo: Bool
  package let framesPerSecond: Double
  /// The MIDI note of the recording at its own speed: 60 is middle C, fractions are cents.
  package let rootNote: Double?
  /// The frames of the loop.
  package let loop: Range<Int>?
  private let memory: FixedBuffer<Float>
  private let levels: FixedBuffer<SampleMipLevel>

  /// - Parameters:
  ///   - frameCount: at least 1.
  ///   - fill: writes `frameCount` samples to the left and, if stereo, to the right.
  package init<Failure: Error>(
    frameCount: Int, isStereo: Bool, framesPerSecond: Double, rootNote: Double? = nil,
    loop: Range<Int>? = nil,
    fill: (_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>?) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(frameCount > 0)
    self.frameCount = frameCount
    self.isStereo = isStereo
    self.framesPerSecond = framesPerSecond
    self.rootNote = rootNote
    let loop = loop?.clamped(to: 0..<frameCount)
    self.loop = loop?.isEmpty == false ? loop : nil
    let memory = FixedBuffer<Float>(repeating: 0, count: Self.size(of: frameCount, isStereo: isStereo))
    levels = Self.levels(in: memory, frameCount, isStereo: isStereo)
    self.memory = memory
    try fill(levels.start[0].left, isStereo ? levels.start[0].right : nil)
    finish(levels.start[0].left)
    if isStereo { finish(levels.start[0].right) }
    let filter = HalfBandFilter()
    for level in 1..<Self.levelCount { halve(level - 1, into: level, filter) }
  }

  /// Fills `samples` with the mean of the channels from a frame on. [any-thread]
  package func read(from first: Int, into samples: inout MutableSpan<Float>) {
    let level = levels.start[0]
    for index in samples.indices where first + index < frameCount {
      let frame = first + index
      samples[index] = isStereo ? (level.left[frame] + level.right[frame]) / 2 : level.left[frame]
    }
  }

  /// Must not outlive this object.
  var frames: SampleFrames { SampleFrames(levels: levels.start, count: frameCount, isStereo: isStereo) }

  /// The recording and five mip levels. Each removes one more octave and keeps every second frame, because a
  /// recording far above its own pitch would alias otherwise. This takes twice the memory.
  static let levelCount = SampleFrames.highestLevel + 1

  /// Samples beyond each end, so that reading around a frame needs no test for the end.
  static let margin = HalfBandFilter.reach

  private static func frames(_ frameCount: Int, at level: Int) -> Int { ((frameCount - 1) >> level) + 1 }

  private static func size(of frameCount: Int, isStereo: Bool) -> Int {
    let channel = (0..<levelCount).reduce(0) { $0 + frames(frameCount, at: $1) + 2 * margin }
    return channel * (isStereo ? 2 : 1)
  }

  private static func levels(
    in memory: borrowing FixedBuffer<Float>, _ frameCount: Int, isStereo: Bool
  ) -> FixedBuffer<SampleMipLevel> {
    var free = memory.start
    return FixedBuffer(count: levelCount) { level in
      let count = frames(frameCount, at: level)
      let left = free + margin
      free += count + 2 * margin
      let right = isStereo ? free + margin : left
      if isStereo { free += count + 2 * margin }
      return SampleMipLevel(left: left, right: right, last: count - 1)
    }
  }

  /// Replaces values that are not finite, limits the rest for the filters, and mirrors both ends.
  private func finish(_ samples: UnsafeMutablePointer<Float>) {
    for frame in 0..<frameCount {
      let sample = samples[frame]
      samples[frame] = sample.isFinite ? min(max(sample, -16), 16) : 0
    }
    mirror(samples, last: frameCount - 1)
  }

  private func mirror(_ samples: UnsafeMutablePointer<Float>, last: Int) {
    for distance in 1...Self.margin {
      samples[-distance] = samples[min(distance, last)]
      samples[last + distance] = samples[max(last - distance, 0)]
    }
  }

  private func halve(_ above: Int, into level: Int, _ filter: HalfBandFilter) {
    let levels = levels.start
    let channels = [(levels[above].left, levels[level].left), (levels[above].right, levels[level].right)]
    for (from, into) in channels.prefix(isStereo ? 2 : 1) {
      for frame in 0...levels[level].last { into[frame] = filter.value(at: from + 2 * frame) }
      mirror(into, last: levels[level].last)
    }
  }
}

/// A recording at one mip level.
struct SampleMipLevel: BitwiseCopyable {
  let left: UnsafeMutablePointer<Float>
  /// Equal to `left` in mono.
  let right: UnsafeMutablePointer<Float>
  /// The index of the last frame.
  let last: Int
}

/// The frames of a `Sample`, without reference counting.
struct SampleFrames: BitwiseCopyable {
  let levels: UnsafeMutablePointer<SampleMipLevel>
  static var highestLevel: Int { @_noLocks get { 5 } }
  let count: Int
  let isStereo: Bool
}

/// Removes the upper octave of a recording, so that every second frame can be dropped.
///
/// A symmetric half-band filter, which delays nothing. It is flat up to 0.215 of the sample rate and 70 dB
/// down from 0.285.
struct HalfBandFilter {
  /// Frames that it needs before and after a frame.
  static let reach = 32

  /// 64 weights in groups of eight. The last one is 0.
  private let weights: [Lanes]

  init() {
    let half = Self.reach - 1
    let raw = (-half...half).map { Self.weight(at: Double($0)) } + [0]
    let total = raw.reduce(0, +)
    weights = (0..<8).map { group in Lanes(raw[(8 * group)..<(8 * group + 8)].map { Float($0 / total) }) }
  }

  private static func weight(at distance: Double) -> Double {
    let sinc = distance == 0 ? 1 : sin(.pi * distance / 2) / (.pi * distance / 2)
    return sinc * KaiserWindow.weight(at: distance / Double(reach), beta: 7)
  }

  /// The filtered value at a frame, which needs `reach` frames on either side.
  func value(at frame: UnsafePointer<Float>) -> Float {
    let first = frame - (Self.reach - 1)
    var sum = Lanes.zero
    for group in 0..<8 { sum += rt_load_lanes(first + 8 * group) * weights[group] }
    return sum.total
  }
}
