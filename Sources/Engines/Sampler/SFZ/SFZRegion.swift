/// When a region of an SFZ file plays, how its sample sounds there, and what moves that.
package struct SFZRegion: Hashable, Sendable {
  /// `loop_mode`.
  package enum LoopMode: String, Hashable, Sendable {
    case none = "no_loop"
    case oneShot = "one_shot"
    case continuous = "loop_continuous"
    case sustain = "loop_sustain"
  }

  /// `trigger`.
  package enum Trigger: String, Hashable, Sendable, BitwiseCopyable {
    case attack, release, first, legato
    case releaseKey = "release_key"
  }

  /// How it ends when a region of `offBy` begins.
  package enum OffMode: String, Hashable, Sendable, BitwiseCopyable { case fast, normal, time }

  /// The path of the sound file, from the folder of the SFZ file, or the name of a generator, such as `*sine`.
  package var sample = ""
  /// The file and line that name its sample, for messages.
  package var place = ""

  // MARK: When

  /// The keys and the velocities that play it.
  package var keys = 0...127
  package var velocities = 0...127
  /// It plays if a random number, 0–1, is in this range.
  package var random = 0.0...1.0
  /// Round robin: of `sequenceLength` notes that fit, it plays the one at `sequencePosition`, counted from 1.
  package var sequenceLength = 1
  package var sequencePosition = 1
  package var trigger = Trigger.attack
  /// The range of the keyswitches, the one that is active at first, and those that must be active.
  package var switchKeys: ClosedRange<Int>?
  package var switchDefault: Int?
  package var switchLast: ClosedRange<Int>?
  /// A key that must be down, one that must be up, and the key that must have been played before.
  package var switchDown: Int?
  package var switchUp: Int?
  package var switchPrevious: Int?
  /// The pedals that hold its notes, and the controller that is its sustain pedal.
  package var isSustained = true
  package var isSostenuto = true
  package var sustainController = 64
  /// From which position on that pedal is down, 0–127.
  package var sustainLow = SFZRegion.halfway
  /// What controllers must be at, 0–127.
  package var controllers: [Int: ClosedRange<Double>] = [:]
  /// It begins when one of these controllers enters its range.
  package var starts: [Int: ClosedRange<Double>] = [:]
  /// In cents of the wheel's range of ±8192, and in 1/127 of the pressure.
  package var bends: ClosedRange<Double>?
  package var pressures: ClosedRange<Double>?
  /// In quarters a minute.
  package var tempi: ClosedRange<Double>?
  /// Conditions that are not understood. They count as not met, so a region that has one does not play.
  package var unmetConditions: Set<String> = []

  // MARK: What it ends, and what ends it

  /// The group that it belongs to, see `offBy`.
  package var group = 0
  /// Ends when a region of this group begins; 0 for never.
  package var offBy = 0
  package var offMode = OffMode.fast
  /// How many of its group sound at most, and how many of its group on one key; nil for any number.
  package var polyphony: Int?
  package var notePolyphony: Int?
  /// Which header set `polyphony` or `notePolyphony`: without a `group`, its regions share the limit.
  package var polyphonyScope = 0
  /// Whether a softer note does not end a louder one on the same key.
  package var masksItself = true
  /// Whether a release sample sounds even if the note it belongs to has ended.
  package var soundsAfterEnd = false

  // MARK: How

  /// The key that plays the sample at its own pitch; nil for the one that the sound file names.
  package var centre: Double? = 60
  /// The last frame that plays; nil for the last frame of the file.
  package var end: Int?
  package var loopMode: LoopMode?
  /// The first and the last frame of the loop; nil for those of the sound file.
  package var loopStart: Int?
  package var loopEnd: Int?
  /// How many seconds before its end the loop fades into what comes before its start.
  package var loopCrossfade = 0.0
  /// How often its sample plays, whatever its loop is; nil for as often as that says.
  package var count: Int?
  /// How often a loop begins again before the sample goes on to its end; nil for as long as the note lasts.
  package var loopCount: Int?
  /// Whether its sample plays from its last frame to its first.
  package var isReversed = false
  /// Whether its sound is turned upside down.
  package var isInverted = false
  /// The types of its filters and of its equalizer's bands.
  package var filter = FilterType.low2
  package var filter2 = FilterType.low2
  package var bands: [Int: BandType] = [:]
  /// The gain at some velocities, 0–1; if there is none, the velocity squared.
  package var velocityCurve: [Int: Double] = [:]
  package var crossfades: [Crossfade] = []
  /// Whether crossfades by key, velocity and controller add up in power, instead of in level.
  package var keepsPower = PowerCurves()
  package var lfos: [Int: [Int: LFOWave]] = [:]
  package var envelopes: [Int: FlexibleEnvelope] = [:]

  /// The numbers that opcodes have set, and what controllers do to them.
  package private(set) var values: [SFZValue: Double] = [:]
  package private(set) var modulations: [SFZValue: [Int: SFZModulation]] = [:]

  package init() {}

  /// Where a pedal that is not told otherwise begins to be down.
  static let halfway = 64.0

  package subscript(parameter: SFZParameter) -> Double {
    get { values[.parameter(parameter)] ?? parameter.defaultValue }
    set { values[.parameter(parameter)] = newValue }
  }

  package subscript(value: SFZValue) -> Double {
    get { values[value] ?? 0 }
    set { values[value] = newValue }
  }

  func has(_ parameter: SFZParameter) -> Bool { values[.parameter(parameter)] != nil }

  mutating func modulate(_ value: SFZValue, by controller: Int, _ change: (inout SFZModulation) -> Void) {
    change(&modulations[value, default: [:]][controller, default: SFZModulation()])
  }

  /// Moves all keys by some semitones.
  mutating func shiftKeys(by semitones: Int) {
    func shifted(_ range: ClosedRange<Int>) -> ClosedRange<Int> {
      Self.clipped(range.lowerBound + semitones)...Self.clipped(range.upperBound + semitones)
    }
    guard semitones != 0, keys.upperBound >= 0 else { return }
    if keys != 0...127 { keys = shifted(keys) }
    centre = centre.map { $0 + Double(semitones) }
    switchKeys = switchKeys.map(shifted)
    switchLast = switchLast.map(shifted)
    switchDefault = switchDefault.map { $0 + semitones }
    switchDown = switchDown.map { $0 + semitones }
    switchUp = switchUp.map { $0 + semitones }
    switchPrevious = switchPrevious.map { $0 + semitones }
  }

  private static func clipped(_ key: Int) -> Int { min(max(key, -1), 128) }
}

