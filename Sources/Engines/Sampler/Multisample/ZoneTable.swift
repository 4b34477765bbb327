import CRealtime
import SpinetDSP
import SpinetEngine
import SpinetRealtime

/// A zone of a table that outlives the pointer.
typealias ZonePointer = UnsafePointer<SampleZone>

/// The part of a table that belongs to one zone. `Range` cannot be copied bit by bit.
struct TableRange: BitwiseCopyable {
  let lowerBound: Int
  let upperBound: Int

  @_noLocks init(_ range: Range<Int>) {
    lowerBound = range.lowerBound
    upperBound = range.upperBound
  }

  var count: Int { @_noLocks get { upperBound - lowerBound } }
}

/// The numbers of a zone or of a voice, in the order of `SFZParameter`, and after them those of its LFOs and of what they
/// move. The memory belongs to another.
struct ZoneNumbers: BitwiseCopyable {
  private let first: UnsafeMutablePointer<Float>

  @_noLocks init(_ first: UnsafeMutablePointer<Float>) { self.first = first }

  @_noLocks subscript(index: Int) -> Float { @_noLocks get { first[index] } }

  @_noLocks subscript(parameter: SFZParameter) -> Float { @_noLocks get { first[parameter.index] } }

  @_noLocks func set(_ index: Int, _ value: Float) { first[index] = value }

  /// The numbers from an index on.
  @_noLocks func dropping(_ count: Int) -> ZoneNumbers { ZoneNumbers(first + count) }
}

/// A controller as a zone hears it: through a curve, smoothed. Zones that hear it in the same way share it.
struct ControllerSignal: BitwiseCopyable {
  /// The widget, and the first value of the curve.
  let widget: Int
  let curve: Int
  /// How much of a distance is left after a control step.
  let rest: Float
  var value: Float = 0
}

/// A signal that moves a zone's number.
struct ZoneModulation: BitwiseCopyable {
  let signal: Int
  let target: Int
  let depth: Float
}

/// Something of a voice that moves one of its numbers.
struct ZoneConnection: BitwiseCopyable {
  enum Source: BitwiseCopyable {
    case lfo(Int)
    case flexible(Int)
    case filterEnvelope, pitchEnvelope, velocity
    /// One of the controllers that SFZ counts beyond MIDI's, and the first value of its curve.
    case note(Int, curve: Int)
  }

  let source: Source
  /// The indices of the numbers, counted from the zone's first one.
  let depth: Int
  let target: Int
}

/// A fade by a controller.
struct ZoneCrossfade: BitwiseCopyable {
  enum Axis: BitwiseCopyable {
    case key, velocity
    case signal(Int)
  }

  let axis: Axis
  let isIn: Bool
  let low: Float
  let high: Float
  let keepsPower: Bool

  /// The gain at a position.
  @_noLocks func gain(_ position: Float) -> Float {
    let share =
      high > low
      ? min(max((position - low) / (high - low), 0), 1)
      : position < low ? 0 : isIn ? 1 : position > high ? 1 : 0
    return FastMath.level(isIn ? share : 1 - share, keepsPower: keepsPower)
  }
}

extension FastMath {
  @_noLocks fileprivate static func level(_ share: Float, keepsPower: Bool) -> Float {
    keepsPower ? rt_sqrtf(share) : share
  }
}

/// A range in which a controller must be.
struct ZoneCondition: BitwiseCopyable {
  let widget: Int
  let low: Double
  let high: Double
}

/// An LFO of a zone: where its settings are, and its waves.
struct ZoneLFO: BitwiseCopyable {
  let settings: Int
  let waves: TableRange
}

struct ZoneWave: BitwiseCopyable {
  let shape: Int
  let ratio: Double
  let scale: Float
  let offset: Float
  let steps: Int

  init(_ wave: LFOWave) {
    (shape, steps, ratio) = (wave.shape, wave.steps, wave.ratio)
    (scale, offset) = (Float(wave.scale), Float(wave.offset))
  }
}

/// A controller that is the sustain pedal of some zones: its widget, and from which position on it is down.
struct OwnPedal: BitwiseCopyable, Equatable {
  let widget: Int
  let low: Double
}

/// An envelope of points of a zone.
struct ZoneEnvelope: BitwiseCopyable {
  let points: TableRange
  /// The index of the point at which it waits; past the last one for none.
  let sustain: Int
}

struct ZonePoint: BitwiseCopyable {
  let time: Float
  let level: Float
  let shape: Float
}

/// All zones of an instrument, with their numbers and what moves them. Controllers move a zone's numbers once for all of
/// its voices.
struct ZoneTable: ~Copyable {
  static var mostLFOs: Int { @_noLocks get { 8 } }
  static var mostEnvelopes: Int { @_noLocks get { 4 } }

  let zones: FixedBuffer<SampleZone>
  let map: SampleZoneMap
  let signals: FixedBuffer<ControllerSignal>
  let signalCount: Int
  private let bases: FixedBuffer<Float>
  private let values: FixedBuffer<Float>
  private let stamps: FixedBuffer<UInt32>
  private let modulations: FixedBuffer<ZoneModulation>
  let connections: FixedBuffer<ZoneConnection>
  let crossfades: FixedBuffer<ZoneCrossfade>
  let conditions: FixedBuffer<ZoneCondition>
  let lfos: FixedBuffer<ZoneLFO>
  let waves: FixedBuffer<ZoneWave>
  let envelopes: FixedBuffer<ZoneEnvelope>
  let points: FixedBuffer<ZonePoint>
  let curves: FixedBuffer<Float>
  /// The zones that controllers start.
  let started: FixedBuffer<Int>
  let startedCount: Int
  /// The most numbers that a zone has.
  let longest: Int
  let pedals: FixedBuffer<OwnPedal>
  let pedalCount: Int
  /// Whether a zone has a comb filter.
  let hasCombs: Bool
  /// Counts the changes of signals.
  private(set) var stamp: UInt32 = 1

