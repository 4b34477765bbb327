import DSP
import Engine
import Keyboard
import Realtime
import Voices
import Widgets

/// The whole synth behind one pointer: everything it needs is allocated here, and nothing later.
///
/// What is worked out once for many samples is worked out when the stream's frame is a multiple of
/// thirty-two, and where an event falls; nothing depends on where blocks begin, so that any block size
/// gives the same samples.
struct Instrument {
  static var stepFrames: Int { @_noLocks get { LaneBuffers.capacity } }

  let end: AudioEnd
  let kernel: VoiceKernel
  let controls: Controls
  let groups: UnsafeMutablePointer<VoiceGroup>
  let voices: VoiceBook
  var waves: WaveShelf
  let buffers: LaneBuffers
  var effects: EffectChain
  /// What the voices follow now, and what they followed a control step ago.
  let voicing: UnsafeMutablePointer<Voicing>
  let before: UnsafeMutablePointer<Voicing>
  /// The slow waves of all voices together.
  var lfo = LowFrequencyOscillator(seed: 1)
  var secondLFO = LowFrequencyOscillator(seed: 2)
  var vibrato = LowFrequencyOscillator(seed: 3)
  /// The pitch from which the next voice glides.
  var lastPitch: Float?
  /// The voice that began or moved last, until its pitch is taken down.
  var begun: Int?
  var startCount: UInt32 = 0
  var nextFrame: Int64 = 0
  var peak: Float = 0
  /// The highest sample of the block before the master volume.
  var hidden: Float = 0
  /// Frames in a row in which nothing sounds or rings on, whatever the volume.
  var quietFrames = 0
  let longestPause: Int
  /// Nothing sounds and nothing rings on: nothing is worked out.
  var isAsleep = true

  init(
    voiceCount: Int, widgets: [Widget], tables: WaveTables, steps: StepWeights, framesPerSecond: Double,
    end: AudioEnd, kernel: VoiceKernel
  ) {
    // A quarter as many again, in which stolen voices fade out.
    voices = VoiceBook(voices: voiceCount, spareLanes: max(voiceCount / 4, 8), end: end)
    self.end = end
    self.kernel = kernel
    controls = Controls(widgets: widgets, framesPerSecond: framesPerSecond, stepFrames: Self.stepFrames)
    groups = Self.groups(voices.groupCount)
    waves = WaveShelf(tables)
    waves.drawn.draw(WaveDrawing(controls))
    buffers = LaneBuffers()
    effects = EffectChain(framesPerSecond: framesPerSecond, controls: controls)
    voicing = .allocate(capacity: 2)
    before = voicing + 1
    let first = Voicing(
      range: OscillatorRange(framesPerSecond: framesPerSecond), wave: waves.table(0), steps: steps,
      envelope: controls.envelope(.ampAttack, .ampDecay, .ampSustain, .ampRelease))
    voicing.initialize(repeating: first, count: 2)
    // A pause may lie between two echoes. A card that rests when it is silent does so later.
    longestPause = Int(framesPerSecond * (StereoDelay.longestSeconds + 0.1))
    quietFrames = longestPause
    voicing.pointee.settle(controls, waves: waves)
  }

  private static func groups(_ count: Int) -> UnsafeMutablePointer<VoiceGroup> {
    let groups = UnsafeMutablePointer<VoiceGroup>.allocate(capacity: count)
    for group in 0..<count { (groups + group).initialize(to: VoiceGroup(seed: UInt32(group + 1))) }
    return groups
  }

  func deallocate() {
    controls.deallocate()
    for group in 0..<voices.groupCount { groups[group].deallocate() }
    groups.deallocate()
    voices.deallocate()
    waves.deallocate()
    buffers.deallocate()
    effects.deallocate()
    voicing.pointee.deallocate()
    voicing.deallocate()
  }
}