/// `fil_type`.
package enum FilterType: String, Hashable, Sendable, BitwiseCopyable {
  case low1 = "lpf_1p"
  case high1 = "hpf_1p"
  case low2 = "lpf_2p"
  case high2 = "hpf_2p"
  case band2 = "bpf_2p"
  case reject2 = "brf_2p"
  case low4 = "lpf_4p"
  case high4 = "hpf_4p"
  case low6 = "lpf_6p"
  case high6 = "hpf_6p"
  case band1 = "bpf_1p"
  case reject1 = "brf_1p"
  case low2sv = "lpf_2p_sv"
  case high2sv = "hpf_2p_sv"
  case band2sv = "bpf_2p_sv"
  case reject2sv = "brf_2p_sv"
  case all1 = "apf_1p"
  case peak2 = "pkf_2p"
  case lowShelf = "lsh"
  case highShelf = "hsh"
  case bell = "peq"
  /// 3 dB an octave, whatever the cutoff.
  case pink
  /// Peaks at the cutoff and its multiples, and nothing halfway between them.
  case comb
  case none
}

/// `eqN_type`.
package enum BandType: String, Hashable, Sendable, BitwiseCopyable {
  case peak
  case lowShelf = "lshelf"
  case highShelf = "hshelf"
}

/// A range of keys, velocities or a controller in which a region fades in or out.
package struct Crossfade: Hashable, Sendable {
  package enum Axis: Hashable, Sendable {
    case key, velocity
    case controller(Int)
  }

  package var axis: Axis
  package var isIn: Bool
  package var low: Double
  package var high: Double
}

/// `xf_keycurve`, `xf_velcurve` and `xf_cccurve`: whether each is `power`.
package struct PowerCurves: Hashable, Sendable {
  package var keys = true
  package var velocities = true
  package var controllers = true
}

// MARK: What it asks of its recording
extension SFZRegion {
  /// Whether it plays its recording from its start to its end, and nothing of it twice, if the file has no loop.
  package var playsStraight: Bool { !isReversed && count ?? 1 == 1 && loopMode?.isLoop != true }

  /// The furthest frame at which a note may begin.
  package var furthestStart: Int {
    let moved = [SFZParameter.offset, .randomOffset].reduce(0.0) { sum, parameter in
      sum + max(self[parameter], 0) + reach(of: parameter)
    }
    return Int(min(max(moved, 0), 1e9))
  }

  /// By how many semitones at most its keys play above the recording's own pitch.
  package var highestShift: Double {
    let above = Double(min(keys.upperBound, 127)) - (centre ?? 60)
    return above * self[.pitchKeyTracking] / 100 + self[.transpose] + self[.tune] / 100
  }

  /// How far controllers move a number at most.
  private func reach(of parameter: SFZParameter) -> Double {
    modulations[.parameter(parameter)]?.values.reduce(0) { $0 + abs($1.depth) } ?? 0
  }
}

extension SFZRegion.LoopMode {
  package var isLoop: Bool { self == .continuous || self == .sustain }
}
