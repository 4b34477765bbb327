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
      voices[index].pitch = expression.pitch + expression.bend
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
    let expression = notes[number].expression
    let nearest = max(0, 69 + 12 * (expression.pitch - 8.781_359_7)) + 0.5
    let key = min(max(expression.key >= 0 ? Int(expression.key) : Int(nearest), 0), 127)
    notes[number].key = key
    notes[number].velocity = max(1, Int32(127 * expression.gain + 0.5))
    if Int32(key) >= switchLow, Int32(key) <= switchHigh { switched = Int32(key) }
    play(number, isRelease: false, isFirst: !hasOthers(number))
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
    for index in 0..<Self.voiceCount where voices[index].note == number {
      let zone = zones[voices[index].zone]
      guard !zone.isOneShot, !zone.playsAtRelease, !voices[index].isFading else { continue }
      voices[index].stage = .release
      if zone.loopsWhileHeld { voices[index].source.loop.isOn = false }
    }
    play(number, isRelease: true, isFirst: false)
  }

  /// Begins every zone that fits a note-on or, if `isRelease`, a note-off.
  @_noLocks private mutating func play(_ number: Int, isRelease: Bool, isFirst: Bool) {
    let note = notes[number]
    let chance = nextRandom()
    let before = voiceAge
    let (first, last) = map.indices(ofKey: note.key)
    var index = first
    while index < last {
      let zone = map.zone(index)
      if fits(zones[zone], note, chance, isRelease, isFirst), isTurn(of: zone) {
        choke(zones[zone].group, before)
        begin(zone: zone, number)
      }
      index += 1
    }
  }

  @_noLocks private func fits(
    _ zone: SampleZone, _ note: SampleNote, _ chance: Double, _ isRelease: Bool, _ isFirst: Bool
  ) -> Bool {
    guard note.velocity >= zone.lowVelocity, note.velocity <= zone.highVelocity,
      zone.switchLast < 0 || zone.switchLast == switched,
      chance >= zone.lowRandom, chance < zone.highRandom || zone.highRandom >= 1
    else { return false }
    switch zone.trigger {
    case .attack: return !isRelease
    case .release: return isRelease
    case .first: return !isRelease && isFirst
    case .legato: return !isRelease && !isFirst
    }
  }

  /// Whether it is the turn of a zone, which plays one of `sequenceLength` notes that fit it. Counts this note.
  @_noLocks private mutating func isTurn(of zone: Int) -> Bool {
    let length = zones[zone].sequenceLength
    let count = turns[zone]
    turns[zone] = (count + 1) % length
    return count == zones[zone].sequencePosition - 1
  }

  /// Fades the voices of earlier notes that a group chokes.
  @_noLocks private mutating func choke(_ group: Int, _ before: UInt32) {
    guard group != 0 else { return }
    for index in 0..<Self.voiceCount
    where !voices[index].isOff && zones[voices[index].zone].offBy == group
      && voices[index].age <= before
    {
      voices[index].stage = .fade
    }
  }

  @_noLocks private mutating func nextRandom() -> Double {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return Double(random >> 11) * 0x1p-53
  }

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
