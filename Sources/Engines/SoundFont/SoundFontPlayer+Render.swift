import CFluidSynth
import CRealtime
import SpinetDSP
import SpinetEngine
import SpinetRealtime

extension SoundFontPlayer {
  /// Fills a block and updates the meters. [audio-thread]
  @_noLocks mutating func render(_ block: AudioBlock) {
    peak = 0
    // Before a note can need it.
    states.want(chosenPreset)
    var cursor = CommandCursor(block)
    while cursor.isInside {
      while let command = cursor.nextCommand(from: &end) { take(command) }
      fill(cursor.nextSegment())
    }
    let sounding = soundingVoices
    end.meters.recordBlock(
      frames: block.frameCount, voices: sounding, peak: peak, isSilent: sounding == 0 && quietBuffers > 0)
  }

  @_noLocks mutating func wake() {
    quietBuffers = 0
    guard isAsleep else { return }
    isAsleep = false
    controls.settle()
    setGains(inverseFrames: 1)
    leftGain.skip(1)
    rightGain.skip(1)
    setGains(inverseFrames: 1 / Float(Self.stepFrames))
    performEffects(.settle)
  }

  /// FluidSynth's own effects stay off: Debian's build allocates memory for them in every buffer.
  @_noLocks private mutating func performEffects(_ action: EffectAction) {
    chorus.perform(action, .init(mix: value(.chorus), rate: 0.6, depth: 0.4))
    let room = Reverb.Settings(mix: value(.reverb), size: 0.5, damping: 0.5)
    reverb?.perform(action, room)
  }

  /// Buffers begin at frames of the stream that are multiples of 64.
  @_noLocks private mutating func fill(_ segment: AudioBlock) {
    var done = 0
    while done < segment.frameCount {
      let into = Int((segment.firstFrame + Int64(done)) & Int64(Self.stepFrames - 1))
      let count = min(Self.stepFrames - into, segment.frameCount - done)
      if into == 0 { step() }
      let part = segment.slice(from: done, count: count)
      if hasBuffer { copy(into, part) } else { part.silence() }
      done += count
    }
  }

  @_noLocks private func copy(_ first: Int, _ part: AudioBlock) {
    let source = sound.slice(from: first, count: part.frameCount)
    part.left.copy(from: source.left)
    part.right.copy(from: source.right)
  }

  /// Sends the changes to FluidSynth and renders the next 64 frames.
  @_noLocks private mutating func step() {
    hasBuffer = !isAsleep
    guard hasBuffer else { return }
    controls.follow()
    setGains(inverseFrames: 1 / Float(Self.stepFrames))
    performEffects(.approach(frames: Float(Self.stepFrames)))
    let voices = synths.sounding
    for lane in 0..<lanes.laneCount where isOccupied(lane) { say(lane) }
    renderVoices()
    // To list the voices takes as long as to play some of them. Without a new note, a note ends only with a voice.
    if hasNewNotes || synths.sounding != voices { endSilent() }
    hasNewNotes = false
    finishBuffer()
  }

  /// A synthesizer without voices is not rendered.
  @_noLocks private func renderVoices() {
    let frames = Int32(sound.frameCount)
    var isFirst = true
    for index in 0..<synths.count where fs_count_voices(synths[index]) > 0 {
      let into = isFirst ? sound : added
      fs_render(synths[index], frames, into.left.start, into.right.start)
      if !isFirst {
        sound.left.add(added.left)
        sound.right.add(added.right)
      }
      isFirst = false
    }
    guard isFirst else { return }
    sound.left.fill(0)
    sound.right.fill(0)
  }

  @_noLocks private mutating func finishBuffer() {
    performEffects(.process(sound))
    leftGain.scale(sound.left)
    rightGain.scale(sound.right)
    level = limiter.process(sound)
    peak = max(peak, level)
    // −96 dBFS counts as silence.
    quietBuffers = level < 1.6e-5 ? quietBuffers + 1 : 0
    isAsleep = quietBuffers > buffersUntilAsleep && soundingVoices == 0
  }

  @_noLocks private func isOccupied(_ lane: Int) -> Bool {
    occupancy[lane >> 3] & (1 << UInt8(lane & 7)) != 0
  }

  @_noLocks private mutating func setGains(inverseFrames: Float) {
    let volume = value(.volume) * value(.expression)
    let pan = value(.pan)
    leftGain.approach(volume * volume * min(1, 1 - pan), inverseFrames: inverseFrames)
    rightGain.approach(volume * volume * min(1, 1 + pan), inverseFrames: inverseFrames)
  }

  // MARK: Notes

  @_noLocks private mutating func say(_ lane: Int) {
    if notes[lane].isToBegin { chooseDrums(lane) }
    let note = notes[lane]
    let channel = note.isDrum ? Self.drumChannel : lane
    if note.isToBegin {
      guard states.isReady(note.preset), synths.makeRoom() else {
        notes[lane].isToBegin = !states.isBroken(note.preset)
        hasNewNotes = true
        return
      }
      if note.id != 0 { fs_stop(synths[note.synth], note.id) }
      notes[lane].synth = synths.newest
      chooseKey(lane)
    }
    follow(notes[lane], channel)
    // A note-off in the same buffer as its note-on would silence the note, so it is sent with the next buffer.
    if note.isToBegin { return start(lane, channel) }
    if note.isToFade { shorten(lane) }
    if note.isToEnd || note.isToFade { fs_stop(synths[note.synth], note.id) }
    notes[lane].isToEnd = false
    notes[lane].isToFade = false
  }

