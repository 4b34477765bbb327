import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// The audio side of a multisampled instrument. It allocates everything in `init`.
///
/// Control steps fall on frames of the stream that are multiples of 16, so any block size gives the same samples.
struct MultisamplePlayer: ~Copyable {
  static var noteCount: Int { @_noLocks get { 64 } }
  /// More than notes, because a note may have several layers, and stolen voices fade out.
  static var voiceCount: Int { @_noLocks get { 160 } }
  static var stepFrames: Int { @_noLocks get { 16 } }

  var end: AudioEnd
  private let smoother: ControlSmoother
  let controls: SmoothedControls
  let zones: FixedBuffer<SampleZone>
  let map: SampleZoneMap
  /// For each zone, how many notes have fitted it, modulo its sequence length.
  let turns: FixedBuffer<Int32>
  let notes: FixedBuffer<SampleNote>
  let voices: FixedBuffer<SampleVoice>
  /// What a voice reads in a step. Only lane 0 is used.
  let scratch: StereoLaneBuffer
  /// The range of the keyswitches, and the one that is active; -1 for none.
  let switchLow: Int32
  let switchHigh: Int32
  var switched: Int32
  let secondsPerFrame: Float
  var leftGain = Ramp(0)
  var rightGain = Ramp(0)
  var limiter: PeakLimiter
  var random: UInt64 = 0x9E37_79B9_7F4A_7C15
  var voiceAge: UInt32 = 0
  var hasPending = false
  var position: Int64 = 0
  var peak: Float = 0

  init(
    _ regions: [(region: SFZRegion, sample: Sample)], kernel: SincKernel, widgets: [Widget],
    framesPerSecond: Double, end: consuming AudioEnd
  ) {
    self.end = end
    // No widget is smoothed in octaves.
    smoother = ControlSmoother(
      widgets, octaves: -1, framesPerSecond: framesPerSecond, stepFrames: Self.stepFrames)
    controls = smoother.values
    zones = FixedBuffer(count: regions.count) {
      SampleZone(
        regions[$0].region, regions[$0].sample, weights: kernel.weights, framesPerSecond: framesPerSecond)
    }
    map = SampleZoneMap(regions.map(\.region.keys))
    turns = FixedBuffer(repeating: 0, count: regions.count)
    notes = FixedBuffer(repeating: SampleNote(), count: Self.noteCount)
    voices = FixedBuffer(repeating: SampleVoice(zones.start.pointee.source), count: Self.voiceCount)
    scratch = StereoLaneBuffer(capacity: Self.stepFrames)
    let keys = regions.lazy.compactMap(\.region.switchKeys).first
    switchLow = Int32(keys?.lowerBound ?? 128)
    switchHigh = Int32(keys?.upperBound ?? -1)
    switched = Int32(regions.lazy.compactMap(\.region.switchDefault).first ?? -1)
    secondsPerFrame = Float(1 / framesPerSecond)
    limiter = PeakLimiter(framesPerSecond: framesPerSecond)
    setGains(inverseFrames: 1)
    leftGain.skip(1)
    rightGain.skip(1)
  }

  @_noLocks func value(_ parameter: MultisampleParameter) -> Float { controls[parameter.index] }

  @_noLocks mutating func setGains(inverseFrames: Float) {
    let volume = value(.volume) * value(.expression)
    let pan = value(.pan)
    leftGain.approach(volume * volume * min(1, 1 - pan), inverseFrames: inverseFrames)
    rightGain.approach(volume * volume * min(1, 1 + pan), inverseFrames: inverseFrames)
  }
}

/// A note of the keyboard.
struct SampleNote: BitwiseCopyable {
  var serial: UInt32 = 0
  var isOwned = false
  var isHeld = false
  var isReleased = false
  /// Notes begin and end after all events of a frame have been read.
  var isToBegin = false
  var isToEnd = false
  var expression = NoteExpression()
  var key = 60
  var velocity: Int32 = 100

  @_noLocks init() {}
}

/// A zone that sounds.
struct SampleVoice: BitwiseCopyable {
  enum Stage { case off, attack, hold, decay, release, fade }

  var stage = Stage.off
  /// The number of its note; -1 if the note was stolen.
  var note = -1
  var zone = 0
  var age: UInt32 = 0
  var head = PlayHead()
  var source: PlayHeadSource
  /// The level of the envelope.
  var level: Float = 0
  /// How long the envelope still stays at its top, in seconds.
  var holdRest: Float = 0
  var loudness: Float = 0
  var amp = Ramp(0)
  /// Octaves above 1 Hz, with the bend.
  var pitch: Float = 0

  @_noLocks init(_ source: PlayHeadSource) { self.source = source }

  var isOff: Bool { @_noLocks get { if case .off = stage { true } else { false } } }
  var isFading: Bool { @_noLocks get { if case .fade = stage { true } else { false } } }
  var isEnding: Bool {
    @_noLocks get { if case .release = stage { true } else { isFading } }
  }
}
