import CFluidSynth
import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// The audio side of a SoundFont. It allocates everything in `init`.
struct SoundFontPlayer: ~Copyable {
  static var voiceCount: Int { @_noLocks get { 64 } }
  /// Stolen voices fade in lanes of their own.
  private static var laneCount: Int { 96 }
  /// Frames that FluidSynth computes at a time.
  static var stepFrames: Int { @_noLocks get { 64 } }

  var end: AudioEnd
  /// Keeps `bank` alive.
  private let seat: FontSeat
  let bank: UnsafeMutablePointer<FontBank>
  let seatNumber: Int
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
  /// One bit for each lane that sounds or is to begin.
  let occupancy: FixedBuffer<UInt8>
  private let buffer: SampleBuffer
  /// The current 64 frames.
  let sound: StereoSamples
  /// What is filled now.
  var turn: BlockTurn
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
    _ seat: FontSeat, drums channelDrums: Int?, isOffline: Bool, hasRoom: Bool,
    widgets: [Widget],
    end: consuming AudioEnd
  ) {
    let synthesizer = seat.synthesizer
    let (loader, all) = (synthesizer.font.loader, synthesizer.font.presets.all)
    self.end = end
    self.seat = seat
    (bank, seatNumber) = (synthesizer.address, seat.number)
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
    table = LaneTable(voices: Self.voiceCount, spareLanes: Self.laneCount - Self.voiceCount)
    lanes = table.assignments
    notes = FixedBuffer(repeating: SoundFontNote(), count: lanes.laneCount)
    occupancy = FixedBuffer(repeating: 0, count: lanes.groupCount)
    buffer = SampleBuffer(capacity: Self.stepFrames)
    sound = buffer.stereo(frameCount: Self.stepFrames)
    turn = BlockTurn(
      buffer.block(
        frameCount: 0, firstFrame: 0, timeline: Timeline(framesPerSecond: synthesizer.framesPerSecond)))
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

/// The block that a sound fills together with others, and how far it has heard its commands.
struct BlockTurn {
  enum State: BitwiseCopyable { case none, joined, filled }

  var state = State.none
  let block: AudioBlock
  private var cursor: CommandCursor
  private var heard = 0

  @_noLocks init(_ block: AudioBlock) {
    self.block = block
    cursor = CommandCursor(block)
  }

  /// The next command that falls on a frame of the block, or before it.
  @_noLocks mutating func nextCommand(upTo frame: Int, from end: inout AudioEnd) -> EngineCommand? {
    while cursor.isInside, heard <= frame {
      if let command = cursor.nextCommand(from: &end) { return command }
      heard += cursor.nextSegment().frameCount
    }
    return nil
  }
}

/// A note in a lane, and what must be sent to FluidSynth about it.
struct SoundFontNote: BitwiseCopyable {
  var id = FontNoteID.none
  /// Its channel, see `FontBank.take`; -1 before it begins.
  var place = -1
  /// The count of notes when it began.
  var age: UInt32 = 0
  /// The index of the preset with which it began.
  var preset = 0
  var isDrum = false
  var expression = NoteExpression()
  var isToBegin = false
  var isToEnd = false
  var isToFade = false
  /// Whether its expression has changed.
  var isMoved = false
  /// Whether FluidSynth has it among its voices.
  var isActive = false
  /// The MIDI key that FluidSynth plays.
  var key: Int32 = 60

  @_noLocks init() {}
}
