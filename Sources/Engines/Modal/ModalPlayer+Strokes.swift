import CRealtime
import SpinetDSP
import SpinetEngine
import SpinetRealtime

extension ModalPlayer {
  /// Strikes the body of a fresh voice. [audio-thread]
  @_noLocks mutating func strike(_ lane: Int) {
    voices[lane].state = .sounding
    let key = voices[lane].key
    guard let body = body(key: key) else { return end(lane) }
    let isAgain = voices[lane].age > 0
    voices[lane].traits = bodies[body]
    voices[lane].age = 0
    silenceClass(of: lane)
    place(lane, key)
    let strength = strength(lane)
    let decay = decayScale(lane)
    voices[lane].noise.strike(
      voices[lane].traits, gain: noiseGain(lane, strength), decay: decay,
      framesPerSecond: framesPerSecond)
    excite(lane, strength, decay: decay, isAgain: isAgain)
    if !isAgain { voices[lane].restPickup() }
    tune(lane)
  }

  /// Where the voice stands, and its pitch beside the note's.
  @_noLocks private mutating func place(_ lane: Int, _ key: Int32) {
    let traits = voices[lane].traits
    let chance = voices[lane].noise.chance()
    // Keys go from left to right, as a player sees them.
    let keyed = traits.hertz > 0 ? traits.pan : max(-1, min(1, Float(key - 60) / 36))
    let pan = keyed * controls[.spread]
    voices[lane].left = min(1, 1 - pan)
    voices[lane].right = min(1, 1 + pan)
    voices[lane].detune = traits.variation * chance[0] * 0.012
    voices[lane].rise = Ramp(traits.attack > 0 ? 0 : 1)
  }

  /// The force of the stroke: its amplitude.
  @_noLocks private func strength(_ lane: Int) -> Float {
    let gain = max(voices[lane].gain, 1e-3)
    return FastMath.exp2(controls[.velocity] * Float(rt_log2(Double(gain))))
  }

  /// The noise of a soft stroke is softer still.
  @_noLocks private func noiseGain(_ lane: Int, _ strength: Float) -> Float {
    strength * controls[.noise] * voices[lane].traits.level * (0.3 + 0.7 * voices[lane].gain)
  }

  /// The factor for all decays, with what a hat's pedal does.
  @_noLocks private func decayScale(_ lane: Int) -> Float {
    let traits = voices[lane].traits
    var scale = controls[.decay] * FastMath.exp2(traits.tracking * (8.03 - voices[lane].pitch))
    if traits.isHat { scale *= FastMath.exp2(-4 * controls[.hatPedal]) }
    return scale
  }

  /// Gives each mode its part of the stroke.
  @_noLocks private mutating func excite(_ lane: Int, _ strength: Float, decay: Float, isAgain: Bool) {
    let traits = voices[lane].traits
    let hertz = hertz(lane)
    let edge = edge(lane)
    let level = strength * traits.level
    voices[lane].pickupGain =
      traits.level * framesPerSecond / (6.2832 * hertz * max(0.05, traits.reach))
    for row in 0..<traits.rowCount {
      let modes = rows[traits.firstRow + row]
      let bank = firstBank(lane) + row
      if !isAgain { banks[bank] = ModeBank() }
      banks[bank].shrink = FastMath.exp2(modes.rate * (-1 / (decay * framesPerSecond)))
      let (one, two) = (voices[lane].noise.chance(), voices[lane].noise.chance())
      let high = modes.ratio * (hertz / edge)
      // What the hammer is too soft for, and what this stroke happens to hit.
      let softness: Lanes = 1 + high * high
      let chance: Lanes = 1 + one * (traits.variation * 0.6)
      let hit = modes.level * chance / softness
      if traits.isOrgan {
        exciteOrgan(lane, row, level: level)
      } else {
        let force = voices[lane].hasPickup ? hit * strength : hit * level
        // Half a turn of chance would cancel what rings; a little keeps strokes apart.
        banks[bank].imaginary += force * two * (0.5 * traits.variation)
        banks[bank].real += force * Self.signs
      }
    }
  }

  /// If all modes began in the same direction, the first swing would be far above the rest.
  private static var signs: Lanes { @_noLocks get { Lanes(1, -1, -1, 1, -1, 1, 1, -1) } }

