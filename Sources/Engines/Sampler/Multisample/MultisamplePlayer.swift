import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetVoices
import SpinetWidgets

/// The audio side of a multisampled instrument. It allocates everything in `init`.
///
/// Control steps fall on frames of the stream that are multiples of 32, so any block size gives the same samples.
struct MultisamplePlayer: ~Copyable {
  static var noteCount: Int { @_noLocks get { 64 } }
  /// More than notes, because a note may have several layers, and stolen voices fade out.
  static var voiceCount: Int { @_noLocks get { 160 } }
  static var groupCount: Int { @_noLocks get { voiceCount / 8 } }
  static var stepFrames: Int { @_noLocks get { 32 } }
  /// Two filters of three sections, and three bands.
  static var mostSections: Int { @_noLocks get { 9 } }

  var end: AudioEnd
  private let smoother: ControlSmoother
  let controls: SmoothedControls
  var table: ZoneTable
  let notes: FixedBuffer<SampleNote>
  let voices: FixedBuffer<SampleVoice>
  /// What each voice reads.
  let sources: FixedBuffer<PlayHeadSource>
  let lanes: VoiceLanes
  let kernel = SampleKernel()
  /// What chooses the zones of a note.
  var choice: ZoneChoice
  let rates: StreamRates
  /// Counts the control steps in which a control or a signal moved.
  var revision: UInt32 = 1
  var output: OutputStage
  /// The windows of recordings that come from the disk; nil if there are none.
  let streams: StreamAccess?
  var hasPending = false
  var position: Int64 = 0
  var peak: Float = 0

  init(
    _ instrument: SampledInstrument, kernel: SincKernel, widgets: [Widget], streams: StreamAccess?,
    framesPerSecond: Double, end: consuming AudioEnd
  ) {
    self.end = end
    // No widget is smoothed in octaves.
    smoother = ControlSmoother(
      widgets, octaves: -1, framesPerSecond: framesPerSecond, stepFrames: Self.stepFrames)
    controls = smoother.values
    let made = ZoneTable(
      instrument, weights: kernel.weights, framesPerSecond: framesPerSecond, stepFrames: Self.stepFrames)
    sources = FixedBuffer(repeating: made.zones.start.pointee.source, count: Self.voiceCount)
    table = made
    notes = FixedBuffer(repeating: SampleNote(), count: Self.noteCount)
    voices = FixedBuffer(repeating: SampleVoice(), count: Self.voiceCount)
    lanes = VoiceLanes(table, framesPerSecond: framesPerSecond)
    choice = ZoneChoice(instrument.zones.map(\.region), table)
    rates = StreamRates(framesPerSecond)
    output = OutputStage(framesPerSecond: framesPerSecond)
    self.streams = streams
    table.follow(controls, isSilent: true)
    choice.notice(controls, table)
    output.begin(controls)
  }

  @_noLocks func value(_ parameter: MultisampleParameter) -> Float { controls[parameter.index] }
}

/// What a stream's rate decides.
struct StreamRates: BitwiseCopyable {
  let secondsPerFrame: Float
  let range: OscillatorRange

  init(_ framesPerSecond: Double) {
    secondsPerFrame = Float(1 / framesPerSecond)
    range = OscillatorRange(framesPerSecond: framesPerSecond)
  }
}

/// The loudness of the whole instrument, and the limiter after it.
struct OutputStage: ~Copyable {
  private var left = Ramp(0)
  private var right = Ramp(0)
  private var limiter: PeakLimiter

  init(framesPerSecond: Double) { limiter = PeakLimiter(framesPerSecond: framesPerSecond) }

  mutating func begin(_ controls: SmoothedControls) {
    approach(controls, inverseFrames: 1)
    left.skip(1)
    right.skip(1)
  }

  @_noLocks mutating func approach(_ controls: SmoothedControls, inverseFrames: Float) {
    let volume = controls[MultisampleParameter.volume.index] * controls[MultisampleParameter.expression.index]
    let pan = controls[MultisampleParameter.pan.index]
    left.approach(volume * volume * min(1, 1 - pan), inverseFrames: inverseFrames)
    right.approach(volume * volume * min(1, 1 + pan), inverseFrames: inverseFrames)
  }

