import CRealtime
import SpinetDSP
import SpinetVoices

extension SynthVoiceGroup {
  /// Filters the source and adds it to the sums with the loudness of each voice. [audio-thread]
  @_noLocks @inline(__always)
  mutating func filterSource(
    _ parameters: VoiceParametersView, _ count: Int, _ buffers: LaneBuffers
  ) {
    switch parameters.value.filterKind {
    case .low: playLow(count, buffers)
    case .mixed: playMixed(parameters, count, buffers)
    case .selfOscillating: playSelfOscillating(parameters, count, buffers)
    case .ladder: playLadder(parameters, count, buffers)
    case .both: playBoth(parameters, count, buffers)
    }
  }

  /// Whether `playLow(beside:)` gives the same result as `filterSource`.
  @_noLocks @inline(__always) func isFilteredInPairs(_ parameters: VoiceParametersView)
    -> Bool
  {
    guard case .low = parameters.value.filterKind else { return false }
    return isCentred && !isStereo
  }

  /// Plays the low passes of two groups in one loop. The other group's source is in the buffers' right source. Each
  /// filter waits for its own last sample; interleaved, the filters took three quarters of the time.
  @_noLocks @inline(__always)
  mutating func playLow(
    beside other: VoiceGroupView, _ count: Int, _ buffers: LaneBuffers
  ) {
    var (filter, otherFilter) = (self.filter, other.value.filter)
    var (level, otherLevel) = (left, other.value.left)
    for frame in 0..<count {
      let sound = filter.next(buffers.source[frame]).low
      let otherSound = otherFilter.next(buffers.rightSource[frame]).low
      let sum = rt_fused(sound, level.next(), buffers.center[frame])
      buffers.center[frame] = rt_fused(otherSound, otherLevel.next(), sum)
    }
    (self.filter, left, right) = (filter, level, level)
    (other.value.filter, other.value.left, other.value.right) = (otherFilter, otherLevel, otherLevel)
  }

  // Local copies of the filters stay in registers; memory behind a pointer does not.

  @_noLocks @inline(__always) private mutating func playLow(_ count: Int, _ buffers: LaneBuffers) {
    var (filter, other) = (self.filter, self.filter)
    other.state = rightState
    if isStereo {
      playStereo(count, buffers) { _, x, y in (filter.next(x).low, other.next(y).low) }
      rightState = other.state
    } else {
      playMono(count, buffers) { _, x in filter.next(x).low }
    }
    self.filter = filter
  }

  @_noLocks @inline(__always)
  private mutating func playMixed(
    _ parameters: VoiceParametersView, _ count: Int, _ buffers: LaneBuffers
  ) {
    var (filter, other) = (self.filter, self.filter)
    other.state = rightState
    if isStereo {
      playStereo(count, buffers) { frame, x, y in
        (parameters.value.mix(filter.next(x), x, frame), parameters.value.mix(other.next(y), y, frame))
      }
      rightState = other.state
    } else {
      playMono(count, buffers) { frame, x in parameters.value.mix(filter.next(x), x, frame) }
    }
    self.filter = filter
  }

  @_noLocks @inline(__always)
  private mutating func playSelfOscillating(
    _ parameters: VoiceParametersView, _ count: Int, _ buffers: LaneBuffers
  ) {
    var (filter, other) = (self.filter, self.filter)
    other.state = rightState
    let growth = oscillationGrowth
    if isStereo {
      playStereo(count, buffers) { frame, x, y in
        filter.sustainOscillation(growth: growth)
        other.sustainOscillation(growth: growth)
        return (
          parameters.value.mix(filter.next(x), x, frame), parameters.value.mix(other.next(y), y, frame)
        )
      }
      rightState = other.state
    } else {
      playMono(count, buffers) { frame, x in
        filter.sustainOscillation(growth: growth)
        return parameters.value.mix(filter.next(x), x, frame)
      }
    }
    self.filter = filter
  }