  /// Tones begin as they stand; the percussion sounds only with the first key.
  @_noLocks private mutating func exciteOrgan(_ lane: Int, _ row: Int, level: Float) {
    let bank = firstBank(lane) + row
    banks[bank].real = Lanes(repeating: 1)
    banks[bank].imaginary = .zero
    if row == 1 {
      let harmonic = controls[.percussionHarmonic] >= 0.5 ? 2 : 1
      let first = isAlone(lane) ? controls[.percussionLevel] * voices[lane].traits.level : 0
      banks[bank].real = .zero
      banks[bank].real[0] = 1
      banks[bank].real[harmonic] = first
    }
    weighOrgan(lane)
  }

  @_noLocks private func isAlone(_ lane: Int) -> Bool {
    for other in 0..<assignments.laneCount
    where other != lane && voices[other].isHeld && voices[other].age > 0.001 {
      return false
    }
    return true
  }

  /// Lets the tones follow the drawbars. A step of a drawbar is 3 dB.
  @_noLocks private mutating func weighOrgan(_ lane: Int) {
    let level = voices[lane].traits.level
    for index in 0..<9 {
      let step = controls.drawbar(index)
      let weight = step < 0.01 ? 0 : FastMath.exp2((step - 8) * 0.5) * min(1, step)
      banks[firstBank(lane) + index / 8].weight[index % 8] = weight * level
    }
  }

  /// Others of the same class end.
  @_noLocks private mutating func silenceClass(of lane: Int) {
    let exclusive = voices[lane].traits.exclusive
    guard exclusive > 0 else { return }
    for other in 0..<assignments.laneCount
    where other != lane && !voices[other].isFree && !voices[other].isFresh
      && voices[other].traits.exclusive == exclusive
    {
      voices[other].fade(seconds: 0.09, framesPerSecond: framesPerSecond)
    }
  }

  /// The key is let go. [audio-thread]
  @_noLocks mutating func letGo(_ lane: Int) {
    guard voices[lane].isHeld else { return }
    voices[lane].state = .released
    let release = voices[lane].traits.release * controls[.release]
    guard release > 0 else { return }
    voices[lane].fade(seconds: release, framesPerSecond: framesPerSecond)
  }

  @_noLocks private func hertz(_ lane: Int) -> Float {
    let traits = voices[lane].traits
    let tune = (controls[.tune] + controls[.pitchBend]) / 12
    return traits.hertz > 0
      ? traits.hertz * FastMath.exp2(tune + voices[lane].detune)
      : FastMath.exp2(voices[lane].pitch + tune + voices[lane].detune)
  }

  /// The frequency above which the stroke excites less.
  @_noLocks private func edge(_ lane: Int) -> Float {
    let traits = voices[lane].traits
    let touch = traits.softer * (voices[lane].gain - 1) + 2 * (voices[lane].timbre - 0.5)
    // A short string has a harder hammer.
    let track = traits.hertz > 0 ? 0 : 0.5 * (voices[lane].pitch - 8.03)
    return traits.hardness * FastMath.exp2(touch + track + controls[.hardness])
  }

  /// Sets the frequencies of modes and noise for a control step. [audio-thread]
  @_noLocks mutating func tune(_ lane: Int) {
    let traits = voices[lane].traits
    let age = voices[lane].age
    let raised = traits.bend == 0 ? 0 : traits.bend * FastMath.exp2(-1.4427 * age / traits.bendSeconds)
    let turns = hertz(lane) * FastMath.exp2(raised) / framesPerSecond
    for row in 0..<traits.rowCount {
      let modes = rows[traits.firstRow + row]
      let bank = firstBank(lane) + row
      var ratio = modes.ratio * turns
      if traits.isOrgan {
        // The highest wheels are played an octave lower.
        ratio.replace(with: ratio * 0.5, where: ratio .> Lanes(repeating: 5_900 / framesPerSecond))
        banks[bank].keepLength(where: modes.rate .== Lanes.zero)
      }
      banks[bank].forgetFaint()
      banks[bank].tune(ratio)
    }
    if traits.isOrgan { weighOrgan(lane) }
    let soft = FastMath.exp2(0.4 * traits.softer * (voices[lane].gain - 1) + controls[.hardness] * 0.5)
    voices[lane].noise.forgetFaint()
    voices[lane].noise.tune(
      SIMD2(Self.swept(traits.noise.0, age), Self.swept(traits.noise.1, age)) * (soft / framesPerSecond))
  }

  @_noLocks private static func swept(_ noise: NoiseTraits, _ age: Float) -> Float {
    noise.to + (noise.from - noise.to) * FastMath.exp2(-1.4427 * max(0, age - noise.delay) / noise.sweep)
  }
}
