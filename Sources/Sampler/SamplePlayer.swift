import CRealtime
import DSP
import Engine
import Keyboard
import Realtime
import Widgets

/// The whole sampler behind one pointer: everything it needs is allocated here, and nothing later.
///
/// What is worked out once for many samples is worked out when the stream's frame is a multiple of
/// sixteen, and where an event falls; nothing depends on where blocks begin, so that any block size
/// gives the same samples.
struct SamplePlayer {
  static var voiceCount: Int { @_noLocks get { 64 } }
  /// Lanes beyond the voices, in which stolen voices fade out.
  static var spareLanes: Int { @_noLocks get { 8 } }
  /// Frames in a control step.
  static var stepFrames: Int { @_noLocks get { 16 } }

  let end: AudioEnd
  let range: OscillatorRange
  let controls: SamplerControls
  let rateOctaves: Float
  let groups: UnsafeMutablePointer<VoiceGroup>
  let heads: UnsafeMutablePointer<PlayHead>
  let voices: VoiceBook
  let heard: HeardLanes
  let sums: HeardLanes
  var path: SamplePath
  var voicing: Voicing
  var filterGains = FilterGains()
  var leftGain = Ramp(0)
  var rightGain = Ramp(0)
  var limiter: PeakLimiter
  /// The lane that began last: its place is the one that is shown.
  var newestLane: Int?
  /// Frames until the place is shown again, and between two showings: 60 a second.
  var framesToShow = 0
  let showFrames: Int
  var nextFrame: Int64 = 0
  var peak: Float = 0
  /// Nothing sounds: nothing is worked out.
  var isAsleep = true

  init(
    sample: Sample, kernel: SincKernel, widgets: [Widget], framesPerSecond: Double, end: AudioEnd
  ) {
    self.end = end
    range = OscillatorRange(framesPerSecond: framesPerSecond)
    controls = SamplerControls(
      widgets: widgets, framesPerSecond: framesPerSecond, stepFrames: Self.stepFrames)
    rateOctaves = Float(rt_log2(sample.framesPerSecond / framesPerSecond))
    voices = VoiceBook(voices: Self.voiceCount, spareLanes: Self.spareLanes, end: end)
    groups = .allocate(capacity: voices.groupCount)
    groups.initialize(repeating: VoiceGroup(), count: voices.groupCount)
    heads = .allocate(capacity: voices.laneCount)
    heads.initialize(repeating: PlayHead(), count: voices.laneCount)
    heard = HeardLanes(capacity: Self.stepFrames)
    sums = HeardLanes(capacity: Self.stepFrames)
    path = SamplePath(
      frames: sample.frames, weights: kernel.weights, framesPerSecond: framesPerSecond)
    voicing = Voicing(controls, rateOctaves: rateOctaves)
    limiter = PeakLimiter(framesPerSecond: framesPerSecond)
    showFrames = Int(framesPerSecond / 60)
    settle()
  }

  func deallocate() {
    controls.deallocate()
    groups.deallocate()
    heads.deallocate()
    voices.deallocate()
    heard.deallocate()
    sums.deallocate()
  }

  /// Awake again, everything is where the widgets say, without a glide. [any-thread]
  @_noLocks mutating func settle() {
    controls.settle()
    approach(inverseFrames: 1)
    filterGains.dry.jump(to: voicing.dry)
    filterGains.low.jump(to: voicing.lowGain)
    leftGain.skip(1)
    rightGain.skip(1)
    approach(inverseFrames: 1)
  }

  /// Where to be a control step from now.
  @_noLocks mutating func approach(inverseFrames: Float) {
    voicing = Voicing(controls, rateOctaves: rateOctaves)
    path.loop = LoopRegion(
      isOn: controls[.loopOn] >= 0.5, start: controls.exactly(.loopStart), end: controls.exactly(.loopEnd),
      frameCount: path.frames.count)
    filterGains.dry.approach(voicing.dry, inverseFrames: inverseFrames)
    filterGains.low.approach(voicing.lowGain, inverseFrames: inverseFrames)
    let volume = controls[.volume] * controls[.expression]
    let pan = controls[.pan]
    leftGain.approach(volume * volume * min(1, 1 - pan), inverseFrames: inverseFrames)
    rightGain.approach(volume * volume * min(1, 1 + pan), inverseFrames: inverseFrames)
  }

  /// The frame at which a voice begins: counted from the end when it plays backwards.
  var startFrame: Int64 {
    @_noLocks get {
      let last = Int64(path.frames.count - 1)
      let frame = min(Int64(controls.exactly(.start) * Double(path.frames.count)), last)
      return voicing.isReversed ? last - frame : frame
    }
  }
}
