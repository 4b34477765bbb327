import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetVoices
import SpinetWidgets

/// The audio side of the synth. It allocates everything in `init`.
///
/// Control steps are at frames of the stream that are multiples of 32. Plans are also made at events. Nothing depends
/// on where blocks begin, so any block size gives the same samples.
struct SynthPlayer: ~Copyable {
  static var stepFrames: Int { @_noLocks get { LaneBuffers.capacity } }

  var end: AudioEnd
  let kernel: VoiceKernel
  let smoother: ControlSmoother
  let controls: SynthControls
  let groups: SynthVoiceGroups
  private let lanes: LaneTable
  let voices: LaneAssignments
  var waves: WaveTableBank
  private let laneMemory: FixedBuffer<Lanes>
  let buffers: LaneBuffers
  var effects: EffectChain
  private let firstOscillator: FixedValue<OscillatorParameters>
  private let secondOscillator: FixedValue<OscillatorParameters>
  /// The parameters of this control step.
  let parameters: FixedValue<SynthVoiceParameters>
  /// The parameters of the control step before.
  let before: FixedValue<SynthVoiceParameters>
  /// Whether the last control step changed nothing that follows the widgets, apart from the effects.
  var isAtRest = false
  /// The number of groups up to the last one that sounds.
  var usedGroups = 0
  /// The LFOs that all voices share.
  var lfo = LowFrequencyOscillator(seed: 1)
  var secondLFO = LowFrequencyOscillator(seed: 2)
  var vibrato = LowFrequencyOscillator(seed: 3)
  var lfoRates = LFORates()
  /// The position that LFOs in time follow; nil before the first clock command.
  var music: MusicPosition?
  /// The pitch from which the next voice glides.
  var lastPitch: Float?
  /// The voice that started or changed its pitch last, until `lastPitch` has been set from it.
  var begun: Int?
  var startCount: UInt32 = 0
  var nextFrame: Int64 = 0
  var peak: Float = 0
  /// The highest sample of the block before the master volume.
  var preVolumePeak: Float = 0
  /// Frames since anything was audible, regardless of the master volume.
  var quietFrames = 0
  let longestPause: Int
  /// Whether nothing is audible and nothing is computed.
  var isAsleep = true

  init(
    voiceCount: Int, widgets: [Widget], tables: WaveTables, steps: MinBLEPWeights, framesPerSecond: Double,
    end: consuming AudioEnd, kernel: VoiceKernel
  ) {
    // A quarter more lanes, in which stolen voices fade out.
    lanes = LaneTable(voices: voiceCount, spareLanes: max(voiceCount / 4, 8))
    voices = lanes.assignments
    self.end = end
    self.kernel = kernel
    smoother = ControlSmoother(
      widgets, octaves: SynthParameter.filterCutoff.index, framesPerSecond: framesPerSecond,
      stepFrames: Self.stepFrames)
    controls = SynthControls(smoother.values, framesPerSecond: framesPerSecond)
    groups = SynthVoiceGroups(count: voices.groupCount)
    waves = WaveTableBank(tables)
    waves.drawn.draw(WaveDrawing(controls))
    laneMemory = LaneBuffers.makeMemory()
    buffers = LaneBuffers(laneMemory)
    effects = EffectChain(framesPerSecond: framesPerSecond, controls: controls)
    firstOscillator = FixedValue(OscillatorParameters(waves.table(0)))
    secondOscillator = FixedValue(OscillatorParameters(waves.table(0)))
    let first = SynthVoiceParameters(
      range: OscillatorRange(framesPerSecond: framesPerSecond),
      oscillators: (OscillatorView(firstOscillator), OscillatorView(secondOscillator)), steps: steps,
      envelope: controls.envelope(.ampAttack, .ampDecay, .ampSustain, .ampRelease))
    parameters = FixedValue(first)
    before = FixedValue(first)
    // Between two echoes the output may be silent for this long.
    longestPause = Int(framesPerSecond * (StereoDelay.longestSeconds + 0.1))
    quietFrames = longestPause
    parameters.value.settle(controls, waves: waves)
  }
}
