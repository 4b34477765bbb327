import SpinetDSP

/// The parameters of a control step that all voices share.
public struct SynthVoiceParameters: BitwiseCopyable {
  public var range: OscillatorRange
  public let firstOscillator: OscillatorView
  public let secondOscillator: OscillatorView
  /// Frames since the ramps were advanced. Values are computed from it, so that they do not depend on the block
  /// size.
  public var position = 0
  /// Band-limits the steps of a synced oscillator.
  public let steps: MinBLEPWeights
  /// Whether the second oscillator is heard.
  public var hasSecond = true
  /// Whether the first oscillator modulates the phase of the second.
  public var isModulated = false
  /// 0 is the first oscillator alone, 1 the second alone.
  public var mix: Float = 0
  /// The level of the noise, 0–1.
  public var noise = Ramp(0)
  /// The factors before and after the drive.
  public var driveGain = Ramp(1)
  public var makeUp = Ramp(1)
  /// The depth, in cycles, by which the first oscillator modulates the phase of the second.
  public var modulation: Float = 0
  /// Whether the second oscillator restarts with the first.
  public var isSynced = false
  /// The position between the old and the new drawn wave, 0–1.
  public var arrival = Ramp(1)

  /// The value of the vibrato's LFO, in octaves per semitone of depth.
  public var vibrato: Float = 0
  /// Semitones.
  public var vibratoDepth: Float = 0
  /// Semitones at full pressure.
  public var pressureVibrato: Float = 0
  public var lfo = LFOParameters()
  public var secondLFO = LFOParameters()
  public var matrix = ModulationMatrix()
  /// Whether an LFO or the matrix modulates anything.
  public var isMoved = false
  /// The modulation wheel, 0–1.
  public var wheel: Float = 0

  public var filterKind = FilterKind.low
  /// The share of the ladder filter: 0 or 1 except during a change of the filter.
  public var ladderMix = Ramp(0)
  /// The shares of the dry signal and of the outputs of the two-pole filter.
  public var dry = Ramp(0)
  public var band = Ramp(0)
  public var low = Ramp(1)
  /// Octaves above 1 Hz.
  public var cutoff: Float = 0
  /// Octaves of cutoff per octave of pitch.
  public var tracking: Float = 0
  /// Octaves at the peak of the envelope.
  public var filterEnvelope: Float = 0
  /// How much of the envelope a soft note loses, 0–1.
  public var filterVelocity: Float = 0
  /// Octaves at full pressure.
  public var pressureFilter: Float = 0
  /// Octaves from the middle of the timbre to its end.
  public var timbreFilter: Float = 0
  /// 0–1.
  public var resonance: Float = 0
  /// Computed from the resonance, unless the matrix modulates it.
  public var damping: Float = 2
  /// The ladder filter's feedback, computed from the resonance in the same way.
  public var feedback: Float = 0
  /// How much quieter a soft note is, 0–1.
  public var ampVelocity: Float = 0
  /// The loudness of a voice before its envelope.
  public var amplitude: Float = 1
  /// The part of the way to the next pitch that a control step takes, 0–1.
  public var glideCoefficient: Float = 1
  /// How far the voices stand apart between left and right, 0–1.
  public var spread: Float = 0
  public var amp: EnvelopeShape
  public var filter: EnvelopeShape
  /// Halvings per frame of a fade in 3 ms.
  public var fadeRate: Float = 0
  /// Seconds in a control step.
  public var stepSeconds: Float = 0

  /// - Parameters:
  ///   - oscillators: the owners of their parameters; they must outlive this, as must `steps`.
  public init(
    range: OscillatorRange,
    oscillators: (first: OscillatorView, second: OscillatorView), steps: MinBLEPWeights,
    envelope: EnvelopeShape
  ) {
    self.range = range
    self.steps = steps
    (firstOscillator, secondOscillator) = oscillators
    amp = envelope
    filter = envelope
  }

  public var first: OscillatorParameters { @_noLocks @_transparent get { firstOscillator.value } }
  public var second: OscillatorParameters { @_noLocks @_transparent get { secondOscillator.value } }

  /// The filter's loop to use.
  public enum FilterKind: BitwiseCopyable {
    /// The two-pole low pass alone.
    case low
    /// A mix of the outputs of the two-pole filter.
    case mixed
    /// The mix, with self-oscillation.
    case selfOscillating
    case ladder
    /// The mix and the ladder, during a change from one to the other.
    case both

    /// Whether the two-pole filter is played.
    public var hasTwoPoles: Bool {
      @_noLocks @_transparent get { if case .ladder = self { false } else { true } }
    }

    /// Whether the ladder is played.
    public var hasLadder: Bool {
      @_noLocks @_transparent get {
        switch self {
        case .ladder, .both: true
        case .low, .mixed, .selfOscillating: false
        }
      }
    }
  }

  /// Advances the ramps to the current frame and sets `position` to 0. [audio-thread]
  @_noLocks public mutating func advanceRamps() {
    noise.skip(position)
    driveGain.skip(position)
    makeUp.skip(position)
    dry.skip(position)
    band.skip(position)
    low.skip(position)
    ladderMix.skip(position)
    arrival.skip(position)
    position = 0
  }

  /// Whether no ramp moves. [audio-thread]
  public var isAtRest: Bool {
    @_noLocks get {
      noise.isAtRest && driveGain.isAtRest && makeUp.isAtRest && dry.isAtRest && band.isAtRest && low.isAtRest
        && ladderMix.isAtRest && arrival.isAtRest
    }
  }

  /// Whether the sides differ before the filter. [audio-thread]
  public var isStereo: Bool {
    @_noLocks @_transparent get { first.isWide || (second.isWide && hasSecond) }
  }
}

/// The parameters of one oscillator that all voices share.
public struct OscillatorParameters: BitwiseCopyable {
  public var wave: WaveTable
  /// The previous table during a change to `wave`.
  public var oldWave: WaveTable?
  /// Octaves added to the voice's pitch.
  public var pitch: Float = 0
  public var isPulse = false
  /// Whether it is a saw or a pulse, which have steps.
  public var hasDiscontinuities = false
  /// A fraction of the cycle.
  public var width: Float = 0.5
  /// 1–`UnisonOscillator.maxVoices`.
  public var unison = 1
  /// The gains of each unison voice on the two sides.
  public var left = Lanes(repeating: 1)
  public var right = Lanes(repeating: 1)
  /// The frequency ratio of each unison voice.
  public var detune = Lanes(repeating: 1)
  /// Whether the unison voices are spread between the sides.
  public var isWide = false

  public init(_ wave: WaveTable) { self.wave = wave }
}

/// The parameters of an LFO that all voices share.
public struct LFOParameters: BitwiseCopyable {
  /// Cycles per control step.
  public var increment: Float = 0
  public var shape = LowFrequencyOscillator.Shape.sine
  /// The value for all voices, unless each has its own LFO.
  public var common: Float = 0
  /// Whether each voice has an LFO of its own.
  public var isOwn = false
  /// Seconds from the start of a voice until the LFO fades in.
  public var delay: Float = 0
  /// Octaves.
  public var pitch: Float = 0
  /// Octaves.
  public var filter: Float = 0
  /// The fraction of the loudness that it takes away, 0–1.
  public var amp: Float = 0
  /// Whether it modulates anything.
  public var isUsed = false

  /// An LFO that modulates nothing.
  @_noLocks public init() {}
}
