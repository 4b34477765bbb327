import CRealtime
import SpinetDSP
import SpinetRealtime

/// A region with its sample, as the audio thread reads it. Its numbers are in `ZoneTable`.
struct SampleZone: BitwiseCopyable {
  var source: PlayHeadSource
  /// The number of its recording among those that come from the disk, -1 for one in memory; its first frames, and all
  /// of its frames, also those after the last one that plays.
  var stream = -1
  let start: SampleStart
  let wholeCount: Int

  // When it plays
  let lowVelocity: Int32
  let highVelocity: Int32
  let lowRandom: Double
  let highRandom: Double
  let sequenceLength: Int32
  let sequencePosition: Int32
  let trigger: SFZRegion.Trigger
  /// What holds its notes.
  var holders = NoteHolders.key
  /// Which of the instrument's sets of keyswitches it belongs to, and the keys of it that must be active; -1 for any.
  var switchSet = 0
  let switchLow: Int32
  let switchHigh: Int32
  /// Keys that must be down, up, or played before; -1 for none.
  let switchDown: Int32
  let switchUp: Int32
  let switchPrevious: Int32
  /// Octaves and 0–1.
  let lowBend: Float
  let highBend: Float
  let lowPressure: Float
  let highPressure: Float

  // What it ends, and what ends it
  let group: Int
  let offBy: Int
  let offMode: SFZRegion.OffMode
  /// Regions with the same number share their limits of voices; -1 for no limit.
  let polyphony: Int32
  let notePolyphony: Int32
  let scope: Int
  let masksItself: Bool
  let soundsAfterEnd: Bool

  // How it plays
  let isOneShot: Bool
  let isReversed: Bool
  /// Whether its sample plays several times, each time from where the first began.
  let isRepeated: Bool
  let loopsWhileHeld: Bool
  let centre: Float
  /// The part of the pitch that comes from the sample's rate, in octaves.
  let octaves: Float
  /// 1, or −1 for a sound that is turned upside down.
  let sign: Float
  let filter: FilterType
  let filter2: FilterType
  let bands: (BandType, BandType, BandType)
  /// How many two-pole sections its filters and its equalizer need.
  let filterSections: Int
  let filter2Sections: Int
  var hasBand = (false, false, false)

  // Where its numbers are
  var values = 0
  var valueCount = 0
  var modulations = TableRange(0..<0)
  var connections = TableRange(0..<0)
  var crossfades = TableRange(0..<0)
  var conditions = TableRange(0..<0)
  var starts = TableRange(0..<0)
  var lfos = TableRange(0..<0)
  var envelopes = TableRange(0..<0)
  var velocityCurve = 0

  init(_ region: SFZRegion, _ sample: Sample, weights: SincWeights, framesPerSecond: Double) {
    source = Self.source(region, sample, weights, framesPerSecond)
    start = sample.stream?.start ?? SampleStart.empty
    wholeCount = sample.frameCount
    (lowVelocity, highVelocity) = (Int32(region.velocities.lowerBound), Int32(region.velocities.upperBound))
    (lowRandom, highRandom) = (region.random.lowerBound, region.random.upperBound)
    (sequenceLength, sequencePosition) = (Int32(region.sequenceLength), Int32(region.sequencePosition))
    trigger = region.trigger
    (switchLow, switchHigh) = (
      Self.key(region.switchLast?.lowerBound), Self.key(region.switchLast?.upperBound)
    )
    (switchDown, switchUp) = (Self.key(region.switchDown), Self.key(region.switchUp))
    switchPrevious = Self.key(region.switchPrevious)
    // The wheel's whole range of ±8192 stands for two semitones.
    (lowBend, highBend) = (
      Float((region.bends?.lowerBound ?? -1e9) / 8_192 / 6),
      Float((region.bends?.upperBound ?? 1e9) / 8_192 / 6)
    )
    (lowPressure, highPressure) = (
      Float((region.pressures?.lowerBound ?? -1) / 127), Float((region.pressures?.upperBound ?? 1e9) / 127)
    )
    (group, offBy, offMode) = (region.group, region.offBy, region.offMode)
    polyphony = Int32(region.polyphony ?? -1)
    notePolyphony = Int32(region.notePolyphony ?? -1)
    // Groups are numbered by the file; headers without a group count downwards.
    scope = region.group != 0 ? region.group : -1 - region.polyphonyScope
    (masksItself, soundsAfterEnd) = (region.masksItself, region.soundsAfterEnd)
    let mode = Self.loopMode(region, sample)
    isOneShot = mode == .oneShot || !region.starts.isEmpty && region.loopMode == nil
    isReversed = region.isReversed && sample.stream == nil
    isRepeated = region.count ?? 1 > 1
    loopsWhileHeld = mode == .sustain
    let generator = SFZGenerator(rawValue: region.sample)
    centre = Float(generator != nil ? 60 : region.centre ?? sample.rootNote ?? 60)
    octaves = Float(rt_log2(sample.framesPerSecond / framesPerSecond))
    sign = region.isInverted ? -1 : 1
    filter = region.has(.cutoff) || region.filter == .pink ? region.filter : .none
    filter2 = region.has(.cutoff2) || region.filter2 == .pink ? region.filter2 : .none
    (filterSections, filter2Sections) = (filter.sections, filter2.sections)
    func type(_ band: Int) -> BandType { region.bands[band] ?? .peak }
    bands = (type(1), type(2), type(3))
  }

