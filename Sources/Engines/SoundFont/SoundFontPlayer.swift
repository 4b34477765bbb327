import CFluidSynth
import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// The audio side of a SoundFont. It allocates everything in `init`.
struct SoundFontPlayer: ~Copyable {
  static var voiceCount: Int { @_noLocks get { 64 } }
  /// Each note has its own channel, so that bend and pressure apply only to it. All drums share the next channel,
  /// because a closed hi-hat chokes only an open one on the same channel.
  static var noteChannels: Int { @_noLocks get { 96 } }
  static var drumChannel: Int { @_noLocks get { 96 } }
  static var channelCount: Int { @_noLocks get { 97 } }
  /// Frames that FluidSynth computes at a time.
  static var stepFrames: Int { @_noLocks get { 64 } }

  var end: AudioEnd
  /// Keeps `synths` alive.
  private let owner: FluidSynthesizer
  let synths: SuppliedVoices
  let presets: FixedBuffer<OpaquePointer>
  let states: PresetStates
  let drums: FixedBuffer<Bool>
  /// The preset of notes on channel 10; -1 for the one that all play.
  let channelDrums: Int
  private let smoother: ControlSmoother
  let controls: SmoothedControls
  private let table: LaneTable
  let lanes: LaneAssignments
  let notes: FixedBuffer<SoundFontNote>
  /// Those of each synthesizer.
  let channels: FixedBuffer<SentValues>
  /// One bit for each lane that sounds or is to begin.
  let occupancy: FixedBuffer<UInt8>
  /// The sounding voices, as FluidSynth lists them.
  let sounding: FixedBuffer<OpaquePointer?>
  private let buffer: SampleBuffer
  /// The current 64 frames.
  let sound: StereoSamples
  private let addedBuffer: SampleBuffer
  /// What a further synthesizer adds to them.
  let added: StereoSamples
  var leftGain = Ramp(0)
  var rightGain = Ramp(0)
  var chorus: EffectSlot<Chorus>
  /// Nil in a mix, whose room answers the font.
  var reverb: EffectSlot<Reverb>?
  var limiter: PeakLimiter
  var noteCount: UInt32 = 0
  /// Whether notes have begun, or were given up, since the voices were listed.
  var hasNewNotes = false
  /// The peak of the last buffer.
  var level: Float = 0
  var peak: Float = 0
  /// Buffers in a row in which nothing was heard.
  var quietBuffers = 0
  /// After half a second of quiet buffers, the tail has ended.
  let buffersUntilAsleep: Int
  var isAsleep = true
  /// Whether the buffer has samples of the current 64 frames.
  var hasBuffer = false

  init(
    _ synthesizer: FluidSynthesizer, drums channelDrums: Int?, isOffline: Bool, hasRoom: Bool,
    widgets: [Widget],
    end: consuming AudioEnd
  ) {
    let (loader, all) = (synthesizer.font.loader, synthesizer.font.presets.all)
    self.end = end
    owner = synthesizer
    synths = synthesizer.supplied(isOffline: isOffline)
    presets = FixedBuffer(count: all.count) { loader.handles[$0] }
    states = loader.states(isOffline: isOffline)
    drums = FixedBuffer(count: all.count) { all[$0].isDrums }
    self.channelDrums = channelDrums ?? -1
    // Not waited for: the first drum waits for it, if it comes at once.
    if let channelDrums { loader.states(isOffline: false).want(channelDrums) }
    // No widget is smoothed in octaves.
    smoother = ControlSmoother(
      widgets, octaves: -1, framesPerSecond: synthesizer.framesPerSecond, stepFrames: Self.stepFrames)
    controls = smoother.values
    table = LaneTable(
      voices: Self.voiceCount, spareLanes: Self.noteChannels - Self.voiceCount)
    lanes = table.assignments
    notes = FixedBuffer(repeating: SoundFontNote(), count: lanes.laneCount)
    channels = FixedBuffer(
      repeating: SentValues(), count: FluidSynthesizer.voicesOfMany.count * Self.channelCount)
    occupancy = FixedBuffer(repeating: 0, count: lanes.groupCount)
    sounding = FixedBuffer(repeating: nil, count: FluidSynthesizer.mostVoices + 1)
    buffer = SampleBuffer(capacity: Self.stepFrames)
    sound = buffer.stereo(frameCount: Self.stepFrames)
    addedBuffer = SampleBuffer(capacity: Self.stepFrames)
    added = addedBuffer.stereo(frameCount: Self.stepFrames)
    chorus = EffectSlot(framesPerSecond: synthesizer.framesPerSecond)
    reverb = hasRoom ? nil : EffectSlot(framesPerSecond: synthesizer.framesPerSecond)
    limiter = PeakLimiter(framesPerSecond: synthesizer.framesPerSecond)
    buffersUntilAsleep = Int(0.5 * synthesizer.framesPerSecond) / Self.stepFrames
  }

  /// The preset that new notes play. [audio-thread]
  var chosenPreset: Int {
    @_noLocks get { min(max(Int(controls.rawValue(0)), 0), presets.count - 1) }
  }

  /// The smoothed value. [audio-thread]
  @_noLocks func value(_ parameter: SoundFontParameter) -> Float { controls[parameter.index] }
}

/// A note in a lane, and what must be sent to FluidSynth about it.
struct SoundFontNote: BitwiseCopyable {
  /// FluidSynth's id of the note. The lane is in its lowest byte.
  var id: UInt32 = 0
  /// The index of the preset with which it began.
  var preset = 0
  /// The index of the synthesizer in which it began.
  var synth = 0
  var isDrum = false
  var expression = NoteExpression()
  var isToBegin = false
  var isToEnd = false
  var isToFade = false
  /// Whether FluidSynth has it among its voices.
  var isActive = false
  /// The MIDI key that FluidSynth plays.
  var key: Int32 = 60

  @_noLocks init() {}
}

/// The values that were last sent for a channel, so that only changes are sent.
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
