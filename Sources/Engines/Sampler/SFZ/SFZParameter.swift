/// A number of a region, named as its opcode. Controllers, LFOs and envelopes may move it.
///
/// Their order is the order of a zone's values in memory.
package enum SFZParameter: String, CaseIterable, Hashable, Sendable, BitwiseCopyable {
  // Loudness and place. Decibels, percent.
  case volume, amplitude, pan, width, position
  case groupVolume = "group_volume"
  case masterVolume = "master_volume"
  case globalVolume = "global_volume"
  case velocityTracking = "amp_veltrack"
  case keyTracking = "amp_keytrack"
  case keyTrackingCentre = "amp_keycenter"
  case randomVolume = "amp_random"
  case panKeyTracking = "pan_keytrack"
  case panKeyCentre = "pan_keycenter"
  case panVelocityTracking = "pan_veltrack"
  case releaseDecay = "rt_decay"

  // Pitch. Cents, but `transpose` in semitones.
  case tune, transpose
  case pitchKeyTracking = "pitch_keytrack"
  case pitchVelocityTracking = "pitch_veltrack"
  case randomPitch = "pitch_random"
  case bendUp = "bend_up"
  case bendDown = "bend_down"
  /// Milliseconds.
  case bendSmoothing = "bend_smooth"

  // Where and when the sample begins and how it is cut off. Frames, seconds.
  case offset
  case randomOffset = "offset_random"
  case delay
  case randomDelay = "delay_random"
  case offTime = "off_time"
  case offShape = "off_shape"

  // Filters. The cutoff is in hertz in the file and in cents above 1 Hz in a zone; resonance in decibels.
  case cutoff, resonance
  case filterKeyTracking = "fil_keytrack"
  case filterKeyCentre = "fil_keycenter"
  case filterVelocityTracking = "fil_veltrack"
  case randomFilter = "fil_random"
  case cutoff2, resonance2
  case filter2KeyTracking = "fil2_keytrack"
  case filter2KeyCentre = "fil2_keycenter"
  case filter2VelocityTracking = "fil2_veltrack"
  case randomFilter2 = "fil2_random"
  /// Decibels, for shelves and bells.
  case filterGain = "fil_gain"
  case filter2Gain = "fil2_gain"
  // Hertz, octaves, decibels.
  case eq1Frequency = "eq1_freq"
  case eq1Bandwidth = "eq1_bw"
  case eq1Gain = "eq1_gain"
  case eq2Frequency = "eq2_freq"
  case eq2Bandwidth = "eq2_bw"
  case eq2Gain = "eq2_gain"
  case eq3Frequency = "eq3_freq"
  case eq3Bandwidth = "eq3_bw"
  case eq3Gain = "eq3_gain"

  // The three envelopes, each in the order of `EnvelopeTimes`. Seconds; start and sustain in percent; shapes.
  case ampDelay = "ampeg_delay"
  case ampStart = "ampeg_start"
  case ampAttack = "ampeg_attack"
  case ampHold = "ampeg_hold"
  case ampDecay = "ampeg_decay"
  case ampSustain = "ampeg_sustain"
  case ampRelease = "ampeg_release"
  case ampAttackShape = "ampeg_attack_shape"
  case ampDecayShape = "ampeg_decay_shape"
  case ampReleaseShape = "ampeg_release_shape"
  case filterDelay = "fileg_delay"
  case filterStart = "fileg_start"
  case filterAttack = "fileg_attack"
  case filterHold = "fileg_hold"
  case filterDecay = "fileg_decay"
  case filterSustain = "fileg_sustain"
  case filterRelease = "fileg_release"
  case filterAttackShape = "fileg_attack_shape"
  case filterDecayShape = "fileg_decay_shape"
  case filterReleaseShape = "fileg_release_shape"
  case pitchDelay = "pitcheg_delay"
  case pitchStart = "pitcheg_start"
  case pitchAttack = "pitcheg_attack"
  case pitchHold = "pitcheg_hold"
  case pitchDecay = "pitcheg_decay"
  case pitchSustain = "pitcheg_sustain"
  case pitchRelease = "pitcheg_release"
  case pitchAttackShape = "pitcheg_attack_shape"
  case pitchDecayShape = "pitcheg_decay_shape"
  case pitchReleaseShape = "pitcheg_release_shape"

  static var count: Int { @_noLocks get { pitchReleaseShape.index + 1 } }

  /// The index among all cases.
  var index: Int {
    // A raw value would be text.
    @_noLocks @inline(__always) get { Int(unsafeBitCast(self, to: UInt8.self)) }
  }

  /// The value without an opcode. A cutoff of 0 is no filter.
  var defaultValue: Double {
    switch self {
    case .amplitude, .width, .velocityTracking, .pitchKeyTracking: 100
    case .ampSustain, .filterSustain, .pitchSustain: 100
    case .keyTrackingCentre, .panKeyCentre, .filterKeyCentre, .filter2KeyCentre: 60
    case .bendUp: 200
    case .bendDown: -200
    case .offTime: 0.006
    case .offShape: -10.3616
    case .ampDecayShape, .ampReleaseShape, .filterDecayShape, .filterReleaseShape, .pitchDecayShape,
      .pitchReleaseShape:
      Double(EnvelopeTimes.usualFall)
    case .ampRelease: 0.001
    case .eq1Frequency: 50
    case .eq2Frequency: 500
    case .eq3Frequency: 5_000
    case .eq1Bandwidth, .eq2Bandwidth, .eq3Bandwidth: 1
    default: 0
    }
  }

  /// What a file may set. Values beyond are moved to the nearer end.
  var range: ClosedRange<Double> {
    switch self {
    case .pan, .width, .position, .velocityTracking, .panVelocityTracking, .panKeyTracking: -100...100
    case .volume, .groupVolume, .masterVolume, .globalVolume, .keyTracking: -144...144
    case .amplitude: -10_000...10_000
    case .tune, .pitchVelocityTracking, .randomPitch, .bendUp, .bendDown: -9_600...9_600
    case .pitchKeyTracking: -1_200...1_200
    case .filterKeyTracking, .filter2KeyTracking, .filterVelocityTracking, .filter2VelocityTracking,
      .randomFilter, .randomFilter2:
      -12_000...12_000
    case .transpose: -127...127
    case .keyTrackingCentre, .panKeyCentre, .filterKeyCentre, .filter2KeyCentre: 0...127
    case .offset, .randomOffset: 0...1e9
    case .bendSmoothing: 0...10_000
    case .offShape, .ampAttackShape, .ampDecayShape, .ampReleaseShape, .filterAttackShape, .filterDecayShape,
      .filterReleaseShape, .pitchAttackShape, .pitchDecayShape, .pitchReleaseShape:
      -40...40
    case .cutoff, .cutoff2, .eq1Frequency, .eq2Frequency, .eq3Frequency: 0...100_000
    case .resonance, .resonance2: -20...60
    case .eq1Bandwidth, .eq2Bandwidth, .eq3Bandwidth: 0.001...8
    case .eq1Gain, .eq2Gain, .eq3Gain, .filterGain, .filter2Gain: -96...48
    case .randomVolume: 0...48
    case .releaseDecay: -200...200
    default: 0...100
    }
  }

  /// Whether the value is the number of a key, which may have a name.
  var isKey: Bool { range == 0...127 }

  /// Names besides the first one.
  static let aliases: [String: SFZParameter] = [
    "gain": .volume, "pitch": .tune, "bendup": .bendUp, "benddown": .bendDown,
    "amp_keycentre": .keyTrackingCentre,
  ]
  static let byName: [String: SFZParameter] =
    Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) }).merging(aliases) { first, _ in first
    }

  /// What LFOs and envelopes call it: `lfo1_eq1gain`.
  static let byTarget: [String: SFZParameter] = [
    "volume": .volume, "amplitude": .amplitude, "pan": .pan, "width": .width, "position": .position,
    "pitch": .tune, "cutoff": .cutoff, "resonance": .resonance, "cutoff2": .cutoff2,
    "resonance2": .resonance2,
    "eq1freq": .eq1Frequency, "eq1bw": .eq1Bandwidth, "eq1gain": .eq1Gain,
    "eq2freq": .eq2Frequency, "eq2bw": .eq2Bandwidth, "eq2gain": .eq2Gain,
    "eq3freq": .eq3Frequency, "eq3bw": .eq3Bandwidth, "eq3gain": .eq3Gain,
  ]
}

