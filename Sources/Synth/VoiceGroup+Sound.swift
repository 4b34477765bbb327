import DSP

/// The sums of all groups, three lanes a frame, before the lanes are added up.
struct LaneSums: BitwiseCopyable {
  let left: UnsafeMutablePointer<Lanes>
  let right: UnsafeMutablePointer<Lanes>
  /// Both sides alike.
  let centre: UnsafeMutablePointer<Lanes>

  init() {
    left = .allocate(capacity: 3 * SpanGains.capacity)
    left.initialize(repeating: .zero, count: 3 * SpanGains.capacity)
    right = left + SpanGains.capacity
    centre = right + SpanGains.capacity
  }

  func deallocate() { left.deallocate() }

  /// [audio-thread]
  @_noLocks func clear(_ count: Int) {
    for frame in 0..<count {
      left[frame] = .zero
      right[frame] = .zero
      centre[frame] = .zero
    }
  }
}

/// What the two oscillators read.
struct VoiceWaves: BitwiseCopyable {
  var first: WaveTable
  var second: WaveTable
  var firstIsPulse: Bool
  var secondIsPulse: Bool
  var firstWidth: UInt32
  var secondWidth: UInt32
}

extension VoiceGroup {
  /// Adds `count` frames of all eight voices. [audio-thread]
  @_noLocks mutating func render(_ count: Int, waves: VoiceWaves, gains: SpanGains, into sums: LaneSums) {
    // A local copy lives in registers; what a pointer reaches does not.
    var sound = self
    for frame in 0..<count {
      let source = sound.nextSource(frame, waves, gains)
      let outputs = sound.filter.next(source)
      var filtered = outputs.low * gains.low(frame)
      if !gains.isLow {
        filtered += source * gains.through(frame) + outputs.band * gains.band(frame)
      }
      let voiced = filtered * sound.amp
      sound.amp += sound.ampStep
      if isCentred {
        sums.centre[frame] += voiced
      } else {
        sums.left[frame] += voiced * sound.left
        sums.right[frame] += voiced * sound.right
      }
    }
    self = sound
  }

  @_noLocks @inline(__always)
  private mutating func nextSource(_ frame: Int, _ waves: VoiceWaves, _ gains: SpanGains) -> Lanes {
    let one =
      waves.firstIsPulse ? first.nextPulse(waves.first, width: waves.firstWidth) : first.next(waves.first)
    var source = one * gains.first(frame)
    if gains.hasSecond {
      let two =
        waves.secondIsPulse
        ? second.nextPulse(waves.second, width: waves.secondWidth) : second.next(waves.second)
      source += two * gains.second(frame)
    }
    if gains.hasNoise { source += noise.next() * gains.noise(frame) }
    if gains.isDriven { source = FastMath.saturate(source * gains.push(frame)) * gains.makeUp(frame) }
    return source
  }
}
