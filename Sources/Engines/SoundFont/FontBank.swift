import CFluidSynth
import SpinetEngine
import SpinetRealtime
import Synchronization

/// The voices of a font, and the sounds that play them. One audio thread at a time uses it.
///
/// FluidSynth renders all voices of a synthesizer at once. So the blocks of all sounds are filled together, 64 frames at a
/// time: each sound says what has changed, then all are rendered, each into its own output.
struct FontBank: ~Copyable {
  // What changes is behind the buffers' addresses, because sounds use the bank while it fills their blocks.
  let synths: SuppliedVoices
  let layout: FontChannels
  let channels: FixedBuffer<FontChannel>
  /// The seat that has each group of channels, -1 for none.
  let groups: FixedBuffer<Int>
  private let seats: SeatStates
  /// The sounds whose blocks are filled now, in their order and by their seats.
  private let members: FixedBuffer<UnsafeMutablePointer<SoundFontPlayer>?>
  private let seated: FixedBuffer<UnsafeMutablePointer<SoundFontPlayer>?>
  private let memberCount = FixedValue(0)
  private let outputs: FixedBuffer<UnsafeMutablePointer<Float>?>
  /// The sounding voices, as FluidSynth lists them.
  let listed: FixedBuffer<OpaquePointer?>

  init(_ synths: SuppliedVoices, _ layout: FontChannels, _ seats: SeatStates) {
    self.synths = synths
    self.layout = layout
    self.seats = seats
    channels = FixedBuffer(repeating: FontChannel(), count: FluidSynthesizer.mostSynths * layout.channels)
    groups = FixedBuffer(repeating: -1, count: FluidSynthesizer.mostSynths * layout.groups)
    members = FixedBuffer(repeating: nil, count: FontSeats.count)
    seated = FixedBuffer(repeating: nil, count: FontSeats.count)
    outputs = FixedBuffer(repeating: nil, count: 2 * layout.groups)
    listed = FixedBuffer(repeating: nil, count: FluidSynthesizer.mostVoices + 1)
  }

  // MARK: Blocks

  /// Takes the block of a sound, which is filled with those of the others. [audio-thread]
  @_noLocks func join(_ player: UnsafeMutablePointer<SoundFontPlayer>, _ block: AudioBlock) {
    if let first = members[0], memberCount.value > 0, !first.pointee.fits(block) { fillAll() }
    let isNew = !player.pointee.isJoined
    player.pointee.begin(block)
    guard isNew else { return }
    members[memberCount.value] = player
    seated[player.pointee.seatNumber] = player
    memberCount.value += 1
  }

  /// Fills the block of a sound, unless that was done with another's. [audio-thread]
  @_noLocks func fill(_ player: UnsafeMutablePointer<SoundFontPlayer>, _ block: AudioBlock) {
    if !player.pointee.isFilled {
      if !player.pointee.isJoined { join(player, block) }
      fillAll()
    }
    player.pointee.isFilled = false
  }

  @_noLocks private func fillAll() {
    endLeftSeats()
    let count = memberCount.value
    guard let first = members[0], count > 0 else { return }
    let (frames, firstFrame) = (first.pointee.block.frameCount, first.pointee.block.firstFrame)
    var done = 0
    while done < frames {
      let into = Int((firstFrame + Int64(done)) & Int64(SoundFontPlayer.stepFrames - 1))
      let part = min(SoundFontPlayer.stepFrames - into, frames - done)
      for index in 0..<count { members[index]?.pointee.hear(upTo: done) }
      if into == 0 { step(count) }
      for index in 0..<count { members[index]?.pointee.play(into, from: done, count: part) }
      done += part
    }
    for index in 0..<count { finish(index) }
    memberCount.value = 0
  }

  @_noLocks private func finish(_ index: Int) {
    guard let player = members[index] else { return }
    player.pointee.finish()
    seated[player.pointee.seatNumber] = nil
    members[index] = nil
  }

  /// Renders the next 64 frames of all members.
  @_noLocks private func step(_ count: Int) {
    let voices = synths.sounding
    var hasNewNotes = false
    for index in 0..<count where members[index]?.pointee.beginStep() ?? false { hasNewNotes = true }
    render()
    // To list the voices takes as long as to play some of them. Without a new note, a note ends only with a voice.
    if hasNewNotes || synths.sounding != voices { listVoices() }
    for index in 0..<count { members[index]?.pointee.endStep() }
  }

  /// A synthesizer without voices is not rendered.
  @_noLocks private func render() {
    for synth in 0..<synths.count where fs_count_voices(synths[synth]) > 0 {
      for group in 0..<layout.groups {
        let output = output(ofSeat: groups[synth * layout.groups + group])
        outputs[2 * group] = output?.left.start
        outputs[2 * group + 1] = output?.right.start
      }
      fs_render(synths[synth], Int32(SoundFontPlayer.stepFrames), outputs.start, Int32(outputs.count))
    }
  }

  @_noLocks private func output(ofSeat seat: Int) -> StereoSamples? {
    guard seat >= 0, let player = seated[seat], player.pointee.hasBuffer else { return nil }
    return player.pointee.sound
  }

  // MARK: Voices

  /// Finds out which notes and channels still sound.
  @_noLocks private func listVoices() {
    for index in 0..<memberCount.value { members[index]?.pointee.forgetActive() }
    for place in 0..<synths.count * layout.channels { channels[place].isSounding = false }
    for synth in 0..<synths.count {
      fs_voices(synths[synth], listed.start, Int32(listed.count))
      var index = 0
      while index < listed.count, let voice = listed[index] {
        note(voice, of: synth)
        index += 1
      }
    }
    for index in 0..<memberCount.value { members[index]?.pointee.endSilent() }
    for synth in 0..<synths.count { freeGroups(of: synth) }
  }

  @_noLocks private func note(_ voice: OpaquePointer, of synth: Int) {
    let channel = Int(fs_voice_channel(voice))
    if channel >= 0, channel < layout.channels {
      channels[synth * layout.channels + channel].isSounding = true
    }
    let id = FontNoteID(fs_voice_id(voice))
    guard id.seat < FontSeats.count else { return }
    if seats.hasLeft(id.seat) {
      fs_shorten(voice)
      return fs_stop(synths[synth], id.word)
    }
    seated[id.seat]?.pointee.findActive(id)
  }

  @_noLocks private func freeGroups(of synth: Int) {
    for group in 0..<layout.groups where groups[synth * layout.groups + group] >= 0 {
      if !isBusy(group, of: synth) { groups[synth * layout.groups + group] = -1 }
    }
  }

  @_noLocks private func isBusy(_ group: Int, of synth: Int) -> Bool {
    var channel = group
    while channel < layout.channels {
      if channels[synth * layout.channels + channel].isBusy { return true }
      channel += layout.groups
    }
    return false
  }

  /// Ends the voices of the seats that have been left, and frees those that have none.
  @_noLocks private func endLeftSeats() {
    guard seats.someHaveLeft else { return }
    for place in 0..<synths.count * layout.channels {
      let seat = groups[group(of: place)]
      if seat >= 0, seats.hasLeft(seat) { channels[place].notes = 0 }
    }
    listVoices()
    for seat in 0..<FontSeats.count where seats.hasLeft(seat) && !hasGroup(seat) { seats.free(seat) }
  }

  @_noLocks private func hasGroup(_ seat: Int) -> Bool {
    for group in 0..<synths.count * layout.groups where groups[group] == seat { return true }
    return false
  }
}
