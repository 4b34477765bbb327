import CRealtime
import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// The audio side of the sampler. It allocates everything in `init`.
///
/// Control steps are at frames of the stream that are multiples of 16. Plans are also made at events. Nothing
/// depends on where blocks begin, so any block size gives the same samples.
struct SamplePlayer: ~Copyable {
  static var voiceCount: Int { @_noLocks get { 64 } }
  /// Lanes in addition to one for each voice, in which stolen voices fade out.
  static var spareLanes: Int { @_noLocks get { 8 } }
  /// Frames in a control step.
  static var stepFrames: Int { @_noLocks get { 16 } }

  var end: AudioEnd
  let range: OscillatorRange
  let smoother: ControlSmoother
  let controls: SamplerControls
  let rateOctaves: Float
  private let sampleFramesPerSecond: Double
  let groups: FixedBuffer<SampleVoiceGroup>
  /// A head for each lane.
  let heads: FixedBuffer<PlayHead>
  private let lanes: LaneTable
  let voices: LaneAssignments
  /// What the voices of a group read, by voices and by frames.
  let frames: VoiceFrames
  let heard: StereoLaneBuffer
  let sums: StereoLaneBuffer
  let source: FixedValue<PlayHeadSource>
  var parameters: SampleVoiceParameters
  var filterGains = FilterMix()
  var leftGain = Ramp(0)
  var rightGain = Ramp(0)
  var limiter: PeakLimiter
  /// The lane that started last. Its position is displayed.
  var newestLane: Int?
  /// Frames until the position is displayed again.
  var framesToShow = 0
  /// Frames between two displays: 60 a second.
  let showFrames: Int
  var nextFrame: Int64 = 0
  var peak: Float = 0
  /// Whether nothing sounds and nothing is computed.
  var isAsleep = true

  init(
    sample: Sample, kernel: SincKernel, widgets: [Widget], framesPerSecond: Double,
    end: consuming AudioEnd
  ) {
    self.end = end
    range = OscillatorRange(framesPerSecond: framesPerSecond)
    smoother = ControlSmoother(
      widgets, octaves: SamplerParameter.cutoff.index, framesPerSecond: framesPerSecond,
      stepFrames: Self.stepFrames)
    controls = SamplerControls(smoother.values, framesPerSecond: framesPerSecond)
    sampleFramesPerSecond = sample.framesPerSecond
    rateOctaves = Float(rt_log2(sample.framesPerSecond / framesPerSecond))
    lanes = LaneTable(voices: Self.voiceCount, spareLanes: Self.spareLanes)
    voices = lanes.assignments
    groups = FixedBuffer(repeating: SampleVoiceGroup(), count: voices.groupCount)
    heads = FixedBuffer(repeating: PlayHead(), count: voices.laneCount)
    frames = VoiceFrames(capacity: Self.stepFrames)
    heard = StereoLaneBuffer(capacity: Self.stepFrames)
    sums = StereoLaneBuffer(capacity: Self.stepFrames)
    source = FixedValue(
      PlayHeadSource(frames: sample.frames, weights: kernel.weights, framesPerSecond: framesPerSecond))
    parameters = SampleVoiceParameters(controls, rateOctaves: rateOctaves)
    limiter = PeakLimiter(framesPerSecond: framesPerSecond)
    showFrames = Int(framesPerSecond / 60)
    settle()
  }

  /// Takes the values of the controls without ramps. [any-thread]
  @_noLocks mutating func settle() {
    controls.settle()
    approach(inverseFrames: 1)
    filterGains.dry.jump(to: parameters.dry)
    filterGains.low.jump(to: parameters.lowGain)
    leftGain.skip(1)
    rightGain.skip(1)
    approach(inverseFrames: 1)
  }

  /// Ramps to the values of the controls.
  @_noLocks mutating func approach(inverseFrames: Float) {
    parameters = SampleVoiceParameters(controls, rateOctaves: rateOctaves)
    source.value.loop =
      isScrubbed
      ? scrubRegion
      : LoopRegion(
        isOn: controls[.loopOn] >= 0.5, start: controls.rawValue(.loopStart),
        end: controls.rawValue(.loopEnd),
        frameCount: source.value.frames.count)
    filterGains.dry.approach(parameters.dry, inverseFrames: inverseFrames)
    filterGains.low.approach(parameters.lowGain, inverseFrames: inverseFrames)
    let volume = controls[.volume] * controls[.expression]
    let pan = controls[.pan]
    leftGain.approach(volume * volume * min(1, 1 - pan), inverseFrames: inverseFrames)
    rightGain.approach(volume * volume * min(1, 1 + pan), inverseFrames: inverseFrames)
  }

  var isScrubbed: Bool { @_noLocks get { controls.rawValue(.scrub) >= 0.5 } }

  /// The loop that is played at the cursor.
  private var scrubRegion: LoopRegion {
    @_noLocks get {
      let count = source.value.frames.count
      let share = Self.scrubSeconds * sampleFramesPerSecond / Double(count)
      let start = max(0, min(controls.rawValue(.cursor), 1 - share))
      return LoopRegion(isOn: true, start: start, end: min(1, start + share), frameCount: count)
    }
  }

  private static var scrubSeconds: Double { @_noLocks get { 0.08 } }

  /// Moves voices that are not at the cursor to it. [audio-thread]
  @_noLocks mutating func scrub(_ group: Int) {
    for lane in 0..<8 where groups[group].occupied & (1 << UInt8(lane)) != 0 {
      heads[8 * group + lane].enter(SourcePointer(source.address))
    }
  }

  /// The frame at which a voice starts, counted from the end when it plays backwards.
  var startFrame: Int64 {
    @_noLocks get {
      let last = Int64(source.value.frames.count - 1)
      let frame = min(Int64(controls.rawValue(.start) * Double(source.value.frames.count)), last)
      return parameters.isReversed ? last - frame : frame
    }
  }
}
