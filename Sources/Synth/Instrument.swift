import DSP
import Engine
import Keyboard
import Realtime
import Widgets

/// The whole synth behind one pointer: everything it needs is allocated here, and nothing later.
///
/// What is worked out once for many samples is worked out when the stream's frame is a multiple of
/// sixteen, and where an event falls; nothing depends on where blocks begin, so that any block size
/// gives the same samples.
struct Instrument {
  static var voiceCount: Int { @_noLocks get { 64 } }
  /// Lanes beyond the voices, in which stolen voices fade out.
  static var spareLanes: Int { @_noLocks get { 8 } }
  static var laneCount: Int { @_noLocks get { voiceCount + spareLanes } }
  static var groupCount: Int { @_noLocks get { laneCount / 8 } }
  static var stepFrames: Int { @_noLocks get { SpanGains.capacity } }

  let end: AudioEnd
  let range: OscillatorRange
  let controls: Controls
  let groups: UnsafeMutablePointer<VoiceGroup>
  let voices: UnsafeMutablePointer<VoiceState>
  /// Which voice sounds in a lane; nil where a stolen one fades or nothing sounds.
  let owners: UnsafeMutablePointer<Int?>
  let waveTables: UnsafeMutablePointer<WaveTable>
  let sums: LaneSums
  var gains: SpanGains
  var effects: EffectChain
  var voicing: Voicing
  var waves: VoiceWaves
  var lfo = LowFrequencyOscillator()
  var vibrato = LowFrequencyOscillator()
  /// What voices that start from now on begin with.
  var touch = VoiceState.Touch()
  /// The pitch from which the next voice glides.
  var lastPitch: Float?
  /// The voice that began or moved last, until its pitch is taken down.
  var begun: Int?
  var startCount: UInt32 = 0
  var nextFrame: Int64 = 0
  var peak: Float = 0
  /// Frames in a row that nobody can hear.
  var quietFrames = 0
  let longestPause: Int
  /// Nothing sounds and nothing rings on: nothing is worked out.
  var isAsleep = true

  init(widgets: [Widget], tables: WaveTables, framesPerSecond: Double, end: AudioEnd) {
    self.end = end
    range = OscillatorRange(framesPerSecond: framesPerSecond)
    controls = Controls(widgets: widgets, framesPerSecond: framesPerSecond, stepFrames: Self.stepFrames)
    groups = .allocate(capacity: Self.groupCount)
    for group in 0..<Self.groupCount {
      (groups + group).initialize(to: VoiceGroup(seed: UInt32(group + 1)))
    }
    voices = .allocate(capacity: Self.voiceCount)
    voices.initialize(repeating: VoiceState(), count: Self.voiceCount)
    owners = .allocate(capacity: Self.laneCount)
    owners.initialize(repeating: nil, count: Self.laneCount)
    waveTables = .allocate(capacity: Waveform.allCases.count)
    for waveform in Waveform.allCases {
      (waveTables + waveform.index).initialize(to: tables.table(of: waveform))
    }
    sums = LaneSums()
    gains = SpanGains()
    effects = EffectChain(framesPerSecond: framesPerSecond, controls: controls)
    voicing = Voicing(controls, modulation: Modulation(), stepFrames: Float(Self.stepFrames))
    waves = VoiceWaves(voicing, tables: waveTables)
    // A pause may lie between two echoes.
    longestPause = Int(framesPerSecond * (StereoDelay.longestSeconds + 0.2))
    quietFrames = longestPause
    gains.settle(controls)
  }

  func deallocate() {
    controls.deallocate()
    groups.deallocate()
    voices.deallocate()
    owners.deallocate()
    waveTables.deallocate()
    sums.deallocate()
    gains.deallocate()
    effects.deallocate()
  }
}

extension VoiceWaves {
  @_noLocks init(_ voicing: Voicing, tables: UnsafeMutablePointer<WaveTable>) {
    first = tables[voicing.firstWave.index]
    second = tables[voicing.secondWave.index]
    firstIsPulse = voicing.firstWave.isPulse
    secondIsPulse = voicing.secondWave.isPulse
    firstWidth = voicing.firstWave.width
    secondWidth = voicing.secondWave.width
  }
}
