import SpinetEngine
import SpinetRealtime

/// One block of samples for each channel, and the addresses that a program's C code takes.
struct ChannelBuffers: ~Copyable {
  let count: Int
  let capacity: Int
  /// The number of channels that are heard. The samples of the others are ignored.
  private let heardCount: Int
  private let lanes: FixedBuffer<SIMD8<Float>>
  /// The address of each channel, and then the same from the second frame on.
  private let addressMemory: FixedBuffer<UnsafeMutablePointer<Float>?>
  /// The number of vectors of a channel.
  private let stride: Int

  /// - Parameter heard: how many of them are heard; nil for all.
  init(count: Int, capacity: Int, heard: Int? = nil) {
    heardCount = min(count, heard ?? count)
    let stride = (capacity + 7) / 8
    lanes = FixedBuffer(repeating: SIMD8(), count: count * stride)
    let start = UnsafeMutableRawPointer(lanes.start).assumingMemoryBound(to: Float.self)
    addressMemory = FixedBuffer(count: 2 * count) { index in
      index < count ? start + index * stride * 8 : start + (index - count) * stride * 8 + 1
    }
    self.count = count
    self.capacity = capacity
    self.stride = stride
  }

  /// The address of each channel, for the program.
  var addresses: UnsafeMutablePointer<UnsafeMutablePointer<Float>?> { @_noLocks get { addressMemory.start } }

  /// The address of each channel's second frame.
  var laterAddresses: UnsafeMutablePointer<UnsafeMutablePointer<Float>?> {
    @_noLocks get { addressMemory.start + count }
  }

  @_noLocks func channel(_ index: Int) -> Samples {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    let start = UnsafeMutableRawPointer(lanes.start + index * stride).assumingMemoryBound(to: Float.self)
    return Samples(start: start, count: capacity)
  }

  /// [audio-thread]
  @_noLocks func clear(_ frames: Int) {
    for channel in 0..<count {
      for index in 0..<((frames + 7) / 8) { lanes[channel * stride + index] = SIMD8() }
    }
  }

  /// Copies the input, whose channels are repeated; silence without input. [audio-thread]
  @_noLocks func take(_ input: AudioInput?, _ frames: Int) {
    guard let input else { return clear(frames) }
    for index in 0..<count {
      channel(index).slice(from: 0, count: frames).copy(from: input.samples(index % input.channelCount))
    }
  }

  /// Writes all channels for which the block has room, a single one to both sides. Returns the highest absolute
  /// sample of the first two. [audio-thread]
  @_noLocks func write(to block: AudioBlock, meters: EngineMeters) -> Float {
    guard count > 0 else {
      block.silence()
      return 0
    }
    block.left.copy(from: channel(0))
    block.right.copy(from: channel(min(1, count - 1)))
    if let further = block.further { write(to: further, meters: meters) }
    return loudest(block.frameCount)
  }

  /// Writes the channels from the third on. Overflows in them have not been silenced before.
  @_noLocks private func write(to further: PlanarSamples, meters: EngineMeters) {
    for output in 0..<further.channelCount {
      let into = further[output]
      guard 2 + output < count else {
        into.fill(0)
        continue
      }
      let from = channel(2 + output)
      for frame in 0..<into.count {
        let isSound = abs(from[frame]) < Self.limit
        into[frame] = isSound ? from[frame] : 0
        if !isSound { meters.recordOverflow() }
      }
    }
  }

  // MARK: Mixing

  /// Adds the channels of `other`, which has as many. [audio-thread]
  @_noLocks func add(_ other: borrowing ChannelBuffers, _ frames: Int) {
    for channel in 0..<count {
      let (into, from) = (channel * stride, channel * other.stride)
      // The samples between the last frame and a multiple of eight are not played.
      for index in 0..<((frames + 7) / 8) { lanes[into + index] += other.lanes[from + index] }
    }
  }

  /// Adds the channels of `other` during a linear fade-out, of which `rest` of `whole` frames are left. [audio-thread]
  @_noLocks func add(_ other: borrowing ChannelBuffers, _ frames: Int, fading rest: Int, of whole: Int) {
    let step = 1 / Float(whole)
    for channel in 0..<count {
      let into = self.channel(channel)
      let from = other.channel(channel)
      for frame in 0..<frames { into[frame] += from[frame] * (Float(max(0, rest - frame)) * step) }
    }
  }

  /// Adds the channels of `other` during a linear fade-in, of which `rest` of `whole` frames are left. [audio-thread]
  @_noLocks func add(_ other: borrowing ChannelBuffers, _ frames: Int, rising rest: Int, of whole: Int) {
    let step = 1 / Float(whole)
    for channel in 0..<count {
      let into = self.channel(channel)
      let from = other.channel(channel)
      for frame in 0..<frames { into[frame] += from[frame] * (1 - Float(max(0, rest - frame)) * step) }
    }
  }

  /// Fades out linearly; `rest` of `whole` frames are left. [audio-thread]
  @_noLocks func fade(_ frames: Int, rest: Int, of whole: Int) {
    let step = 1 / Float(whole)
    for index in 0..<count {
      let samples = channel(index)
      for frame in 0..<frames { samples[frame] *= Float(max(0, rest - frame)) * step }
    }
  }

  // MARK: Measuring

  /// The number of frames at the end in which no sample is above `level`. [audio-thread]
  @_noLocks func quietFrames(_ frames: Int, below level: Float) -> Int {
    var quiet = frames
    for index in 0..<heardCount {
      let samples = channel(index)
      var frame = frames
      while frame > frames - quiet, abs(samples[frame - 1]) <= level { frame -= 1 }
      quiet = min(quiet, frames - frame)
    }
    return quiet
  }

  /// The highest absolute sample. [audio-thread]
  @_noLocks private func loudest(_ frames: Int) -> Float {
    var loudest: Float = 0
    for index in 0..<heardCount {
      loudest = max(loudest, channel(index).slice(from: 0, count: frames).peak)
    }
    return loudest
  }

  /// Samples beyond this are treated as overflow.
  static var limit: Float { @_noLocks get { 1e6 } }

  /// Whether the last frame is finite. If it is not, the program's state cannot recover. [audio-thread]
  @_noLocks func endsFinite(_ frames: Int) -> Bool {
    for index in 0..<heardCount where !channel(index)[frames - 1].isFinite { return false }
    return true
  }

  /// Silences single samples that are not finite or beyond the limit, and reports an overflow. [audio-thread]
  @_noLocks func silenceOverflows(_ frames: Int, meters: EngineMeters) {
    for index in 0..<heardCount {
      let samples = channel(index)
      for frame in 0..<frames where !(abs(samples[frame]) < Self.limit) {
        samples[frame] = 0
        meters.recordOverflow()
      }
    }
  }
}