  /// Writes the sums to the output. Returns the peak. [audio-thread]
  @_noLocks mutating func process(_ sums: borrowing StereoSums, to part: AudioBlock) -> Float {
    for frame in 0..<part.frameCount {
      part.left[frame] = sums.left[frame] * left.next()
      part.right[frame] = sums.right[frame] * right.next()
    }
    return limiter.process(part.main)
  }
}

/// The lanes of all voices, eight in a group, with their filters, LFOs and envelopes of points.
struct VoiceLanes: ~Copyable {
  let groups: FixedBuffer<SampleLanes>
  private let sections: FixedBuffer<FilterSection>
  private let lfos: FixedBuffer<LFOState>
  private let envelopes: FixedBuffer<FlexibleState>
  /// What the voices of a group read in a step, and the same for their filters.
  let frames = VoiceFrames(capacity: MultisamplePlayer.stepFrames)
  private let heard = StereoLaneBuffer(capacity: MultisamplePlayer.stepFrames)
  let sums = StereoSums(capacity: MultisamplePlayer.stepFrames)
  let combs: VoiceCombs
  /// The numbers of one voice, moved by what it has of its own.
  let numbers: FixedBuffer<Float>

  init(_ table: borrowing ZoneTable, framesPerSecond: Double) {
    groups = FixedBuffer(repeating: SampleLanes(), count: MultisamplePlayer.groupCount)
    sections = FixedBuffer(
      repeating: FilterSection(), count: MultisamplePlayer.groupCount * MultisamplePlayer.mostSections)
    lfos = FixedBuffer(repeating: LFOState(), count: MultisamplePlayer.voiceCount * ZoneTable.mostLFOs)
    envelopes = FixedBuffer(
      repeating: FlexibleState(), count: MultisamplePlayer.voiceCount * ZoneTable.mostEnvelopes)
    combs = VoiceCombs(
      voices: table.hasCombs ? MultisamplePlayer.voiceCount : 0, framesPerSecond: framesPerSecond)
    numbers = FixedBuffer(repeating: 0, count: max(table.longest, 1))
  }

  @_noLocks func section(_ group: Int, _ index: Int) -> UnsafeMutablePointer<FilterSection> {
    sections.start + (group * MultisamplePlayer.mostSections + index)
  }

  @_noLocks func lfo(_ voice: Int, _ index: Int) -> UnsafeMutablePointer<LFOState> {
    lfos.start + (voice * ZoneTable.mostLFOs + index)
  }

  @_noLocks func envelope(_ voice: Int, _ index: Int) -> UnsafeMutablePointer<FlexibleState> {
    envelopes.start + (voice * ZoneTable.mostEnvelopes + index)
  }

  /// Readies a voice's lane for a new zone. [audio-thread]
  @_noLocks func begin(_ voice: Int, isStereo: Bool) {
    let (group, lane) = (voice >> 3, voice & 7)
    groups[group].begin(lane: lane, isStereo: isStereo)
    combs.clear(voice)
    for index in 0..<MultisamplePlayer.mostSections { section(group, index).pointee.clear(lane: lane) }
    for index in 0..<ZoneTable.mostLFOs { lfo(voice, index).pointee = LFOState() }
    for index in 0..<ZoneTable.mostEnvelopes { envelope(voice, index).pointee = FlexibleState() }
  }

  @_noLocks func end(_ voice: Int) {
    groups[voice >> 3].end(lane: voice & 7)
    if groups[voice >> 3].occupied == 0 { groups[voice >> 3].sectionCount = 0 }
  }

  /// Sets the ramps of the filters in the next frames. [audio-thread]
  @_noLocks func approach(_ group: Int, frames: Int, range: OscillatorRange) {
    let restarted = groups[group].restarted .== SIMD8<Int32>(repeating: 1)
    for index in 0..<groups[group].sectionCount {
      section(group, index).pointee.approach(
        inverseFrames: 1 / Float(frames), range: range, restarted: restarted)
    }
    groups[group].haveStarted()
  }

