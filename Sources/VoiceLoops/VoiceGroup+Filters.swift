import CRealtime
import DSP
import Voices

extension VoiceGroup {
  /// Adds the filtered source, as loud as each voice is, to the sums. [audio-thread]
  @_noLocks @inline(__always)
  mutating func filterSource(_ voicing: UnsafePointer<Voicing>, _ count: Int, _ buffers: LaneBuffers) {
    switch voicing.pointee.filterKind {
    case .low: playLow(count, buffers)
    case .mixed: playMixed(voicing, count, buffers)
    case .singing: playSinging(voicing, count, buffers)
    case .ladder: playLadder(voicing, count, buffers)
    }
  }

  // Local copies of the filters live in registers; what a pointer reaches does not.

  @_noLocks @inline(__always) private mutating func playLow(_ count: Int, _ buffers: LaneBuffers) {
    var filter = self.filter
    if isStereo {
      var other = filter
      other.memory = rightMemory
      playSide(isRight: true, count, buffers) { _, x in other.next(x).low }
      rightMemory = other.memory
    }
    playSide(isRight: false, count, buffers) { _, x in filter.next(x).low }
    self.filter = filter
  }

  @_noLocks @inline(__always)
  private mutating func playMixed(
    _ voicing: UnsafePointer<Voicing>, _ count: Int, _ buffers: LaneBuffers
  ) {
    var filter = self.filter
    if isStereo {
      var other = filter
      other.memory = rightMemory
      playSide(isRight: true, count, buffers) { frame, x in voicing.pointee.mix(other.next(x), x, frame) }
      rightMemory = other.memory
    }
    playSide(isRight: false, count, buffers) { frame, x in voicing.pointee.mix(filter.next(x), x, frame) }
    self.filter = filter
  }

  @_noLocks @inline(__always)
  private mutating func playSinging(
    _ voicing: UnsafePointer<Voicing>, _ count: Int, _ buffers: LaneBuffers
  ) {
    var filter = self.filter
    let growth = singing
    if isStereo {
      var other = filter
      other.memory = rightMemory
      playSide(isRight: true, count, buffers) { frame, x in
        other.sing(growth: growth)
        return voicing.pointee.mix(other.next(x), x, frame)
      }
      rightMemory = other.memory
    }
    playSide(isRight: false, count, buffers) { frame, x in
      filter.sing(growth: growth)
      return voicing.pointee.mix(filter.next(x), x, frame)
    }
    self.filter = filter
  }

  @_noLocks @inline(__always)
  private mutating func playLadder(
    _ voicing: UnsafePointer<Voicing>, _ count: Int, _ buffers: LaneBuffers
  ) {
    var ladder = self.ladder
    let (push, makeUp) = (voicing.pointee.push, voicing.pointee.makeUp)
    let position = voicing.pointee.position
    if isStereo {
      var other = ladder
      other.memory = rightLadderMemory
      playSide(isRight: true, count, buffers) { frame, x in
        other.next(x * push.after(position + frame)) * (2 * makeUp.after(position + frame))
      }
      rightLadderMemory = other.memory
    }
    playSide(isRight: false, count, buffers) { frame, x in
      ladder.next(x * push.after(position + frame)) * (2 * makeUp.after(position + frame))
    }
    self.ladder = ladder
  }

  /// One side, or both where they are alike before the filter; `filtered` gets a frame and its sample.
  @_noLocks @inline(__always)
  private mutating func playSide(
    isRight: Bool, _ count: Int, _ buffers: LaneBuffers, filtered: (Int, Lanes) -> Lanes
  ) {
    var (left, right) = (self.left, self.right)
    if isRight {
      for frame in 0..<count {
        let sound = filtered(frame, buffers.rightSource[frame])
        buffers.right[frame] = rt_fused(sound, right.next(), buffers.right[frame])
      }
      self.right = right
      return
    }
    if isCentred {
      for frame in 0..<count {
        let sound = filtered(frame, buffers.source[frame])
        buffers.centre[frame] = rt_fused(sound, left.next(), buffers.centre[frame])
      }
      self.right = left
    } else if isStereo {
      for frame in 0..<count {
        let sound = filtered(frame, buffers.source[frame])
        buffers.left[frame] = rt_fused(sound, left.next(), buffers.left[frame])
      }
    } else {
      for frame in 0..<count {
        let sound = filtered(frame, buffers.source[frame])
        buffers.left[frame] = rt_fused(sound, left.next(), buffers.left[frame])
        buffers.right[frame] = rt_fused(sound, right.next(), buffers.right[frame])
      }
      self.right = right
    }
    self.left = left
  }
}

extension Voicing {
  /// As much of the input and of the filter's outputs as makes its mode.
  @_noLocks @inline(__always)
  func mix(_ outputs: (band: Lanes, low: Lanes), _ x: Lanes, _ frame: Int) -> Lanes {
    let place = position + frame
    return x * through.after(place) + outputs.band * band.after(place) + outputs.low * low.after(place)
  }
}
