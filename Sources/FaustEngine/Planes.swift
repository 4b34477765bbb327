/// Channels of samples, one block of each, and their addresses as Faust's C wants them.
struct Planes {
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
  @_noLocks func add(_ other: Planes, _ frames: Int) {
    for channel in 0..<count {
      let into = samples + channel * stride
      let from = other.samples + channel * other.stride
      // What lies beyond the last frame is room, and heard by nobody.
      for index in 0..<((frames + 7) / 8) { into[index] += from[index] }
    }
  }

  /// Whether no sample is above `level`. [audio-thread]
  @_noLocks func isQuiet(_ frames: Int, below level: Float) -> Bool {
    for index in 0..<count {
      let samples = channel(index)
      for frame in 0..<frames where abs(samples[frame]) > level { return false }
    }
    return true
  }

  /// Adds `other`'s channels on a line from `gain` that falls by `step` a frame, to 0. [audio-thread]
  @_noLocks func add(_ other: Planes, _ frames: Int, from gain: Float, fallingBy step: Float) {
    for channel in 0..<count {
      let into = self.channel(channel)
      let from = other.channel(channel)
      for frame in 0..<frames { into[frame] += from[frame] * max(0, gain - step * Float(frame)) }
    }
  }

  /// Whether the last frame has numbers in it: a program that has lost itself does not find back.
  /// [audio-thread]
  @_noLocks func isSane(_ frames: Int) -> Bool {
    for index in 0..<count where !(abs(channel(index)[frames - 1]) < 1e6) { return false }
    return true
  }
}

extension Planes {
  /// The highest absolute sample. [audio-thread]
  @_noLocks func loudest(_ frames: Int) -> Float {
    var loudest: Float = 0
    for index in 0..<count {
      let samples = channel(index)
      for frame in 0..<frames { loudest = max(loudest, abs(samples[frame])) }
    }
    return loudest
  }

  /// Goes to silence on a line from `gain` that falls by `step` a frame. [audio-thread]
  @_noLocks func scale(_ frames: Int, from gain: Float, fallingBy step: Float) {
    for index in 0..<count {
      let samples = channel(index)
      for frame in 0..<frames { samples[frame] *= max(0, gain - step * Float(frame)) }
    }
  }
}
