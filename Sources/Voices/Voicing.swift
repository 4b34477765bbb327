import DSP

/// What one control step means to every voice alike.
public struct Voicing: BitwiseCopyable {
  public var range: OscillatorRange
  /// Two, behind a pointer because loops that are handed a copy would copy it.
  public let oscillators: UnsafeMutablePointer<OscillatorVoicing>
  /// Frames since the ramps were where they say: wherever blocks are cut, a frame finds the same values.
  public var position = 0
  /// What makes the jumps of a synced oscillator clean.
  public let steps: StepWeights
  public var hasSecond = true
  public var isModulated = false
  /// How much of the second oscillator, 0–1.
  public var mix: Float = 0
  public var noise = Ramp(0)
  public var push = Ramp(1)
  public var makeUp = Ramp(1)
  /// Cycles by which the first oscillator moves the second.
  public var modulation: Float = 0
  public var isSynced = false
  /// Where from the old wave people have drawn to the new one, 0–1.
  public var arrival = Ramp(1)

  /// Octaves of vibrato now, −1–1, and how much of it the wheel asks for.
  public var vibrato: Float = 0
  public var vibratoDepth: Float = 0
  public var pressureVibrato: Float = 0
  public var lfo = LFOVoicing()
  public var secondLFO = LFOVoicing()
  public var matrix = ModulationMatrix()
  /// Whether a slow wave or the matrix moves anything.
  public var isMoved = false
  public var wheel: Float = 0

  public var filterKind = FilterKind.low
  /// How much of the ladder: 0 and 1 but while people go from one filter to the other.
  public var ladderShare = Ramp(0)
  public var through = Ramp(0)
  public var band = Ramp(0)
  public var low = Ramp(1)
  public var cutoff: Float = 0
  public var tracking: Float = 0
  public var filterEnvelope: Float = 0
  public var filterVelocity: Float = 0
  public var pressureFilter: Float = 0
  public var timbreFilter: Float = 0
  public var resonance: Float = 0
  /// What follows from the resonance, unless the matrix moves it.
  public var damping: Float = 2
  public var feedback: Float = 0
  public var ampVelocity: Float = 0
  /// Loudness of a voice, before its envelope.
  public var amplitude: Float = 1
  public var glidePace: Float = 1
  public var spread: Float = 0
  public var amp: EnvelopeShape
  public var filter: EnvelopeShape
  /// Halvings per frame of a fade of 3 ms.
  public var fadeRate: Float = 0
  /// Seconds in a control step.
  public var stepSeconds: Float = 0

  /// - Parameters:
  ///   - wave: what the oscillators play until they are told.
  ///   - steps: must outlive this.
  public init(range: OscillatorRange, wave: WaveTable, steps: StepWeights, envelope: EnvelopeShape) {
    self.range = range
    self.steps = steps
    oscillators = .allocate(capacity: 2)
    oscillators.initialize(repeating: OscillatorVoicing(wave), count: 2)
    amp = envelope
    filter = envelope
  }

  public func deallocate() { oscillators.deallocate() }

  public var first: OscillatorVoicing { @_noLocks @_transparent get { oscillators[0] } }
  public var second: OscillatorVoicing { @_noLocks @_transparent get { oscillators[1] } }

  /// Which of the filter's loops is played.
  public enum FilterKind: BitwiseCopyable {
    /// The low pass of two poles, alone.
    case low
    /// A mixture of what the two-pole filter gives.
    case mixed
    /// The mixture, of a filter that sings.
    case singing
    case ladder
    /// The mixture and the ladder at once, one fading out and one in.
    case both

    /// Whether the two-pole filter is heard.
    public var hasTwoPoles: Bool {
      @_noLocks @_transparent get { if case .ladder = self { false } else { true } }
    }

    /// Whether the ladder is heard.
    public var hasLadder: Bool {
      @_noLocks @_transparent get {
        switch self {
        case .ladder, .both: true
        case .low, .mixed, .singing: false
        }
      }
    }
  }

  /// The ramps where they are now, `position` at nothing again. [audio-thread]
  @_noLocks public mutating func bringRampsUp() {
    noise.skip(position)
    push.skip(position)
    makeUp.skip(position)
    through.skip(position)
    band.skip(position)
    low.skip(position)
    ladderShare.skip(position)
    arrival.skip(position)
    position = 0
  }

  /// Whether sides differ before the filter. [audio-thread]
  public var isStereo: Bool {
    @_noLocks @_transparent get { first.isWide || (second.isWide && hasSecond) }
  }
}

/// What one oscillator of every voice plays.
public struct OscillatorVoicing: BitwiseCopyable {
  public var wave: WaveTable
  /// The table from which the wave goes to `wave`, while it does.
  public var oldWave: WaveTable?
  /// Octaves added to the voice's pitch.
  public var pitch: Float = 0
  public var isPulse = false
  /// Whether it is a saw or a pulse, that jumps.
  public var hasEdges = false
  /// A part of the cycle.
  public var width: Float = 0.5
  public var unison = 1
  /// For each voice of the unison, its place on the sides: gains.
  public var left = Lanes(repeating: 1)
  public var right = Lanes(repeating: 1)
  /// For each voice of the unison, its pace against the oscillator's.
  public var detune = Lanes(repeating: 1)
  /// Whether the unison's voices lie apart.
  public var isWide = false

  init(_ wave: WaveTable) { self.wave = wave }
}

/// What a slow wave does to every voice.
public struct LFOVoicing: BitwiseCopyable {
  /// Cycles in a control step.
  public var pace: Float = 0
  public var shape = LowFrequencyOscillator.Shape.sine
  /// The wave of all voices together, where they have no own.
  public var common: Float = 0
  public var isOwn = false
  /// Seconds until it begins to be heard in a voice.
  public var delay: Float = 0
  /// Octaves, octaves, and a part taken from the loudness.
  public var pitch: Float = 0
  public var filter: Float = 0
  public var amp: Float = 0
  public var isUsed = false

  @_noLocks public init() {}
}
