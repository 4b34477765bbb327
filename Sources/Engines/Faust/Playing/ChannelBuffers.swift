import SpinetEngine

/// Channels of samples, one block of each, and their addresses as Faust's C wants them.
struct ChannelBuffers {
  let count: Int
  let capacity: Int
  private let samples: UnsafeMutablePointer<SIMD8<Float>>
  let addresses: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  /// The same from the second frame on.
  let laterAddresses: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private var stride: Int { @_noLocks get { (capacity + 7) / 8 } }

  init(count: Int, capacity: Int) {
    self.count = count
    self.capacity = capacity
    let stride = (capacity + 7) / 8
    samples = .allocate(capacity: max(1, count * stride))
    samples.initialize(repeating: SIMD8(), count: max(1, count * stride))
    addresses = .allocate(capacity: max(1, count))
    laterAddresses = .allocate(capacity: max(1, count))
    for channel in 0..<max(1, count) {
      let start = UnsafeMutableRawPointer(samples + (channel < count ? channel * stride : 0))
        .assumingMemoryBound(to: Float.self)
      (addresses + channel).initialize(to: start)
      (laterAddresses + channel).initialize(to: start + 1)
    }
  }

  func deallocate() {
    samples.deallocate()
    addresses.deallocate()
    laterAddresses.deallocate()
  }

  @_noLocks func channel(_ index: Int) -> UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(samples + index * stride).assumingMemoryBound(to: Float.self)
  }

  /// [audio-thread]
  @_noLocks func clear(_ frames: Int) {
    for channel in 0..<count {
      let lanes = samples + channel * stride
      for index in 0..<((frames + 7) / 8) { lanes[index] = SIMD8() }
    }
  }

  /// Adds `other`'s channels, as many as there are. [audio-thread]
  @_noLocks func add(_ other: ChannelBuffers, _ frames: Int) {
    for channel in 0..<count {
      let into = samples + channel * stride
      let from = other.samples + channel * other.stride
      // What lies beyond the last frame is room, and heard by nobody.
      for index in 0..<((frames + 7) / 8) { into[index] += from[index] }
    }
  }

  /// Frames at the end in which no sample is above `level`. [audio-thread]
  @_noLocks func quietFrames(_ frames: Int, below level: Float) -> Int {
    var quiet = frames
    for index in 0..<count {
      let samples = channel(index)
      var frame = frames
      while frame > frames - quiet, abs(samples[frame - 1]) <= level { frame -= 1 }
      quiet = min(quiet, frames - frame)
    }
    return quiet
  }

  /// Adds `other`'s channels on their way to silence: `rest` of `whole` frames are left. [audio-thread]
  @_noLocks func add(_ other: ChannelBuffers, _ frames: Int, fading rest: Int, of whole: Int) {
    let step = 1 / Float(whole)
    for channel in 0..<count {
      let into = self.channel(channel)
      let from = other.channel(channel)
      for frame in 0..<frames { into[frame] += from[frame] * (Float(max(0, rest - frame)) * step) }
    }
  }

  /// Adds `other`'s channels on their way up from silence: `rest` of `whole` frames are left. [audio-thread]
  @_noLocks func add(_ other: ChannelBuffers, _ frames: Int, rising rest: Int, of whole: Int) {
    let step = 1 / Float(whole)
    for channel in 0..<count {
      let into = self.channel(channel)
      let from = other.channel(channel)
      for frame in 0..<frames { into[frame] += from[frame] * (1 - Float(max(0, rest - frame)) * step) }
    }
  }

  /// Beyond this a sample is no sound any more.
  private static var limit: Float { @_noLocks get { 1e6 } }

  /// Whether the last frame has numbers in it: a program that has lost itself does not find back.
  /// [audio-thread]
  @_noLocks func endsFinite(_ frames: Int) -> Bool {
    for index in 0..<count where !(abs(channel(index)[frames - 1]) < Self.limit) { return false }
    return true
  }

  /// Silences single samples that are no numbers, and notes it. [audio-thread]
  @_noLocks func mend(_ frames: Int, noting meters: EngineMeters) {
    for index in 0..<count {
      let samples = channel(index)
      for frame in 0..<frames where !(abs(samples[frame]) < Self.limit) {
        samples[frame] = 0
        meters.noteOverflow()
      }
    }
  }
}

extension ChannelBuffers {
  /// The highest absolute sample. [audio-thread]
  @_noLocks func loudest(_ frames: Int) -> Float {
    var loudest: Float = 0
    for index in 0..<count {
      let samples = channel(index)
      for frame in 0..<frames { loudest = max(loudest, abs(samples[frame])) }
    }
    return loudest
  }

  /// Goes to silence: `rest` of `whole` frames are left. [audio-thread]
  @_noLocks func fade(_ frames: Int, rest: Int, of whole: Int) {
    let step = 1 / Float(whole)
    for index in 0..<count {
      let samples = channel(index)
      for frame in 0..<frames { samples[frame] *= Float(max(0, rest - frame)) * step }
    }
  }
}