  init(_ instrument: SampledInstrument, weights: SincWeights, framesPerSecond: Double, stepFrames: Int) {
    var builder = ZoneBuilder(instrument, secondsPerStep: Double(stepFrames) / framesPerSecond)
    var all = instrument.zones.map {
      SampleZone($0.region, $0.sample, weights: weights, framesPerSecond: framesPerSecond)
    }
    instrument.numberStreams(&all)
    for index in all.indices { builder.add(instrument.zones[index].region, to: &all[index]) }
    zones = Self.buffer(all)
    map = SampleZoneMap(instrument.zones.map(\.region.keys))
    signals = Self.buffer(builder.signals, or: ControllerSignal(widget: 0, curve: 0, rest: 0))
    signalCount = builder.signals.count
    bases = Self.buffer(builder.bases)
    values = Self.buffer(builder.bases)
    stamps = FixedBuffer(repeating: 0, count: all.count)
    modulations = Self.buffer(builder.modulations, or: ZoneModulation(signal: 0, target: 0, depth: 0))
    connections = Self.buffer(builder.connections, or: ZoneConnection(source: .velocity, depth: 0, target: 0))
    crossfades = Self.buffer(
      builder.crossfades, or: ZoneCrossfade(axis: .key, isIn: true, low: 0, high: 0, keepsPower: false))
    conditions = Self.buffer(builder.conditions, or: ZoneCondition(widget: 0, low: 0, high: 0))
    lfos = Self.buffer(builder.lfos, or: ZoneLFO(settings: 0, waves: TableRange(0..<0)))
    waves = Self.buffer(builder.waves, or: ZoneWave(LFOWave()))
    envelopes = Self.buffer(builder.envelopes, or: ZoneEnvelope(points: TableRange(0..<0), sustain: 0))
    points = Self.buffer(builder.points, or: ZonePoint(time: 0, level: 0, shape: 0))
    curves = Self.buffer(builder.curveValues)
    let byController = all.indices.filter { all[$0].starts.count > 0 }
    started = Self.buffer(byController, or: 0)
    startedCount = byController.count
    pedals = Self.buffer(builder.pedals, or: OwnPedal(widget: 0, low: 0))
    pedalCount = builder.pedals.count
    longest = all.map(\.valueCount).max() ?? 0
    hasCombs = all.contains { $0.hasComb }
  }

  private static func buffer<Element: BitwiseCopyable>(
    _ elements: [Element], or empty: @autoclosure () -> Element
  ) -> FixedBuffer<Element> {
    elements.isEmpty ? FixedBuffer(repeating: empty(), count: 1) : buffer(elements)
  }

  private static func buffer<Element: BitwiseCopyable>(_ elements: [Element]) -> FixedBuffer<Element> {
    FixedBuffer(count: elements.count) { elements[$0] }
  }

  /// A zone where it is, because a copy of it takes longer than what is read of it. [audio-thread]
  @_noLocks func zone(_ index: Int) -> ZonePointer {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: zones.count))
    return ZonePointer(zones.start + index)
  }

  // MARK: Controllers

  /// Moves the signals one control step towards the widgets, or all the way if nothing sounds. Returns whether one moved.
  /// [audio-thread]
  @_noLocks @discardableResult
  mutating func follow(_ widgets: SmoothedControls, isSilent: Bool) -> Bool {
    var hasMoved = false
    for index in 0..<signalCount {
      let signal = signals[index]
      let target = curve(signal.curve, at: Float(widgets.rawValue(signal.widget)))
      let distance = target - signal.value
      guard distance != 0 else { continue }
      let isNear = distance < 1e-5 && distance > -1e-5
      signals[index].value = isSilent || isNear ? target : target - distance * signal.rest
      hasMoved = true
    }
    if hasMoved { stamp &+= 1 }
    return hasMoved
  }

  /// A curve at a position of 0–127. [audio-thread]
  @_noLocks func curve(_ first: Int, at position: Float) -> Float {
    let place = min(max(position, 0), 127)
    let below = min(Int(place), 126)
    let (low, high) = (curves[first + below], curves[first + below + 1])
    return low + (high - low) * (place - Float(below))
  }

  /// The numbers of a zone as the controllers are now. [audio-thread]
  @_noLocks func numbers(of zone: ZonePointer, _ index: Int) -> ZoneNumbers {
    let first = ZoneNumbers(values.start + zone.pointee.values)
    guard stamps[index] != stamp else { return first }
    stamps[index] = stamp
    guard zone.pointee.modulations.lowerBound < zone.pointee.modulations.upperBound else { return first }
    for value in 0..<zone.pointee.valueCount { first.set(value, bases[zone.pointee.values + value]) }
    var number = zone.pointee.modulations.lowerBound
    while number < zone.pointee.modulations.upperBound {
      let modulation = modulations[number]
      let amount = signals[modulation.signal].value * modulation.depth
      if modulation.target == SFZParameter.amplitude.index {
        first.set(modulation.target, first[modulation.target] * amount * 0.01)
      } else {
        first.set(modulation.target, first[modulation.target] + amount)
      }
      number += 1
    }
    return first
  }
}
