import SpinetRealtime

/// What ends the voices of other notes: chokes, and limits of voices.
extension MultisamplePlayer {
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
}

extension SampleVoice {
  /// Its key was let go.
  @_noLocks mutating func release() {
    amp.release()
    filter.release()
    pitchEnvelope.release()
  }
}
