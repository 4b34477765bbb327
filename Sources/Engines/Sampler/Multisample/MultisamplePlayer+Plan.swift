import CRealtime
import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetVoices

/// A control step of a voice.
extension MultisamplePlayer {
  /// A voice's numbers now: the zone's, moved by what the voice has of its own.
  @_noLocks func numbers(of index: Int, _ zone: ZonePointer) -> ZoneNumbers {
    let shared = table.numbers(of: zone, voices[index].zone)
    guard zone.pointee.isMoving else { return shared }
    let own = ZoneNumbers(lanes.numbers.start)
    for number in 0..<zone.pointee.valueCount { own.set(number, shared[number]) }
    var place = zone.pointee.connections.lowerBound
    while place < zone.pointee.connections.upperBound {
      let connection = table.connections[place]
      let amount = value(of: connection.source, index) * own[connection.depth]
      if connection.target == SFZParameter.amplitude.index {
        own.set(connection.target, own[connection.target] * (1 + amount * 0.01))
      } else {
        own.set(connection.target, own[connection.target] + amount)
      }
      place += 1
    }
    return own
  }

  @_noLocks private func value(of source: ZoneConnection.Source, _ index: Int) -> Float {
    switch source {
    case .lfo(let number): return lanes.lfo(index, number).pointee.value
    case .flexible(let number): return lanes.envelope(index, number).pointee.level
    case .filterEnvelope: return voices[index].filter.level
    case .pitchEnvelope: return voices[index].pitchEnvelope.level
    case .velocity: return Float(voices[index].velocity) / 127
    case .note(let controller, let curve):
      let position = 127 * voices[index].position(of: controller)
      return position < 0 ? -table.curve(curve, at: -position) : table.curve(curve, at: position)
    }
  }

  /// Sets the gains, filters and playing speed of a voice for the next frames.
  @_noLocks mutating func plan(_ index: Int, frames: Int) {
    if voices[index].restingAt == revision, voices[index].isHeld { return }
    let zone = table.zone(voices[index].zone)
    let seconds = Float(frames) * rates.secondsPerFrame
    let numbers = numbers(of: index, zone)
    advance(index, seconds, zone, numbers)
    if voices[index].stamp != table.stamp || zone.pointee.isMoving { shape(index, zone, numbers) }
    tune(index, seconds, zone, numbers)
    let gains = voices[index].gains.sides * voices[index].level
    if frames == Self.stepFrames { voices[index].ramp.passStep(frames: frames) }
    // With an attack of up to 1 ms, the sample begins at full level: a ramp would soften the attack of the recording.
    let isFirst = voices[index].isNew
    voices[index].isNew = false
    if isFirst, attack(numbers) <= 0.001, voices[index].wait == 0 {
      voices[index].ramp.set(gains)
    } else {
      voices[index].ramp.approach(gains, elapsed: Self.stepFrames - frames, frames: frames)
    }
    let isResting =
      voices[index].isHeld && voices[index].isStill(sustain: numbers[.ampSustain] * 0.01)
      && !zone.pointee.isMoving
    voices[index].restingAt = isResting ? revision : 0
  }

  @_noLocks private func attack(_ numbers: ZoneNumbers) -> Float {
    max(numbers[.ampAttack], value(.attack))
  }

  /// Moves envelopes and LFOs on.
  @_noLocks private mutating func advance(
    _ index: Int, _ seconds: Float, _ zone: ZonePointer, _ numbers: ZoneNumbers
  ) {
    if voices[index].wait > 0 {
      if !voices[index].isPlaying { voices[index].fadeLevel = 0 }
      return
    }
    var times = EnvelopeTimes(numbers, first: .ampDelay)
    times.attack = max(max(times.attack, value(.attack)), 1e-4)
    times.release = max(times.release, value(.release))
    voices[index].amp.advance(by: seconds, times)
    fadeOut(index, seconds, numbers)
    guard zone.pointee.isMoving else { return }
    voices[index].filter.advance(by: seconds, EnvelopeTimes(numbers, first: .filterDelay))
    voices[index].pitchEnvelope.advance(by: seconds, EnvelopeTimes(numbers, first: .pitchDelay))
    var number = 0
    while number < zone.pointee.lfos.count {
      let lfo = table.lfos[zone.pointee.lfos.lowerBound + number]
      lanes.lfo(index, number).pointee.advance(
        by: seconds, numbers.dropping(lfo.settings), table.waves, lfo.waves, random: &choice.randomState)
      number += 1
    }
    number = 0
    while number < zone.pointee.envelopes.count {
      lanes.envelope(index, number).pointee.advance(
        by: seconds, table.envelopes[zone.pointee.envelopes.lowerBound + number], table.points,
        isReleased: voices[index].amp.isReleased)
      number += 1
    }
  }

