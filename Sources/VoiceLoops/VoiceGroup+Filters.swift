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
    case .both: playBoth(voicing, count, buffers)
    }
  }

  /// Whether `playLow(beside:)` does what `filterSource` does.
  @_noLocks @inline(__always) func isFilteredInPairs(_ voicing: UnsafePointer<Voicing>) -> Bool {
    guard case .low = voicing.pointee.filterKind else { return false }
    return isCentred && !isStereo
  }

  /// The low passes of two groups in one loop, the other one's source in the buffers' right source. Each waits for its
  /// own last sample, and the processor for neither: together they took three quarters of the time.
  @_noLocks @inline(__always)
  mutating func playLow(beside other: UnsafeMutablePointer<VoiceGroup>, _ count: Int, _ buffers: LaneBuffers)
  {
    var (filter, otherFilter) = (self.filter, other.pointee.filter)
    var (level, otherLevel) = (left, other.pointee.left)
    for frame in 0..<count {
      let sound = filter.next(buffers.source[frame]).low
      let otherSound = otherFilter.next(buffers.rightSource[frame]).low
      let sum = rt_fused(sound, level.next(), buffers.centre[frame])
      buffers.centre[frame] = rt_fused(otherSound, otherLevel.next(), sum)
    }
    (self.filter, left, right) = (filter, level, level)
    (other.pointee.filter, other.pointee.left, other.pointee.right) = (otherFilter, otherLevel, otherLevel)
  }

  // Local copies of the filters live in registers; what a pointer reaches does not.

  @_noLocks @inline(__always) private mutating func playLow(_ count: Int, _ buffers: LaneBuffers) {
    var (filter, other) = (self.filter, self.filter)
    other.memory = rightMemory
    if isStereo {
      playApart(count, buffers) { _, x, y in (filter.next(x).low, other.next(y).low) }
      rightMemory = other.memory
    } else {
      playAlike(count, buffers) { _, x in filter.next(x).low }
    }
    self.filter = filter
  }

  @_noLocks @inline(__always)
  private mutating func playMixed(
    _ voicing: UnsafePointer<Voicing>, _ count: Int, _ buffers: LaneBuffers
  ) {
    var (filter, other) = (self.filter, self.filter)
    other.memory = rightMemory
    if isStereo {
      playApart(count, buffers) { frame, x, y in
        (voicing.pointee.mix(filter.next(x), x, frame), voicing.pointee.mix(other.next(y), y, frame))
      }
      rightMemory = other.memory
    } else {
      playAlike(count, buffers) { frame, x in voicing.pointee.mix(filter.next(x), x, frame) }
    }
    self.filter = filter
  }

  @_noLocks @inline(__always)
  private mutating func playSinging(
    _ voicing: UnsafePointer<Voicing>, _ count: Int, _ buffers: LaneBuffers
  ) {
    var (filter, other) = (self.filter, self.filter)
    other.memory = rightMemory
    let growth = singing
    if isStereo {
      playApart(count, buffers) { frame, x, y in
        filter.sing(growth: growth)
        other.sing(growth: growth)
        return (voicing.pointee.mix(filter.next(x), x, frame), voicing.pointee.mix(other.next(y), y, frame))
      }
      rightMemory = other.memory
    } else {
      playAlike(count, buffers) { frame, x in
        filter.sing(growth: growth)
        return voicing.pointee.mix(filter.next(x), x, frame)
      }
    }
    self.filter = filter
  }

  @_noLocks @inline(__always)
  private mutating func playLadder(
    _ voicing: UnsafePointer<Voicing>, _ count: Int, _ buffers: LaneBuffers
  ) {
    var (ladder, other) = (self.ladder, self.ladder)
    other.memory = rightLadderMemory
    let (push, makeUp) = (voicing.pointee.push, voicing.pointee.makeUp)
    let position = voicing.pointee.position
    if isStereo {
      playApart(count, buffers) { frame, x, y in
        let (push, makeUp) = (push.after(position + frame), 2 * makeUp.after(position + frame))
        return (ladder.next(x * push) * makeUp, other.next(y * push) * makeUp)
      }
      rightLadderMemory = other.memory
    } else {
      playAlike(count, buffers) { frame, x in
        ladder.next(x * push.after(position + frame)) * (2 * makeUp.after(position + frame))
      }
    }
    self.ladder = ladder
  }

  /// From the one filter to the other.
  @_noLocks @inline(__always)
  private mutating func playBoth(
    _ voicing: UnsafePointer<Voicing>, _ count: Int, _ buffers: LaneBuffers
  ) {
    var (filter, ladder) = (self.filter, self.ladder)
    var (otherFilter, otherLadder) = (self.filter, self.ladder)
    (otherFilter.memory, otherLadder.memory) = (rightMemory, rightLadderMemory)
    let growth = singing
    if isStereo {
      playApart(count, buffers) { frame, x, y in
        (
          voicing.pointee.blend(&filter, &ladder, growth, x, frame),
          voicing.pointee.blend(&otherFilter, &otherLadder, growth, y, frame)
        )
      }
      (rightMemory, rightLadderMemory) = (otherFilter.memory, otherLadder.memory)
    } else {
      playAlike(count, buffers) { frame, x in voicing.pointee.blend(&filter, &ladder, growth, x, frame) }
    }
    (self.filter, self.ladder) = (filter, ladder)
  }

  /// Sides that are alike before they are as loud as each voice is on them.
  @_noLocks @inline(__always)
  private mutating func playAlike(
    _ count: Int, _ buffers: LaneBuffers, filtered: (Int, Lanes) -> Lanes
  ) {
    var (left, right) = (self.left, self.right)
    if isCentred {
      for frame in 0..<count {
        let sound = filtered(frame, buffers.source[frame])
        buffers.centre[frame] = rt_fused(sound, left.next(), buffers.centre[frame])
      }
      right = left
    } else {
      for frame in 0..<count {
        let sound = filtered(frame, buffers.source[frame])
        buffers.left[frame] = rt_fused(sound, left.next(), buffers.left[frame])
        buffers.right[frame] = rt_fused(sound, right.next(), buffers.right[frame])
      }
    }
    (self.left, self.right) = (left, right)
  }

  /// Both sides in one loop: each waits for its own last sample, and the processor for neither.
  @_noLocks @inline(__always)
  private mutating func playApart(
    _ count: Int, _ buffers: LaneBuffers, filtered: (Int, Lanes, Lanes) -> (Lanes, Lanes)
  ) {
    var (left, right) = (self.left, self.right)
    for frame in 0..<count {
      let (one, two) = filtered(frame, buffers.source[frame], buffers.rightSource[frame])
      buffers.left[frame] = rt_fused(one, left.next(), buffers.left[frame])
      buffers.right[frame] = rt_fused(two, right.next(), buffers.right[frame])
    }
    (self.left, self.right) = (left, right)
  }
}

