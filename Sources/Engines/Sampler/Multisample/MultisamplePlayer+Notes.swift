import SpinetEngine
import SpinetRealtime

extension MultisamplePlayer: VoicePlayer {
  // The compiler specializes the methods of `VoicePlayer` only with what this file contains.
  @_noLocks mutating func take(_ command: EngineCommand) { handle(command) }

  @_noLocks private func isNote(_ number: Int) -> Bool { number >= 0 && number < Self.noteCount }

  @_noLocks mutating func start(_ number: Int, serial: UInt32) {
    guard isNote(number) else { return }
    steal(number)
    var note = SampleNote()
    note.serial = serial
    note.isOwned = true
    note.isHeld = true
    note.isToBegin = true
    notes[number] = note
    hasPending = true
  }

  @_noLocks mutating func steal(_ number: Int) {
    guard isNote(number) else { return }
    notes[number].isOwned = false
    notes[number].isToBegin = false
    for index in 0..<Self.voiceCount where voices[index].note == number {
      voices[index].note = -1
      voices[index].stage = .fade
    }
  }

  @_noLocks mutating func release(_ number: Int) {
    guard isNote(number), notes[number].isOwned else { return }
    notes[number].isReleased = true
    setGate(number, isHeld: false)
    hasPending = true
  }

  @_noLocks mutating func silence() {
    for index in 0..<Self.voiceCount where !voices[index].isOff {
      voices[index].stage = .fade
    }
    for number in 0..<Self.noteCount where notes[number].isOwned {
      notes[number].isToBegin = false
      notes[number].isHeld = false
      notes[number].isReleased = true
    }
    hasPending = true
  }

  @_noLocks mutating func set(_ number: Int, _ parameter: VoiceParameter, to value: Double) {
    guard value == value else { return }
    if isNote(number) { return setOne(number, parameter, value) }
    guard number == -1 else { return }
    for note in 0..<Self.noteCount { setOne(note, parameter, value) }
  }

  @_noLocks private mutating func setOne(_ number: Int, _ parameter: VoiceParameter, _ value: Double) {
    guard notes[number].isOwned else { return }
    if case .gate = parameter { return setGate(number, isHeld: value >= 0.5) }
    notes[number].expression.change(parameter, to: value)
    let expression = notes[number].expression
    for index in 0..<Self.voiceCount where voices[index].note == number {
      voices[index].touch.take(expression)
    }
  }

  @_noLocks private mutating func setGate(_ number: Int, isHeld: Bool) {
    guard notes[number].isHeld != isHeld else { return }
    notes[number].isHeld = isHeld
    if isHeld {
      notes[number].isToBegin = true
      notes[number].isReleased = false
    } else {
      notes[number].isToEnd = true
    }
    hasPending = true
  }

  // MARK: Notes that begin or end at one frame

  @_noLocks mutating func beginAndEnd() {
    guard hasPending else { return }
    hasPending = false
    for number in 0..<Self.noteCount where notes[number].isOwned {
      if notes[number].isToBegin { begin(number) }
      if notes[number].isToEnd { gateOff(number) }
      notes[number].isToBegin = false
      notes[number].isToEnd = false
    }
    endNotes()
  }

  @_noLocks private mutating func begin(_ number: Int) {
    // Nothing sounds before the first note, so that what controllers did before is in place at once.
    if soundingVoices == 0 { table.follow(controls, isSilent: true) }
    let expression = notes[number].expression
    let nearest = max(0, 69 + 12 * (expression.pitch - 8.781_359_7)) + 0.5
    let key = min(max(expression.key >= 0 ? Int(expression.key) : Int(nearest), 0), 127)
    notes[number].key = key
    notes[number].velocity = min(max(1, Int32(127 * expression.gain + 0.5)), 127)
    notes[number].began = position
    choice.begin(key: key)
    play(number, isRelease: false, isFirst: !hasOthers(number))
    choice.hasBegun(key: key)
  }

  @_noLocks private func hasOthers(_ number: Int) -> Bool {
    for other in 0..<Self.noteCount
    where other != number && notes[other].isOwned && notes[other].isHeld
      && !notes[other].isToBegin
    {
      return true
    }
    return false
  }

  @_noLocks private mutating func gateOff(_ number: Int) {
    let sounded = attackSounds(number)
    for index in 0..<Self.voiceCount where voices[index].note == number {
      let zone = table.zones[voices[index].zone]
      guard !zone.isOneShot, !zone.playsAtRelease, voices[index].isPlaying else { continue }
      voices[index].release()
      if zone.loopsWhileHeld { voices[index].source.loop.isOn = false }
    }
    play(number, isRelease: true, isFirst: false, sounded: sounded)
  }

  /// Whether a zone of the note that began with its key still sounds.
  @_noLocks private func attackSounds(_ number: Int) -> Bool {
    for index in 0..<Self.voiceCount where voices[index].note == number && voices[index].isPlaying {
      guard !voices[index].amp.hasDecayed else { continue }
      if !table.zones[voices[index].zone].playsAtRelease { return true }
    }
    return false
  }