  /// Filters what the voices of a group read. [audio-thread]
  @_noLocks func filter(_ group: Int, _ count: Int, _ kernel: SampleKernel) {
    let (sections, isStereo) = (groups[group].sectionCount, groups[group].isStereo)
    guard sections > 0 else { return }
    frames.turn(count, into: heard, isStereo: isStereo, kernel)
    for index in 0..<sections {
      kernel.filter(&section(group, index).pointee.filter, count, heard, isStereo: isStereo)
    }
    frames.takeBack(count, from: heard, isStereo: isStereo, kernel)
  }
}

/// A note of the keyboard.
struct SampleNote: BitwiseCopyable {
  var serial: UInt32 = 0
  var isOwned = false
  var isHeld = false
  var isReleased = false
  /// What holds it, and what held it when that was carried out last.
  var holders = NoteHolders.key
  var carried = NoteHolders.key
  /// Notes begin and end after all events of a frame have been read.
  var isToBegin = false
  var isToEnd = false
  var expression = NoteExpression()
  var key = 60
  var velocity: Int32 = 100
  /// The frame at which it began.
  var began: Int64 = 0
  /// A random number, 0–1, and whether it is every second note.
  var chance: Float = 0
  var isSecond = false

  @_noLocks init() {}
}

/// A zone that sounds.
struct SampleVoice: BitwiseCopyable {
  /// `cut` fades by the zone's own time and shape.
  enum Stage: BitwiseCopyable { case off, playing, fade, cut }

  var stage = Stage.off
  /// The number of its note; -1 if the note was stolen, or a controller began it.
  var note = -1
  var zone = 0
  var age: UInt32 = 0
  var key: Float = 60
  var velocity: Int32 = 127
  var head = PlayHead()
  /// Its window, -1 for none; the frames before `fed` were put there from memory, and those before `released` were played
  /// when the worker was woken last.
  var stream = -1
  var fed = 0
  var released = 0
  /// Whether no control step has planned it.
  var isNew = true
  /// Frames before it begins.
  var wait = 0
  var amp = EnvelopeState()
  var filter = EnvelopeState()
  var pitchEnvelope = EnvelopeState()
  /// The level of a fade, and how long it goes on.
  var fadeLevel: Float = 1
  var fadeSeconds: Float = 0
  var touch = NoteTouch()
  /// What does not change while it sounds: its gain, cents of its filters, cents of its pitch, and its pan.
  var fixed = FixedSound()
  /// The state of the controllers for which `gains` and its filters were set; 0 for none.
  var stamp: UInt32 = 0
  var gains = StereoGains()
  /// What its sound is multiplied with in this control step.
  var ramp = GainRamp()
  /// The state of the controls at which its sound did not move any more; 0 while it moves.
  var restingAt: UInt32 = 0
  /// The octaves for which the head's step was set.
  var octaves: Float = .infinity

  @_noLocks init() {}

  // A call would copy the whole voice.

  var isOff: Bool { @_noLocks @inline(__always) get { if case .off = stage { true } else { false } } }
  var isPlaying: Bool { @_noLocks @inline(__always) get { if case .playing = stage { true } else { false } } }

  /// How loud its envelope is, 0–1.
  var level: Float { @_noLocks @inline(__always) get { amp.level * fadeLevel } }

  var isOver: Bool {
    @_noLocks @inline(__always) get {
      guard wait == 0 else { return !isPlaying }
      return head.isOver || (!isPlaying || amp.isReleased) && level <= 1e-4
    }
  }
}

/// How its note is played now.
struct NoteTouch: BitwiseCopyable {
  /// Octaves above 1 Hz, and octaves.
  var pitch: Float = 0
  var bend: Float = 0
  var bendTarget: Float = 0
  /// 0–1.
  var pressure: Float = 0
  var chance: Float = 0
  var isSecond = false

  @_noLocks init() {}

  @_noLocks mutating func take(_ expression: NoteExpression) {
    pitch = expression.pitch
    bendTarget = expression.bend
    pressure = expression.pressure
  }
}

struct FixedSound: BitwiseCopyable {
  var decibels: Float = 0
  var gain: Float = 1
  /// The share of loudness that velocity leaves at full tracking.
  var velocityShare: Float = 1
  var cutoff: Float = 0
  var cutoff2: Float = 0
  var cents: Float = 0
  var pan: Float = 0

  @_noLocks init() {}
}