/// What moves a value of a voice beside controllers.
package enum SFZSource: Hashable, Sendable {
  /// `lfoN`; the three of the first version of the format are `SFZSource.ampLFO` and so on.
  case lfo(Int)
  /// `egN`.
  case flexible(Int)
  case filterEnvelope, pitchEnvelope
  /// The velocity, 0–1.
  case velocity

  /// Higher than the numbers that a file may give.
  static let firstOldLFO = 1_001
  static let ampLFO = SFZSource.lfo(firstOldLFO)
  static let pitchLFO = SFZSource.lfo(firstOldLFO + 1)
  static let filterLFO = SFZSource.lfo(firstOldLFO + 2)
}

/// A number of a region that has a value of its own: a parameter, a number or a step of an LFO, or how far something moves
/// another.
package enum SFZValue: Hashable, Sendable {
  case parameter(SFZParameter)
  case lfo(Int, LFOSetting)
  /// The height of a step, counted from 1, in percent.
  case step(Int, Int)
  /// How far a source moves a value, in its unit.
  indirect case route(SFZSource, to: SFZValue)

  /// Hertz, seconds, seconds, cycles.
  package enum LFOSetting: String, CaseIterable, Hashable, Sendable { case freq, delay, fade, phase }
}

/// How a controller moves a value.
package struct SFZModulation: Hashable, Sendable {
  /// At the controller's far end, in the unit of the value; a cutoff in cents.
  package var depth = 0.0
  /// The number of a curve; nil for a straight line from 0.
  package var curve: Int?
  /// In milliseconds.
  package var smoothing = 0.0
  /// The value moves in whole steps of this size, in its unit; 0 for none.
  package var step = 0.0

  /// The size of its steps, as a share of its depth.
  var stepShare: Double { depth == 0 ? 0 : step / abs(depth) }
}

/// A wave of an LFO, or one that is added to it.
package struct LFOWave: Hashable, Sendable {
  /// 0 triangle, 1 sine, 2–5 pulses of ¾, ½, ¼ and ⅛, 6 and 7 saws up and down, 12 random steps, 13 steps of the file.
  package var shape = 0
  /// Its frequency and height, relative to the LFO's, and what is added to it.
  package var ratio = 1.0
  package var scale = 1.0
  package var offset = 0.0
  /// How many steps of the file make a cycle.
  package var steps = 0

  static let sine = 1
  static var stepped: Int { @_noLocks get { 13 } }
  static let mostSteps = 100
}

/// An envelope of any number of points.
package struct FlexibleEnvelope: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    /// Seconds from the point before.
    package var time = 0.0
    package var level = 0.0
    package var shape = 0.0
  }

  package var points: [Int: Point] = [:]
  /// The point at which it waits for the release; nil for none.
  package var sustain: Int?
}
