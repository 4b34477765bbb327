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
      notes[number].holders = .none
      notes[number].carried = .none
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
    switch parameter {
    case .gate: return setGate(number, isHeld: value >= 0.5)
    case .pedals: return letGo(number, heldBy: NoteHolders(pedals: value))
    default: break
    }
    notes[number].expression.change(parameter, to: value)
    let expression = notes[number].expression
    for index in 0..<Self.voiceCount where voices[index].note == number {
      voices[index].touch.take(expression)
      voices[index].restingAt = 0
    }
  }

  @_noLocks private mutating func setGate(_ number: Int, isHeld: Bool) {
    guard notes[number].isHeld != isHeld else { return }
    notes[number].isHeld = isHeld
    guard isHeld else { return letGo(number, heldBy: .none) }
    // Let go and pressed again at one frame.
    if notes[number].isToEnd, !notes[number].isToBegin { carryOut(number) }
    notes[number].isToBegin = true
    notes[number].isReleased = false
    notes[number].holders = .key
    hasPending = true
  }

  /// The key of a note is up; some pedals may hold it still.
  @_noLocks private mutating func letGo(_ number: Int, heldBy pedals: NoteHolders) {
    notes[number].holders = pedals.with(ownPedals)
    notes[number].isToEnd = true
    hasPending = true
  }

  /// Hears which of the instrument's own pedals came up.
  @_noLocks mutating func followOwnPedals() {
    guard table.pedalCount > 0 else { return }
    let down = ownPedals
    for number in 0..<Self.noteCount where notes[number].isOwned && !notes[number].holders.holds(.key) {
      let left = notes[number].holders.keeping(down)
      guard notes[number].holders.hasMore(than: left) else { continue }
      notes[number].holders = left
      notes[number].isToEnd = true
      hasPending = true
    }
    beginAndEnd()
  }

  /// Those of the instrument's own pedals that are down.
  private var ownPedals: NoteHolders {
    @_noLocks get {
      var down = NoteHolders.none
      for number in 0..<table.pedalCount {
        let pedal = table.pedals[number]
        if controls.rawValue(pedal.widget) >= pedal.low { down = down.with(.ownPedal(number)) }
      }
      return down
    }
  }

  // MARK: Notes that begin or end at one frame

  @_noLocks mutating func beginAndEnd() {
    guard hasPending else { return }
    hasPending = false
    for number in 0..<Self.noteCount where notes[number].isOwned {
      if notes[number].isToBegin { begin(number) }
      if notes[number].isToEnd { carryOut(number) }
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
    notes[number].carried = .key
    choice.begin(key: key)
    play(number, .press(isFirst: !hasOthers(number)))
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

  /// Ends the zones that nothing holds any more, and begins those that sound then.
  @_noLocks private mutating func carryOut(_ number: Int) {
    let change = LetGo(from: notes[number].carried, to: notes[number].holders)
    notes[number].carried = change.now
    let sounded = attackSounds(number)
    for index in 0..<Self.voiceCount where voices[index].note == number {
      let zone = table.zones[voices[index].zone]
      guard !zone.isOneShot, !zone.playsAtRelease, voices[index].isPlaying, change.ends(zone.holders) else {
        continue
      }
      voices[index].release()
      if zone.loopsWhileHeld { sources[index].loop.isOn = false }
    }
    play(number, .letGo(change, sounded: sounded))
  }

  /// Whether a zone of the note that began with its key still sounds.
  @_noLocks private func attackSounds(_ number: Int) -> Bool {
    for index in 0..<Self.voiceCount where voices[index].note == number && voices[index].isPlaying {
      guard !voices[index].amp.hasDecayed else { continue }
      if !table.zones[voices[index].zone].playsAtRelease { return true }
    }
    return false
  }

  /// Begins every zone that fits.
  @_noLocks private mutating func play(_ number: Int, _ occasion: Occasion) {
    let chance = choice.nextRandom()
    notes[number].chance = Float(chance)
    notes[number].isSecond = choice.isSecond
    let note = notes[number]
    let before = choice.age
    let (first, last) = table.map.indices(ofKey: note.key)
    var index = first
    while index < last {
      let number = number
      let place = table.map.zone(index)
      let zone = table.zones[place]
      index += 1
      guard fits(zone, note, chance), occasion.begins(zone), isAllowed(zone, note),
        choice.isTurn(of: place, zone)
      else { continue }
      choke(zone.group, before)
      makeRoom(for: zone, note, before)
      begin(zone: place, number)
    }
  }

  @_noLocks private func fits(_ zone: SampleZone, _ note: SampleNote, _ chance: Double) -> Bool {
    note.velocity >= zone.lowVelocity && note.velocity <= zone.highVelocity && choice.isSwitched(zone)
      && chance >= zone.lowRandom && (chance < zone.highRandom || zone.highRandom >= 1)
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
    where notes[number].isOwned && notes[number].holders.holds(.key) && notes[number].key == Int(key) {
      return true
    }
    return false
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

/// Why zones of a note may begin.
private enum Occasion: BitwiseCopyable {
  /// Its key goes down; no other is down if it is the first.
  case press(isFirst: Bool)
  /// A zone of the note still sounded, or none did.
  case letGo(LetGo, sounded: Bool)

  @_noLocks func begins(_ zone: SampleZone) -> Bool {
    switch self {
    case .press(let isFirst):
      switch zone.trigger {
      case .attack: true
      case .first: isFirst
      case .legato: !isFirst
      case .release, .releaseKey: false
      }
    case .letGo(let change, let sounded):
      zone.playsAtRelease && change.ends(zone.holders) && (sounded || zone.soundsAfterEnd)
    }
  }
}