  /// Begins every zone that fits a note-on or, if `isRelease`, a note-off.
  @_noLocks private mutating func play(_ number: Int, isRelease: Bool, isFirst: Bool, sounded: Bool = true) {
    let chance = choice.nextRandom()
    notes[number].chance = Float(chance)
    let note = notes[number]
    let before = choice.age
    let (first, last) = table.map.indices(ofKey: note.key)
    var index = first
    while index < last {
      let number = number
      let place = table.map.zone(index)
      let zone = table.zones[place]
      index += 1
      guard fits(zone, note, chance, isRelease, isFirst), isAllowed(zone, note),
        sounded || zone.soundsAfterEnd,
        choice.isTurn(of: place, zone)
      else { continue }
      choke(zone.group, before)
      makeRoom(for: zone, note, before)
      begin(zone: place, number)
    }
  }

  @_noLocks private func fits(
    _ zone: SampleZone, _ note: SampleNote, _ chance: Double, _ isRelease: Bool, _ isFirst: Bool
  ) -> Bool {
    guard note.velocity >= zone.lowVelocity, note.velocity <= zone.highVelocity, choice.isSwitched(zone),
      chance >= zone.lowRandom, chance < zone.highRandom || zone.highRandom >= 1
    else { return false }
    switch zone.trigger {
    case .attack: return !isRelease
    case .release, .releaseKey: return isRelease
    case .first: return !isRelease && isFirst
    case .legato: return !isRelease && !isFirst
    }
  }

  /// Whether its controllers, keys, bend and pressure allow a zone to play.
  @_noLocks private func isAllowed(_ zone: SampleZone, _ note: SampleNote) -> Bool {
    guard choice.allows(zone.conditions, table, controls),
      note.expression.bend >= zone.lowBend, note.expression.bend <= zone.highBend,
      note.expression.pressure >= zone.lowPressure, note.expression.pressure <= zone.highPressure,
      zone.switchPrevious < 0 || zone.switchPrevious == choice.previousKey
    else { return false }
    return (zone.switchDown < 0 || isDown(zone.switchDown)) && (zone.switchUp < 0 || !isDown(zone.switchUp))
  }

  @_noLocks private func isDown(_ key: Int32) -> Bool {
    for number in 0..<Self.noteCount
    where notes[number].isOwned && notes[number].isHeld && notes[number].key == Int(key) { return true }
    return false
  }

  // MARK: What ends other voices

  /// Ends the voices of earlier notes that a group chokes.
  @_noLocks mutating func choke(_ group: Int, _ before: UInt32) {
    guard group != 0 else { return }
    for index in 0..<Self.voiceCount
    where voices[index].isPlaying && table.zones[voices[index].zone].offBy == group
      && voices[index].age <= before
    {
      turnOff(index)
    }
  }

  /// Ends a voice in the way of its zone.
  @_noLocks private mutating func turnOff(_ index: Int) {
    switch table.zones[voices[index].zone].offMode {
    case .fast: voices[index].stage = .fade
    case .normal: voices[index].release()
    case .time: voices[index].stage = .cut
    }
  }

  /// Ends the oldest voices, if a zone would be one too many of its group, or of its group on its key.
  @_noLocks mutating func makeRoom(for zone: SampleZone, _ note: SampleNote, _ before: UInt32) {
    if zone.polyphony >= 0 {
      end(allBut: max(zone.polyphony - 1, 0), inScopeOf: zone, before) { _ in true }
    }
    if zone.notePolyphony >= 0 {
      let (key, velocity) = (Float(note.key), note.velocity)
      end(allBut: max(zone.notePolyphony - 1, 0), inScopeOf: zone, before) { voice in
        voice.key == key && (!zone.masksItself || voice.velocity <= velocity)
      }
    }
  }

  /// - Parameter counts: whether a voice counts.
  @_noLocks @inline(__always) private mutating func end(
    allBut most: Int32, inScopeOf zone: SampleZone, _ before: UInt32, where counts: (SampleVoice) -> Bool
  ) {
    while true {
      var (count, oldest): (Int32, Int) = (0, -1)
      for index in 0..<Self.voiceCount
      where voices[index].isPlaying && !voices[index].amp.isReleased && voices[index].age <= before
        && table.zones[voices[index].zone].scope == zone.scope && counts(voices[index])
      {
        count += 1
        if oldest < 0 || voices[index].age < voices[oldest].age { oldest = index }
      }
      guard count > most, oldest >= 0 else { return }
      turnOff(oldest)
    }
  }

  // MARK: Ends

  /// Reports the notes that were released and have no voice left.
  @_noLocks mutating func endNotes() {
    for number in 0..<Self.noteCount
    where notes[number].isOwned && notes[number].isReleased && !notes[number].isToEnd {
      if sounds(number) { continue }
      notes[number].isOwned = false
      end.report(.voiceEnded(VoiceNumber(number), serial: notes[number].serial))
    }
  }

  @_noLocks private func sounds(_ number: Int) -> Bool {
    for index in 0..<Self.voiceCount where voices[index].note == number { return true }
    return false
  }
}

extension SampleVoice {
  /// Its key was let go.
  @_noLocks fileprivate mutating func release() {
    amp.release()
    filter.release()
    pitchEnvelope.release()
  }
}