extension Voicing {
  /// As much of the input and of the filter's outputs as makes its mode.
  @_noLocks @inline(__always)
  func mix(_ outputs: (band: Lanes, low: Lanes), _ x: Lanes, _ frame: Int) -> Lanes {
    let place = position + frame
    return x * through.after(place) + outputs.band * band.after(place) + outputs.low
      * low.after(place)
  }

  /// What the two-pole filter and the ladder make of the same sample, as much of each as there is now.
  @_noLocks @inline(__always)
  func blend(
    _ filter: inout StateVariableFilter, _ ladder: inout LadderFilter, _ growth: Lanes, _ x: Lanes,
    _ frame: Int
  ) -> Lanes {
    let (push, makeUp) = (push.after(position + frame), makeUp.after(position + frame))
    let bent = self.push.isAt(1) ? x : Self.driven(x, push, makeUp)
    filter.sing(growth: growth)
    let soft = mix(filter.next(bent), bent, frame)
    let steep = ladder.next(x * push) * (2 * makeUp)
    return soft + (steep - soft) * ladderShare.after(position + frame)
  }

  /// A source pushed into saturation, and as loud again. A saturation bends even what is not pushed: up to a
  /// drive of a tenth it comes in bit by bit.
  @_noLocks @inline(__always) static func driven(_ x: Lanes, _ push: Float, _ makeUp: Float) -> Lanes {
    let share = min((push - 1) * 20, 1)
    return rt_fused(
      FastMath.saturate(x * (2 * push)), Lanes(repeating: 0.5 * makeUp * share), x * (1 - share))
  }
}
