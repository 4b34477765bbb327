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
  /// What comes from the disk while it plays; nil if all of it is in memory.
  package let stream: StreamedSample?
  private let memory: FixedBuffer<Float>
  private let levels: FixedBuffer<SampleMipLevel>

  /// - Parameters:
  ///   - frameCount: at least 1.
  ///   - fill: writes `frameCount` samples to the left and, if stereo, to the right.
  package init<Failure: Error>(
    frameCount: Int, isStereo: Bool, framesPerSecond: Double, rootNote: Double? = nil,
    loop: Range<Int>? = nil,
    fill: (_ left: Samples, _ right: Samples?) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(frameCount > 0)
    self.frameCount = frameCount
    self.isStereo = isStereo
    self.framesPerSecond = framesPerSecond
    self.rootNote = rootNote
    let loop = loop?.clamped(to: 0..<frameCount)
    self.loop = loop?.isEmpty == false ? loop : nil
    stream = nil
    let memory = FixedBuffer<Float>(repeating: 0, count: Self.size(of: frameCount, isStereo: isStereo))
    levels = Self.levels(in: memory, frameCount, isStereo: isStereo)
    self.memory = memory
    let (left, right) = (levels[0].left, levels[0].right)
    try fill(left.samples, isStereo ? right.samples : nil)
    finish(left)
    if isStereo { finish(right) }
    let filter = HalfBandFilter()
    for level in 1..<Self.levelCount { halve(level - 1, into: level, filter) }
  }

  /// A recording that comes from the disk. It has no loop.
  package init(streaming stream: StreamedSample, framesPerSecond: Double, rootNote: Double? = nil) {
    (frameCount, isStereo) = (stream.frameCount, stream.isStereo)
    self.framesPerSecond = framesPerSecond
    self.rootNote = rootNote
    self.stream = stream
    loop = nil
    // A frame of silence, which is heard if the disk gives nothing.
    let memory = FixedBuffer<Float>(repeating: 0, count: Self.size(of: 1, isStereo: isStereo))
    levels = Self.levels(in: memory, 1, isStereo: isStereo)
    self.memory = memory
  }

  /// What it takes in memory.
  package var memoryBytes: Int { 4 * memory.count + (stream?.memoryBytes ?? 0) }

  /// Fills `samples` with the mean of the channels from a frame on. [any-thread]
  package func read(from first: Int, into samples: inout MutableSpan<Float>) {
    let level = levels[0]
    for index in samples.indices where first + index < frameCount {
      let frame = first + index
      let left = level.left.samples[frame]
      samples[index] = isStereo ? (left + level.right.samples[frame]) / 2 : left
    }
  }

  /// Must not outlive this object.
  var frames: SampleFrames { SampleFrames(levels, count: frameCount, isStereo: isStereo) }

  /// The recording and five mip levels. Each level removes one more octave and keeps every second frame, because a
  /// recording that is played far above its own pitch would alias otherwise. This takes twice the memory.
  static let levelCount = SampleFrames.highestLevel + 1

  private static func frames(_ frameCount: Int, at level: Int) -> Int { ((frameCount - 1) >> level) + 1 }

  private static func size(of frameCount: Int, isStereo: Bool) -> Int {
    let channel = (0..<levelCount).reduce(0) { $0 + frames(frameCount, at: $1) + 2 * PaddedSamples.margin }
    return channel * (isStereo ? 2 : 1)
  }

  private static func levels(
    in memory: borrowing FixedBuffer<Float>, _ frameCount: Int, isStereo: Bool
  ) -> FixedBuffer<SampleMipLevel> {
    var free = memory.start
    return FixedBuffer(count: levelCount) { level in
      let count = frames(frameCount, at: level)
      func next() -> PaddedSamples {
        defer { free += count + 2 * PaddedSamples.margin }
        return PaddedSamples(first: free + PaddedSamples.margin, count: count)
      }
      let left = next()
      return SampleMipLevel(left: left, right: isStereo ? next() : left)
    }
  }

  /// Replaces values that are not finite, limits the rest for the filters, and mirrors both ends.
  private func finish(_ channel: PaddedSamples) {
    for frame in 0..<frameCount {
      let sample = channel.samples[frame]
      channel.samples[frame] = sample.isFinite ? min(max(sample, -16), 16) : 0
    }
    channel.mirrorEnds()
  }

  private func halve(_ above: Int, into level: Int, _ filter: HalfBandFilter) {
    let (from, into) = (levels[above], levels[level])
    let channels = [(from.left, into.left), (from.right, into.right)]
    for (from, into) in channels.prefix(isStereo ? 2 : 1) {
      for frame in 0..<into.samples.count {
        into.samples[frame] = filter.value(at: from.address(of: 2 * frame))
      }
      into.mirrorEnds()
    }
  }
}

/// A channel with a margin beyond each end, so that reading around a frame needs no test for the end.
struct PaddedSamples: BitwiseCopyable {
  private let first: UnsafeMutablePointer<Float>
  private let count: Int

  /// Samples beyond each end.
  fileprivate static var margin: Int { @_noLocks get { HalfBandFilter.reach } }

  fileprivate init(first: UnsafeMutablePointer<Float>, count: Int) {
    self.first = first
    self.count = count
  }

  /// The channel without its margins.
  var samples: Samples { @_noLocks get { Samples(start: first, count: count) } }

  /// The index of the last frame.
  var last: Int { @_noLocks get { count - 1 } }

  /// A frame of the channel or of its margins. [audio-thread]
  @_noLocks @inline(__always) func value(at frame: Int) -> Float {
    precondition(frame >= -Self.margin && frame < count + Self.margin)
    return first[frame]
  }

  /// The address of a frame. Memory before and after it belongs to the channel too, as far as the margin.
  @_noLocks @inline(__always) func address(of frame: Int) -> UnsafePointer<Float> {
    precondition(UInt(bitPattern: frame) < UInt(bitPattern: count))
    return UnsafePointer(first + frame)
  }

  fileprivate func mirrorEnds() {
    for distance in 1...Self.margin {
      first[-distance] = first[min(distance, last)]
      first[last + distance] = first[max(last - distance, 0)]
    }
  }
}

/// A recording at one mip level.
struct SampleMipLevel: BitwiseCopyable {
  let left: PaddedSamples
  /// Equal to `left` in mono.
  let right: PaddedSamples
}

/// The frames of a `Sample`, without reference counting.
struct SampleFrames: BitwiseCopyable {
  private let levels: UnsafeMutablePointer<SampleMipLevel>
  static var highestLevel: Int { @_noLocks get { 5 } }
  private(set) var count: Int
  let isStereo: Bool

  fileprivate init(_ levels: borrowing FixedBuffer<SampleMipLevel>, count: Int, isStereo: Bool) {
    self.levels = levels.start
    self.count = count
    self.isStereo = isStereo
  }

  /// The first frames.
  func prefix(_ count: Int) -> SampleFrames {
    var frames = self
    frames.count = min(self.count, count)
    return frames
  }

  /// - Parameter index: 0 to `highestLevel`.
  @_noLocks @inline(__always) func level(_ index: Int) -> SampleMipLevel { levels[index] }
}

/// Removes the upper octave of a recording's spectrum, so that every second frame can be dropped.
///
/// A symmetric half-band filter, which delays nothing. It is flat up to 0.215 of the sample rate and 70 dB
/// down from 0.285.
struct HalfBandFilter {
  /// The frames that it needs before and after a frame.
  static var reach: Int { @_noLocks get { 32 } }

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
