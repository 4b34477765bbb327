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
    notes.start[number] = note
    hasPending = true
  }

  @_noLocks mutating func steal(_ number: Int) {
    guard isNote(number) else { return }
    notes.start[number].isOwned = false
    notes.start[number].isToBegin = false
    for index in 0..<Self.voiceCount where voices.start[index].note == number {
      voices.start[index].note = -1
      voices.start[index].stage = .fade
    }
  }

  @_noLocks mutating func release(_ number: Int) {
    guard isNote(number), notes.start[number].isOwned else { return }
    notes.start[number].isReleased = true
    setGate(number, isHeld: false)
    hasPending = true
  }

  @_noLocks mutating func silence() {
    for index in 0..<Self.voiceCount where !voices.start[index].isOff {
      voices.start[index].stage = .fade
    }
    for number in 0..<Self.noteCount where notes.start[number].isOwned {
      notes.start[number].isToBegin = false
      notes.start[number].isHeld = false
      notes.start[number].isReleased = true
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
    guard notes.start[number].isOwned else { return }
    if case .gate = parameter { return setGate(number, isHeld: value >= 0.5) }
    notes.start[number].expression.change(parameter, to: value)
    let expression = notes.start[number].expression
    for index in 0..<Self.voiceCount where voices.start[index].note == number {
      voices.start[index].pitch = expression.pitch + expression.bend
    }
  }

  @_noLocks private mutating func setGate(_ number: Int, isHeld: Bool) {
    guard notes.start[number].isHeld != isHeld else { return }
    notes.start[number].isHeld = isHeld
    if isHeld {
      notes.start[number].isToBegin = true
      notes.start[number].isReleased = false
    } else {
      notes.start[number].isToEnd = true
    }
    hasPending = true
  }

  // MARK: What has come together at one frame

  @_noLocks mutating func beginAndEnd() {
    guard hasPending else { return }
    hasPending = false
    for number in 0..<Self.noteCount where notes.start[number].isOwned {
      if notes.start[number].isToBegin { begin(number) }
      if notes.start[number].isToEnd { gateOff(number) }
      notes.start[number].isToBegin = false
      notes.start[number].isToEnd = false
    }
    endNotes()
  }

  @_noLocks private mutating func begin(_ number: Int) {
    let expression = notes.start[number].expression
    let nearest = max(0, 69 + 12 * (expression.pitch - 8.781_359_7)) + 0.5
    let key = min(max(expression.key >= 0 ? Int(expression.key) : Int(nearest), 0), 127)
    notes.start[number].key = key
    notes.start[number].velocity = max(1, Int32(127 * expression.gain + 0.5))
    if Int32(key) >= switchLow, Int32(key) <= switchHigh { switched = Int32(key) }
    play(number, isRelease: false, isFirst: !hasOthers(number))
  }

  @_noLocks private func hasOthers(_ number: Int) -> Bool {
    for other in 0..<Self.noteCount
    where other != number && notes.start[other].isOwned && notes.start[other].isHeld
      && !notes.start[other].isToBegin
    {
      return true
    }
    return false
  }

  @_noLocks private mutating func gateOff(_ number: Int) {
    for index in 0..<Self.voiceCount where voices.start[index].note == number {
      let zone = zones.start[voices.start[index].zone]
      guard !zone.isOneShot, !zone.playsAtRelease, !voices.start[index].isFading else { continue }
      voices.start[index].stage = .release
      if zone.loopsWhileHeld { voices.start[index].source.loop.isOn = false }
    }
    play(number, isRelease: true, isFirst: false)
  }

  /// Begins every zone that fits.
  @_noLocks private mutating func play(_ number: Int, isRelease: Bool, isFirst: Bool) {
    let note = notes.start[number]
    let chance = nextRandom()
    let before = voiceAge
    let (first, last) = map.indices(ofKey: note.key)
    var index = first
    while index < last {
      let zone = map.zone(index)
      if fits(zones.start[zone], note, chance, isRelease, isFirst), isTurn(of: zone) {
        choke(zones.start[zone].group, before)
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

  /// Counts the notes that fit a zone. The zone plays one of `sequenceLength` notes.
  @_noLocks private mutating func isTurn(of zone: Int) -> Bool {
    let length = zones.start[zone].sequenceLength
    let count = turns.start[zone]
    turns.start[zone] = (count + 1) % length
    return count == zones.start[zone].sequencePosition - 1
  }

  /// Ends the zones of other notes that a group silences.
  @_noLocks private mutating func choke(_ group: Int, _ before: UInt32) {
    guard group != 0 else { return }
    for index in 0..<Self.voiceCount
    where !voices.start[index].isOff && zones.start[voices.start[index].zone].offBy == group
      && voices.start[index].age <= before
    {
      voices.start[index].stage = .fade
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
    where notes.start[number].isOwned && notes.start[number].isReleased && !notes.start[number].isToEnd {
      if sounds(number) { continue }
      notes.start[number].isOwned = false
      end.report(.voiceEnded(VoiceNumber(number), serial: notes.start[number].serial))
    }
  }

  @_noLocks private func sounds(_ number: Int) -> Bool {
    for index in 0..<Self.voiceCount where voices.start[index].note == number { return true }
    return false
  }
}