  /// Notes of channel 10 play the kit.
  @_noLocks private func chooseDrums(_ lane: Int) {
    guard channelDrums >= 0, notes[lane].expression.channel == 10, !notes[lane].isDrum else { return }
    notes[lane].preset = channelDrums
    notes[lane].isDrum = true
    states.want(channelDrums)
  }

  /// A drum is chosen by the key that was pressed, any other sound by the key nearest to its pitch.
  @_noLocks private func chooseKey(_ lane: Int) {
    let note = notes[lane]
    let nearest = Int32(max(0, Self.semitones(note.expression.pitch)) + 0.5)
    let isKeyed = note.isDrum && note.expression.key >= 0
    notes[lane].key = min(max(isKeyed ? note.expression.key : nearest, 0), 127)
  }

  /// The MIDI key of a pitch in octaves above 1 Hz, with a fraction.
  @_noLocks private static func semitones(_ pitch: Float) -> Float { 69 + 12 * (pitch - 8.781_359_7) }

  @_noLocks private mutating func start(_ lane: Int, _ channel: Int) {
    noteCount = (noteCount &+ 1) & 0xFF_FFFF
    notes[lane].id = noteCount << 8 | UInt32(lane)
    notes[lane].isToBegin = false
    hasNewNotes = true
    let note = notes[lane]
    let velocity = max(Self.sevenBits(note.expression.gain), 1)
    fs_start(synths[note.synth], note.id, presets[note.preset], Int32(channel), note.key, velocity)
  }

  @_noLocks private func shorten(_ lane: Int) {
    fs_voices(synths[notes[lane].synth], sounding.start, Int32(sounding.count))
    var index = 0
    while index < sounding.count, let voice = sounding[index] {
      if fs_voice_id(voice) == notes[lane].id { fs_shorten(voice) }
      index += 1
    }
  }

  /// Frees the lanes whose notes FluidSynth has ended.
  @_noLocks private mutating func endSilent() {
    for lane in 0..<lanes.laneCount { notes[lane].isActive = false }
    for index in 0..<synths.count { findActive(in: synths[index]) }
    for lane in 0..<lanes.laneCount where isOccupied(lane) && !notes[lane].isActive && !notes[lane].isToBegin
    {
      occupancy[lane >> 3] &= ~(1 << UInt8(lane & 7))
      notes[lane].id = 0
      lanes.laneEnded(lane, telling: &end)
    }
  }

  @_noLocks private func findActive(in synth: OpaquePointer) {
    fs_voices(synth, sounding.start, Int32(sounding.count))
    var index = 0
    while index < sounding.count, let voice = sounding[index] {
      let id = fs_voice_id(voice)
      let lane = Int(id & 0xFF)
      if lane < lanes.laneCount, notes[lane].id == id { notes[lane].isActive = true }
      index += 1
    }
  }

  // MARK: Channels

  /// Sends the values of a note and of the widgets that have changed to its channel.
  @_noLocks private func follow(_ note: SoundFontNote, _ channel: Int) {
    let new = wanted(note)
    let place = note.synth * Self.channelCount + channel
    let old = channels[place]
    channels[place] = new
    let (synth, number) = (synths[note.synth], Int32(channel))
    if new.cents != old.cents { fs_add(synth, number, fs_fine_tune, new.cents) }
    if new.attack != old.attack { fs_add(synth, number, fs_envelope_attack, new.attack) }
    if new.release != old.release { fs_add(synth, number, fs_envelope_release, new.release) }
    if new.cutoff != old.cutoff { fs_add(synth, number, fs_filter_cutoff, new.cutoff) }
    if new.resonance != old.resonance { fs_add(synth, number, fs_filter_resonance, new.resonance) }
    if new.wheel != old.wheel { fs_controller(synth, number, 1, new.wheel) }
    if new.pressure != old.pressure { fs_pressure(synth, number, new.pressure) }
  }

  @_noLocks private func wanted(_ note: SoundFontNote) -> SentValues {
    var state = SentValues()
    let common = 100 * value(.pitchBend) + value(.tune)
    // FluidSynth truncates pitches to whole cents. Half a cent more turns this into rounding.
    state.cents = common + (note.isDrum ? 0 : ownCents(note)) + 0.5
    state.attack = Self.cents(value(.attack))
    state.release = Self.cents(value(.release))
    state.cutoff = Self.cents(value(.cutoff))
    // The third dimension of MPE opens the filter, four octaves each way.
    if !note.isDrum { state.cutoff += 9600 * (note.expression.timbre - 0.5) }
    state.resonance = 10 * value(.resonance)
    state.wheel = Self.sevenBits(value(.wheel))
    state.pressure = note.isDrum ? 0 : Self.sevenBits(note.expression.pressure)
    return state
  }

  /// Cents from the note's MIDI key to its pitch, including the bend.
  @_noLocks private func ownCents(_ note: SoundFontNote) -> Float {
    100 * (Self.semitones(note.expression.pitch) - Float(note.key)) + 1200 * note.expression.bend
  }

  @_noLocks private static func cents(_ factor: Float) -> Float {
    Float(1200 * rt_log2(Double(max(factor, 1e-3))))
  }

  @_noLocks private static func sevenBits(_ share: Float) -> Int32 {
    Int32(127 * min(max(share, 0), 1) + 0.5)
  }
}
