import SpinetEngine
import SpinetRealtime

// Voices that are computed in groups of eight.
extension FaustVoicePlayer {
  /// Brings a voice that starts into its group, if that is joined or has enough voices now. [audio-thread]
  @_noLocks func enterGroup(_ lane: Int) {
    guard groups.count > 0 else { return }
    if groups.holds(lane) { return groups.load(lane) }
    let group = lane / GroupSource.width
    guard voices(in: group) >= VoiceGroups.fewestVoices else { return }
    groups.join(group)
    for lane in lanes(of: group) { groups.load(lane) }
  }

  @_noLocks private func lanes(of group: Int) -> Range<Int> {
    let first = group * GroupSource.width
    return first..<min(first + GroupSource.width, lanes.count)
  }

  @_noLocks private func voices(in group: Int) -> Int {
    var count = 0
    for lane in lanes(of: group) {
      if case .free = lanes[lane].use { continue }
      count += 1
    }
    return count
  }

  /// Dissolves groups without voices, so that the next voices are computed one by one. [audio-thread]
  @_noLocks func dissolveEmptyGroups() {
    for group in 0..<groups.count where groups.isJoined(group) && voices(in: group) == 0 {
      groups.dissolve(group)
    }
  }

  // MARK: Sound

  /// Adds the voices of all joined groups to the bus. [audio-thread]
  @_noLocks mutating func playGroups(_ count: Int) {
    for group in 0..<groups.count where groups.isJoined(group) {
      compute(group: group, count)
      let isMixed = mix(group, count)
      for lane in lanes(of: group) {
        switch lanes[lane].use {
        case .free, .rising: break
        case .sounding: isMixed ? listen(lane, count) : sound(inGroup: lane, count)
        case .fading: fadeOut(inGroup: lane, count)
        }
      }
    }
  }

  /// Computes all voices of a group, the first frame separately if a gate opens after it.
  @_noLocks private func compute(group: Int, _ count: Int) {
    var rest = count
    if gatesWait(in: group) {
      groups.compute(group, 1, input, skipping: false)
      openGates(in: group)
      rest -= 1
    }
    for lane in lanes(of: group) { lanes[lane].hasFallen = false }
    if rest > 0 { groups.compute(group, rest, input, skipping: rest < count) }
  }

  @_noLocks private func gatesWait(in group: Int) -> Bool {
    for lane in lanes(of: group) where lanes[lane].opensAfterOneFrame { return true }
    return false
  }

  @_noLocks private func openGates(in group: Int) {
    for lane in lanes(of: group) where lanes[lane].opensAfterOneFrame {
      openGate(lane)
      lanes[lane].opensAfterOneFrame = false
    }
  }

  /// Adds the sounding voices of a group at once, unless one of them overflows.
  @_noLocks private func mix(_ group: Int, _ count: Int) -> Bool {
    var sounding = SIMDMask<SIMD8<Int32>>()
    for lane in lanes(of: group) {
      if case .sounding = lanes[lane].use { sounding[lane % GroupSource.width] = true }
    }
    guard groups.output.add(sounding, to: output, count) else { return false }
    bus.add(output, count)
    return true
  }

  /// Records for how long a voice that is already on the bus has been quiet.
  @_noLocks private mutating func listen(_ lane: Int, _ count: Int) {
    guard lanes[lane].isReleased else { return }
    groups.output.copy(lane % GroupSource.width, to: output, count)
    recordQuiet(lane, count)
  }

  @_noLocks private mutating func sound(inGroup lane: Int, _ count: Int) {
    groups.output.copy(lane % GroupSource.width, to: output, count)
    addSounding(lane, count)
    renew(lane)
  }

  @_noLocks private mutating func fadeOut(inGroup lane: Int, _ count: Int) {
    groups.output.copy(lane % GroupSource.width, to: output, count)
    addFading(lane, count)
    renew(lane)
  }

  /// Gives new state to a lane whose voice has ended. The group still computes it, and its state may not be finite.
  @_noLocks private func renew(_ lane: Int) {
    guard case .free = lanes[lane].use else { return }
    template?.copy(into: lanes[lane].memory, process.address)
    groups.load(lane)
  }
}