  /// Moves the fade of a voice that something has ended.
  @_noLocks private mutating func fadeOut(
    _ index: Int, _ seconds: Float, _ numbers: ZoneNumbers
  ) {
    voices[index].fadeSeconds += seconds
    switch voices[index].stage {
    case .off: break
    case .playing: voices[index].fadeSeconds = 0
    case .fade: voices[index].fadeLevel = max(0, voices[index].fadeLevel - seconds / 0.005)
    case .cut:
      let share = voices[index].fadeSeconds / max(numbers[.offTime], 1e-4)
      voices[index].fadeLevel = EnvelopeState.left(at: share, shape: numbers[.offShape])
    }
  }

  /// Sets gains and filters.
  @_noLocks private mutating func shape(
    _ index: Int, _ zone: ZonePointer, _ numbers: ZoneNumbers
  ) {
    voices[index].stamp = table.stamp
    let fixed = voices[index].fixed
    let decibels =
      numbers[.volume] + numbers[.groupVolume] + numbers[.masterVolume] + numbers[.globalVolume]
      + fixed.decibels
    // 6.0206 decibels are a factor of two.
    var gain =
      FastMath.exp2(min(max(decibels, -200), 144) / 6.0206) * numbers[.amplitude] * 0.01 * fixed.gain
      * zone.pointee.sign
    gain *= max(0, Self.loudness(numbers[.velocityTracking] * 0.01, fixed.velocityShare))
    gain *= signalFade(zone)
    let gains = StereoGains(
      pan: (numbers[.pan] + fixed.pan) * 0.01, width: min(max(numbers[.width] * 0.01, -1), 1),
      position: numbers[.position] * 0.01, isStereo: zone.pointee.source.frames.isStereo)
    voices[index].gains = gains.scaled(by: min(max(gain, -1e6), 1e6))
    if zone.pointee.hasComb { aimCombs(index, zone, numbers) }
    if zone.pointee.sectionCount > 0 { aimSections(index, zone, numbers) }
  }

  /// The loudness that velocity leaves. Negative tracking makes soft notes louder.
  @_noLocks private static func loudness(_ tracking: Float, _ share: Float) -> Float {
    tracking >= 0 ? 1 - tracking * (1 - share) : 1 + tracking * share
  }

  /// The gain of the fades by controllers.
  @_noLocks private func signalFade(_ zone: ZonePointer) -> Float {
    var gain: Float = 1
    var index = zone.pointee.crossfades.lowerBound
    while index < zone.pointee.crossfades.upperBound {
      let fade = table.crossfades[index]
      if case .signal(let signal) = fade.axis { gain *= fade.gain(127 * table.signals[signal].value) }
      index += 1
    }
    return gain
  }

  @_noLocks private mutating func aimSections(
    _ index: Int, _ zone: ZonePointer, _ numbers: ZoneNumbers
  ) {
    let (group, lane, fixed) = (index >> 3, index & 7, voices[index].fixed)
    var next = 0
    for stage in 0..<zone.pointee.filterSections {
      let aim = SectionAim(
        zone.pointee.filter, cutoff: (numbers[.cutoff] + fixed.cutoff) / 1_200,
        resonance: numbers[.resonance], gain: numbers[.filterGain], stage: stage)
      lanes.section(group, next).pointee.aim(lane: lane, aim)
      next += 1
    }
    for stage in 0..<zone.pointee.filter2Sections {
      let aim = SectionAim(
        zone.pointee.filter2, cutoff: (numbers[.cutoff2] + fixed.cutoff2) / 1_200,
        resonance: numbers[.resonance2], gain: numbers[.filter2Gain], stage: stage)
      lanes.section(group, next).pointee.aim(lane: lane, aim)
      next += 1
    }
    if zone.pointee.hasBand.0 {
      aimBand(zone.pointee.bands.0, numbers.dropping(SFZParameter.eq1Frequency.index), group, &next, lane)
    }
    if zone.pointee.hasBand.1 {
      aimBand(zone.pointee.bands.1, numbers.dropping(SFZParameter.eq2Frequency.index), group, &next, lane)
    }
    if zone.pointee.hasBand.2 {
      aimBand(zone.pointee.bands.2, numbers.dropping(SFZParameter.eq3Frequency.index), group, &next, lane)
    }
  }

