import SpinetEngine
import SpinetRealtime

/// The begin of a voice.
extension MultisamplePlayer {
  /// Begins a zone for a note, at the current frame.
  @_noLocks mutating func begin(zone place: Int, _ number: Int) { begin(zone: place, number, notes[number]) }

  @_noLocks mutating func begin(zone place: Int, _ number: Int, _ note: SampleNote) {
    let index = freeVoice()
    endStream(index)
    let zone = table.zones[place]
    var voice = SampleVoice()
    voice.age = choice.nextAge()
    voice.note = number
    voice.zone = place
    voice.stage = .playing
    (voice.key, voice.velocity) = (Float(note.key), note.velocity)
    voice.touch.take(note.expression)
    if number < 0 { voice.touch.pitch = 8.781_359_7 + (zone.centre - 69) / 12 }
    voice.touch.bend = voice.touch.bendTarget
    (voice.touch.chance, voice.touch.isSecond) = (note.chance, note.isSecond)
    voices[index] = voice
    sources[index] = zone.source
    lanes.begin(index, isStereo: zone.source.frames.isStereo)
    lanes.groups[index >> 3].sectionCount = max(lanes.groups[index >> 3].sectionCount, zone.sectionCount)
    fix(index, zone, note)
    // At a control step all voices are planned anyway.
    guard rest < Self.stepFrames else { return }
    plan(index, frames: rest)
    lanes.approach(index >> 3, frames: rest, range: rates.range)
  }

  /// Sets what does not change while a voice sounds.
  @_noLocks private mutating func fix(_ index: Int, _ zone: SampleZone, _ note: SampleNote) {
    let numbers = numbers(of: index, table.zone(voices[index].zone))
    let (key, velocity) = (voices[index].key, Float(note.velocity) / 127)
    var fixed = FixedSound()
    let chance = NoteChance(&choice)
    fixed.decibels =
      numbers[.keyTracking] * (key - numbers[.keyTrackingCentre])
      + numbers[.randomVolume] * chance.volume
    if zone.playsAtRelease {
      fixed.decibels -= numbers[.releaseDecay] * Float(position - note.began) * rates.secondsPerFrame
    }
    fixed.velocityShare = table.curve(zone.velocityCurve, at: Float(note.velocity))
    fixed.gain = fade(zone, key, Float(note.velocity))
    fixed.cents = numbers[.pitchVelocityTracking] * velocity + numbers[.randomPitch] * chance.pitch
    fixed.cutoff =
      numbers[.filterKeyTracking] * (key - numbers[.filterKeyCentre])
      + numbers[.filterVelocityTracking] * velocity + numbers[.randomFilter] * chance.filter
    fixed.cutoff2 =
      numbers[.filter2KeyTracking] * (key - numbers[.filter2KeyCentre])
      + numbers[.filter2VelocityTracking] * velocity + numbers[.randomFilter2] * chance.filter
    fixed.pan =
      numbers[.panKeyTracking] * (key - numbers[.panKeyCentre]) + numbers[.panVelocityTracking] * velocity
    voices[index].fixed = fixed
    let last = Float(max(sources[index].frames.count - 1, 0))
    let offset = min(max(numbers[.offset] + numbers[.randomOffset] * chance.offset, 0), last)
    begin(index, zone, at: Int64(offset))
    beginStream(index, zone, at: Int(offset))
    let delay = min(max(numbers[.delay] + numbers[.randomDelay] * chance.delay, 0), 100)
    voices[index].wait = Int(delay / rates.secondsPerFrame + 0.5)
  }

  /// - Parameter offset: in frames from where its recording begins, which is its last frame if it is reversed.
  @_noLocks private mutating func begin(_ index: Int, _ zone: SampleZone, at offset: Int64) {
    let count = Int64(sources[index].frames.count)
    voices[index].head.begin(at: zone.isReversed ? max(count - 1 - offset, 0) : offset)
    guard zone.isRepeated else { return }
    if zone.isReversed {
      sources[index].loop.end = max(count - offset, LoopRegion.shortest)
    } else {
      sources[index].loop.start = min(offset, max(count - LoopRegion.shortest, 0))
    }
  }

  /// The gain of the fades by key and velocity.
  @_noLocks private func fade(_ zone: SampleZone, _ key: Float, _ velocity: Float) -> Float {
    var gain: Float = 1
    var index = zone.crossfades.lowerBound
    while index < zone.crossfades.upperBound {
      let fade = table.crossfades[index]
      switch fade.axis {
      case .key: gain *= fade.gain(key)
      case .velocity: gain *= fade.gain(velocity)
      case .signal: break
      }
      index += 1
    }
    return gain
  }

  /// A free voice; if there is none, the quietest one.
  @_noLocks private func freeVoice() -> Int {
    var best = 0
    var level = Float.infinity
    for index in 0..<Self.voiceCount {
      if voices[index].isOff { return index }
      let heard = voices[index].level * voices[index].gains.loudest
      if heard < level { (best, level) = (index, heard) }
    }
    return best
  }
}

/// The random numbers of a new voice.
private struct NoteChance: BitwiseCopyable {
  /// ±1 for what goes both ways, 0–1 for the others.
  let volume: Float
  let pitch: Float
  let filter: Float
  let offset: Float
  let delay: Float

  @_noLocks init(_ choice: inout ZoneChoice) {
    volume = Float(choice.nextRandom())
    pitch = Float(2 * choice.nextRandom() - 1)
    filter = Float(choice.nextRandom())
    offset = Float(choice.nextRandom())
    delay = Float(choice.nextRandom())
  }
}
