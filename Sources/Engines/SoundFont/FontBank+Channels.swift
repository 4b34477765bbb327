import CFluidSynth
import SpinetRealtime

// Which notes have which channels.
extension FontBank {
  /// Takes a channel for a note of a seat: the number of its synthesizer times that of the channels, and the channel. -1 if
  /// the note has to wait. [audio-thread]
  @_noLocks func take(_ seat: Int, isDrum: Bool) -> Int {
    if isDrum {
      let known = drumPlace(of: seat)
      if known >= 0 { return take(place: known, seat, isDrum: true) }
    }
    let place = roomyPlace(of: seat)
    guard synths.makeRoom(isFull: place < 0) else { return -1 }
    let free = place >= 0 ? place : roomyPlace(of: seat)
    return take(place: free >= 0 ? free : crowdedPlace(of: seat), seat, isDrum: isDrum)
  }

  /// A free channel of a synthesizer that has voices for a note, the newest one if it has; -1 for none.
  @_noLocks private func roomyPlace(of seat: Int) -> Int {
    var synth = synths.newest
    while synth >= 0 {
      if synths.hasRoom(synth) {
        let place = freePlace(in: synth, of: seat)
        if place >= 0 { return place }
      }
      synth -= 1
    }
    return -1
  }

  @_noLocks private func take(place: Int, _ seat: Int, isDrum: Bool) -> Int {
    if groups[group(of: place)] < 0 { groups[group(of: place)] = seat }
    channels[place].notes += 1
    channels[place].isDrum = isDrum
    return place
  }

  /// A note does not use its channel any more. [audio-thread]
  @_noLocks func release(_ place: Int) { channels[place].notes = max(channels[place].notes - 1, 0) }

  /// The synthesizer of a channel. [audio-thread]
  @_noLocks func synth(of place: Int) -> OpaquePointer { synths[place / layout.channels] }

  @_noLocks func channel(of place: Int) -> Int32 { Int32(place % layout.channels) }

  @_noLocks func group(of place: Int) -> Int {
    place / layout.channels * layout.groups + place % layout.channels % layout.groups
  }

  /// A channel where drums of a seat sound, because a drum silences only those on its own channel. -1 if there is none, or
  /// no room.
  @_noLocks private func drumPlace(of seat: Int) -> Int {
    for place in 0..<synths.count * layout.channels
    where channels[place].isDrum && channels[place].isBusy && groups[group(of: place)] == seat {
      if synths.hasRoom(place / layout.channels) { return place }
    }
    return -1
  }

  /// A channel without notes in a group of the seat, or in one that nobody has; -1 for none.
  @_noLocks private func freePlace(in synth: Int, of seat: Int) -> Int {
    for group in 0..<layout.groups where groups[synth * layout.groups + group] == seat {
      var channel = group
      while channel < layout.usable {
        let place = synth * layout.channels + channel
        if !channels[place].isBusy { return place }
        channel += layout.groups
      }
    }
    for group in 0..<layout.groups where groups[synth * layout.groups + group] < 0 {
      return synth * layout.channels + group
    }
    return -1
  }

  /// When every channel has a note: one of the seat's own, so that its notes bend together.
  @_noLocks private func crowdedPlace(of seat: Int) -> Int {
    let synth = synths.newest
    for group in 0..<layout.groups where groups[synth * layout.groups + group] == seat {
      return synth * layout.channels + group
    }
    return synth * layout.channels
  }

  /// Sends the values that have changed to a channel. [audio-thread]
  @_noLocks func send(_ new: SentValues, to place: Int) {
    let old = channels[place].sent
    channels[place].sent = new
    let (synth, number) = (synth(of: place), channel(of: place))
    if new.cents != old.cents { fs_add(synth, number, fs_fine_tune, new.cents) }
    if new.attack != old.attack { fs_add(synth, number, fs_envelope_attack, new.attack) }
    if new.release != old.release { fs_add(synth, number, fs_envelope_release, new.release) }
    if new.cutoff != old.cutoff { fs_add(synth, number, fs_filter_cutoff, new.cutoff) }
    if new.resonance != old.resonance { fs_add(synth, number, fs_filter_resonance, new.resonance) }
    if new.wheel != old.wheel { fs_controller(synth, number, 1, new.wheel) }
    if new.pressure != old.pressure { fs_pressure(synth, number, new.pressure) }
  }

  /// Lets a note end in the shortest time. [audio-thread]
  @_noLocks func shorten(_ id: FontNoteID, in place: Int) {
    fs_voices(synth(of: place), listed.start, Int32(listed.count))
    var index = 0
    while index < listed.count, let voice = listed[index] {
      if fs_voice_id(voice) == id.word { fs_shorten(voice) }
      index += 1
    }
  }
}

/// What is in a channel of FluidSynth.
struct FontChannel: BitwiseCopyable {
  /// Notes that hold it.
  var notes = 0
  /// Whether voices were in it when they were listed last.
  var isSounding = false
  var isDrum = false
  /// The values that were sent last, so that only changes are sent.
  var sent = SentValues()

  @_noLocks init() {}

  var isBusy: Bool { @_noLocks get { notes > 0 || isSounding } }
}

/// The values of a channel.
struct SentValues: BitwiseCopyable {
  var cents: Float = 0
  var attack: Float = 0
  var release: Float = 0
  var cutoff: Float = 0
  var resonance: Float = 0
  var wheel: Int32 = 0
  var pressure: Int32 = 0

  @_noLocks init() {}
}

/// FluidSynth's number of a note: a count, the seat and the lane.
struct FontNoteID: BitwiseCopyable {
  let word: UInt32

  @_noLocks init(_ word: UInt32) { self.word = word }

  /// - Parameter count: of the notes of the seat.
  @_noLocks init(_ count: UInt32, seat: Int, lane: Int) {
    word = (count % 0xFFFF + 1) << 16 | UInt32(seat & 0xFF) << 8 | UInt32(lane & 0xFF)
  }

  /// The number of no note.
  static var none: FontNoteID { @_noLocks get { FontNoteID(0) } }

  var isNote: Bool { @_noLocks get { word != 0 } }
  var seat: Int { @_noLocks get { Int(word >> 8 & 0xFF) } }
  var lane: Int { @_noLocks get { Int(word & 0xFF) } }
}