  private static func key(_ key: Int?) -> Int32 { Int32(min(max(key ?? -1, -1), 128)) }

  private static func loopMode(_ region: SFZRegion, _ sample: Sample) -> SFZRegion.LoopMode {
    guard region.count == nil else { return .oneShot }
    return region.loopMode ?? (sample.loop == nil ? .none : .continuous)
  }

  /// Whether it ends, or falls to silence, while a key is held.
  static func fades(_ region: SFZRegion, _ sample: Sample) -> Bool {
    let mode = loopMode(region, sample)
    return mode == .none || mode == .oneShot || region[.ampSustain] == 0
  }

  private static func source(
    _ region: SFZRegion, _ sample: Sample, _ weights: SincWeights, _ framesPerSecond: Double
  ) -> PlayHeadSource {
    let all = sample.frames
    let count = min(max(region.end.map { $0 + 1 } ?? all.count, 1), all.count)
    let frames = all.prefix(count)
    var source = PlayHeadSource(frames: frames, weights: weights, framesPerSecond: framesPerSecond)
    guard sample.stream == nil, count > Int(LoopRegion.shortest) else { return source }
    if let times = region.count, times > 1 {
      source.loop = LoopRegion(isOn: true, start: 0, end: 1, frameCount: count)
      source.loop.turns = times - 1
    } else if let loop = loop(region, sample, count) {
      source.loop = LoopRegion(
        isOn: true, start: Double(loop.lowerBound) / Double(count),
        end: Double(loop.upperBound) / Double(count), frameCount: count)
      source.loop.turns = region.loopCount ?? Int.max
    }
    return source
  }

  /// The frames that a region repeats; nil if it has no loop, or one that begins after the last frame that plays.
  ///
  /// - Parameter count: the frames that play.
  static func loop(_ region: SFZRegion, _ sample: Sample, _ count: Int) -> Range<Int>? {
    guard loopMode(region, sample).isLoop else { return nil }
    let start = region.loopStart ?? sample.loop?.lowerBound ?? 0
    // SFZ counts the last frame of a loop as part of it.
    let end = min(region.loopEnd.map { $0 + 1 } ?? sample.loop?.upperBound ?? count, count)
    return end > start ? start..<end : nil
  }

  var playsAtRelease: Bool {
    @_noLocks get {
      switch trigger {
      case .release, .releaseKey: true
      default: false
      }
    }
  }

  var hasComb: Bool { @_noLocks get { filter.isComb || filter2.isComb } }

  /// Whether something beside controllers moves its numbers.
  var isMoving: Bool { @_noLocks get { connections.lowerBound < connections.upperBound } }
}

extension FilterType {
  var isComb: Bool { @_noLocks get { if case .comb = self { true } else { false } } }

  /// How many two-pole sections it takes.
  fileprivate var sections: Int {
    switch self {
    case .none, .comb: 0
    case .low4, .high4, .pink: 2
    case .low6, .high6: 3
    default: 1
    }
  }
}

/// The zones that each key may play, in the order of the file.
struct SampleZoneMap: ~Copyable {
  private let starts: FixedBuffer<Int>
  private let zones: FixedBuffer<Int>

  init(_ keys: [ClosedRange<Int>]) {
    var lists = [[Int]](repeating: [], count: 128)
    for (zone, range) in keys.enumerated() {
      for key in range where lists.indices.contains(key) { lists[key].append(zone) }
    }
    var first = 0
    let starts =
      [0]
      + lists.map { list in
        first += list.count
        return first
      }
    let all = lists.flatMap(\.self)
    self.starts = FixedBuffer(count: starts.count) { starts[$0] }
    zones = FixedBuffer(count: max(1, all.count)) { all.isEmpty ? 0 : all[$0] }
  }

  /// The range of indices for `zone(_:)`, without its end. [audio-thread]
  @_noLocks func indices(ofKey key: Int) -> (first: Int, end: Int) {
    (starts[key], starts[key + 1])
  }

  @_noLocks func zone(_ index: Int) -> Int { zones[index] }
}