  @_noLocks private func aimCombs(_ index: Int, _ zone: ZonePointer, _ numbers: ZoneNumbers) {
    let fixed = voices[index].fixed
    if zone.pointee.filter.isComb {
      lanes.combs.aim(
        index, 0, octave: (numbers[.cutoff] + fixed.cutoff) / 1_200, resonance: numbers[.resonance],
        secondsPerFrame: rates.secondsPerFrame)
    }
    if zone.pointee.filter2.isComb {
      lanes.combs.aim(
        index, 1, octave: (numbers[.cutoff2] + fixed.cutoff2) / 1_200, resonance: numbers[.resonance2],
        secondsPerFrame: rates.secondsPerFrame)
    }
  }

  /// - Parameter numbers: frequency, width and gain.
  @_noLocks private func aimBand(
    _ type: BandType, _ numbers: ZoneNumbers, _ group: Int, _ next: inout Int, _ lane: Int
  ) {
    let aim = SectionAim(type, hertz: numbers[0], octaves: numbers[1], decibels: numbers[2])
    lanes.section(group, next).pointee.aim(lane: lane, aim)
    next += 1
  }

  @_noLocks private mutating func tune(
    _ index: Int, _ seconds: Float, _ zone: ZonePointer, _ numbers: ZoneNumbers
  ) {
    voices[index].touch.follow(seconds, smoothing: numbers[.bendSmoothing])
    let touch = voices[index].touch
    // The keyboard's bend is for a range of two semitones.
    let bend = touch.bend * (touch.bend >= 0 ? numbers[.bendUp] : -numbers[.bendDown]) * 0.005
    let semitones = 69 + 12 * (touch.pitch - 8.781_359_7) - zone.pointee.centre
    let cents =
      semitones * numbers[.pitchKeyTracking] + 100 * numbers[.transpose] + numbers[.tune]
      + voices[index].fixed.cents + value(.tune) + 100 * value(.pitchBend)
    let octaves = cents / 1_200 + bend + zone.pointee.octaves
    guard octaves != voices[index].octaves else { return }
    voices[index].octaves = octaves
    // Within 0.0024 cents of the sample's pitch, the step is exactly 1.
    let isRoot = octaves < 2e-6 && octaves > -2e-6
    let ratio = isRoot ? 1 : rt_exp2(Double(min(max(octaves, -12), 8)))
    let step = Int64(ratio * 4_294_967_296)
    voices[index].head.step = zone.pointee.isReversed ? -step : step
  }
}

extension SampleZone {
  /// How many two-pole sections it needs.
  var sectionCount: Int {
    @_noLocks get {
      filterSections + filter2Sections + (hasBand.0 ? 1 : 0) + (hasBand.1 ? 1 : 0) + (hasBand.2 ? 1 : 0)
    }
  }
}

extension NoteTouch {
  /// Moves the bend towards the wheel.
  ///
  /// - Parameter smoothing: in milliseconds.
  @_noLocks fileprivate mutating func follow(_ seconds: Float, smoothing: Float) {
    let distance = bendTarget - bend
    guard smoothing > 0, distance > 1e-6 || distance < -1e-6 else {
      bend = bendTarget
      return
    }
    bend += distance * (1 - FastMath.exp2(-1_442.7 * seconds / smoothing))
  }
}

extension SampleVoice {
  /// The position, 0–1, of one of the controllers that SFZ counts beyond MIDI's; of 136 it is −1 to 1.
  @_noLocks @inline(__always) fileprivate func position(of controller: Int) -> Float {
    switch controller {
    case 128: min(max(touch.bend * 3 + 0.5, 0), 1)
    case 129, 130: touch.pressure
    case 131: Float(velocity) / 127
    case 133: key / 127
    case 134: amp.isReleased ? 0 : 1
    case 135: touch.chance
    case 136: 2 * touch.chance - 1
    case 137: touch.isSecond ? 1 : 0
    default: 0
    }
  }

  /// Whether nothing has ended its sound.
  fileprivate var isHeld: Bool { @_noLocks @inline(__always) get { isPlaying && !amp.isReleased } }

  /// Whether its envelope, its bend and its gains stay as they are.
  @_noLocks @inline(__always) fileprivate func isStill(sustain: Float) -> Bool {
    wait == 0 && amp.rests(at: sustain) && touch.bend == touch.bendTarget && ramp.isLevel
  }
}
