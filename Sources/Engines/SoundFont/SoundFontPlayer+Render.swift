import CFluidSynth
import CRealtime
import SpinetDSP
import SpinetEngine
import SpinetRealtime

extension SoundFontPlayer {
  // MARK: What the bank asks, in this order, for each block

  var isJoined: Bool { @_noLocks get { if case .joined = turn.state { true } else { false } } }

  /// Whether its block was filled together with another's.
  var isFilled: Bool {
    @_noLocks get { if case .filled = turn.state { true } else { false } }
    @_noLocks set { turn.state = newValue ? .filled : .none }
  }

  var block: AudioBlock { @_noLocks get { turn.block } }

  /// Whether a block is of the same frames as its own.
  @_noLocks func fits(_ other: AudioBlock) -> Bool {
    block.firstFrame == other.firstFrame && block.frameCount == other.frameCount
  }

  @_noLocks mutating func begin(_ block: AudioBlock) {
    turn = BlockTurn(block)
    turn.state = .joined
    peak = 0
    // Before a note can need it.
    states.want(chosenPreset)
  }

  /// Carries out the commands up to a frame of the block.
  @_noLocks mutating func hear(upTo frame: Int) {
    while let command = turn.nextCommand(upTo: frame, from: &end) { take(command) }
  }

  /// Sends what has changed to FluidSynth. Returns whether notes have begun or were given up.
  @_noLocks mutating func beginStep() -> Bool {
    hasBuffer = !isAsleep
    guard hasBuffer else { return false }
    let hasMoved = controls.follow()
    setGains(inverseFrames: 1 / Float(Self.stepFrames))
    performEffects(.approach(frames: Float(Self.stepFrames)))
    for lane in 0..<lanes.laneCount where isOccupied(lane) { say(lane, hasMoved: hasMoved) }
    sound.left.fill(0)
    sound.right.fill(0)
    let hasNews = hasNewNotes
    hasNewNotes = false
    return hasNews
  }

  /// Finishes what FluidSynth has rendered.
  @_noLocks mutating func endStep() {
    guard hasBuffer else { return }
    performEffects(.process(sound))
    leftGain.scale(sound.left)
    rightGain.scale(sound.right)
    level = limiter.process(sound)
    peak = max(peak, level)
    // −96 dBFS counts as silence.
    quietBuffers = level < 1.6e-5 ? quietBuffers + 1 : 0
    isAsleep = quietBuffers > buffersUntilAsleep && soundingVoices == 0
  }

  /// Buffers begin at frames of the stream that are multiples of 64.
  @_noLocks func play(_ first: Int, from start: Int, count: Int) {
    let part = block.slice(from: start, count: count)
    guard hasBuffer else { return part.silence() }
    let source = sound.slice(from: first, count: count)
    part.left.copy(from: source.left)
    part.right.copy(from: source.right)
  }

  /// Updates the meters when the block is full.
  @_noLocks mutating func finish() {
    hear(upTo: block.frameCount)
    let sounding = soundingVoices
    end.meters.recordBlock(
      frames: block.frameCount, voices: sounding, peak: peak, isSilent: sounding == 0 && quietBuffers > 0)
    isFilled = true
  }

  // MARK: Sleep, gains and effects

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

  @_noLocks private mutating func say(_ lane: Int, hasMoved: Bool) {
    // A note-off in the same buffer as its note-on would silence the note, so it is sent with the next buffer.
    if notes[lane].isToBegin { return beginNote(lane) }
    let note = notes[lane]
    guard note.place >= 0 else { return }
    if hasMoved || note.isMoved { bank.pointee.send(wanted(note), to: note.place) }
    if note.isToFade { bank.pointee.shorten(note.id, in: note.place) }
    if note.isToEnd || note.isToFade { fs_stop(bank.pointee.synth(of: note.place), note.id.word) }
    notes[lane].isMoved = false
    notes[lane].isToEnd = false
    notes[lane].isToFade = false
  }

  /// Begins a note, or lets it wait for its samples and a voice.
  @_noLocks private mutating func beginNote(_ lane: Int) {
    chooseDrums(lane)
    let note = notes[lane]
    hasNewNotes = true
    let place = states.isReady(note.preset) ? bank.pointee.take(seatNumber, isDrum: note.isDrum) : -1
    guard place >= 0 else {
      notes[lane].isToBegin = !states.isBroken(note.preset)
      return
    }
    if note.id.isNote { fs_stop(bank.pointee.synth(of: note.place), note.id.word) }
    leavePlace(lane)
    notes[lane].place = place
    chooseKey(lane)
    bank.pointee.send(wanted(notes[lane]), to: place)
    start(lane)
  }

  /// Gives back the channel of a lane's note.
  @_noLocks func leavePlace(_ lane: Int) {
    if notes[lane].place >= 0 { bank.pointee.release(notes[lane].place) }
    notes[lane].place = -1
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

  @_noLocks private mutating func start(_ lane: Int) {
    noteCount &+= 1
    notes[lane].age = noteCount
    notes[lane].id = FontNoteID(noteCount, seat: seatNumber, lane: lane)
    notes[lane].isToBegin = false
    notes[lane].isMoved = false
    let note = notes[lane]
    let velocity = max(Self.sevenBits(note.expression.gain), 1)
    fs_start(
      bank.pointee.synth(of: note.place), note.id.word, presets[note.preset],
      bank.pointee.channel(of: note.place), note.key, velocity)
  }

  /// Before the voices are listed.
  @_noLocks func forgetActive() {
    for lane in 0..<lanes.laneCount { notes[lane].isActive = false }
  }

  /// A voice of the note sounds.
  @_noLocks func findActive(_ id: FontNoteID) {
    let lane = id.lane
    if lane < lanes.laneCount, notes[lane].id.word == id.word { notes[lane].isActive = true }
  }

  /// Frees the lanes whose notes FluidSynth has ended.
  @_noLocks mutating func endSilent() {
    for lane in 0..<lanes.laneCount where isOccupied(lane) && !notes[lane].isActive && !notes[lane].isToBegin
    {
      occupancy[lane >> 3] &= ~(1 << UInt8(lane & 7))
      notes[lane].id = .none
      leavePlace(lane)
      lanes.laneEnded(lane, telling: &end)
    }
  }

  // MARK: Channels

  /// What a note and the widgets want of its channel.
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