  @_noLocks @inline(__always)
  private mutating func playLadder(
    _ parameters: VoiceParametersView, _ count: Int, _ buffers: LaneBuffers
  ) {
    var (ladder, other) = (self.ladder, self.ladder)
    other.state = rightLadderState
    let (driveGain, makeUp) = (parameters.value.driveGain, parameters.value.makeUp)
    let position = parameters.value.position
    if isStereo {
      playStereo(count, buffers) { frame, x, y in
        let (driveGain, makeUp) = (driveGain.after(position + frame), 2 * makeUp.after(position + frame))
        return (ladder.next(x * driveGain) * makeUp, other.next(y * driveGain) * makeUp)
      }
      rightLadderState = other.state
    } else {
      playMono(count, buffers) { frame, x in
        ladder.next(x * driveGain.after(position + frame)) * (2 * makeUp.after(position + frame))
      }
    }
    self.ladder = ladder
  }

  /// Both filters, during a change from one to the other.
  @_noLocks @inline(__always)
  private mutating func playBoth(
    _ parameters: VoiceParametersView, _ count: Int, _ buffers: LaneBuffers
  ) {
    var (filter, ladder) = (self.filter, self.ladder)
    var (otherFilter, otherLadder) = (self.filter, self.ladder)
    (otherFilter.state, otherLadder.state) = (rightState, rightLadderState)
    let growth = oscillationGrowth
    if isStereo {
      playStereo(count, buffers) { frame, x, y in
        (
          parameters.value.blend(&filter, &ladder, growth, x, frame),
          parameters.value.blend(&otherFilter, &otherLadder, growth, y, frame)
        )
      }
      (rightState, rightLadderState) = (otherFilter.state, otherLadder.state)
    } else {
      playMono(count, buffers) { frame, x in parameters.value.blend(&filter, &ladder, growth, x, frame) }
    }
    (self.filter, self.ladder) = (filter, ladder)
  }

  /// Filters one source for both sides.
  @_noLocks @inline(__always)
  private mutating func playMono(
    _ count: Int, _ buffers: LaneBuffers, filtered: (Int, Lanes) -> Lanes
  ) {
    var (left, right) = (self.left, self.right)
    if isCentred {
      for frame in 0..<count {
        let sound = filtered(frame, buffers.source[frame])
        buffers.center[frame] = rt_fused(sound, left.next(), buffers.center[frame])
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

  /// Filters both sides in one loop, because each filter waits for its own last sample.
  @_noLocks @inline(__always)
  private mutating func playStereo(
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

extension SynthVoiceParameters {
  /// The mix of the input and the outputs of the two-pole filter, which determines its mode.
  @_noLocks @inline(__always)
  func mix(_ outputs: (band: Lanes, low: Lanes), _ x: Lanes, _ frame: Int) -> Lanes {
    let offset = position + frame
    return x * dry.after(offset) + outputs.band * band.after(offset) + outputs.low * low.after(offset)
  }

  /// The mix of the two-pole filter and the ladder for the same sample.
  @_noLocks @inline(__always)
  func blend(
    _ filter: inout StateVariableFilter, _ ladder: inout LadderFilter, _ growth: Lanes, _ x: Lanes,
    _ frame: Int
  ) -> Lanes {
    let (driveGain, makeUp) = (driveGain.after(position + frame), makeUp.after(position + frame))
    let driven = self.driveGain.isAt(1) ? x : Self.driven(x, driveGain, makeUp)
    filter.sustainOscillation(growth: growth)
    let soft = mix(filter.next(driven), driven, frame)
    let steep = ladder.next(x * driveGain) * (2 * makeUp)
    return soft + (steep - soft) * ladderMix.after(position + frame)
  }

  /// Saturates a source and makes up for the loudness. Saturation changes the signal even at a gain of 1, so it is
  /// faded in up to a drive of 0.1.
  @_noLocks @inline(__always) static func driven(_ x: Lanes, _ driveGain: Float, _ makeUp: Float) -> Lanes {
    let share = min((driveGain - 1) * 20, 1)
    return rt_fused(
      FastMath.saturate(x * (2 * driveGain)), Lanes(repeating: 0.5 * makeUp * share), x * (1 - share))
  }
}
