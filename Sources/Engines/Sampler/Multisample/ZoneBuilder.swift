import CRealtime
import SpinetDSP

/// Collects the numbers of all zones, and what moves them, while an instrument is prepared.
struct ZoneBuilder {
  private(set) var signals: [ControllerSignal] = []
  private(set) var bases: [Float] = []
  private(set) var modulations: [ZoneModulation] = []
  private(set) var connections: [ZoneConnection] = []
  private(set) var crossfades: [ZoneCrossfade] = []
  private(set) var conditions: [ZoneCondition] = []
  private(set) var lfos: [ZoneLFO] = []
  private(set) var waves: [ZoneWave] = []
  private(set) var envelopes: [ZoneEnvelope] = []
  private(set) var points: [ZonePoint] = []
  private(set) var curveValues: [Float] = []
  /// The controllers that are the sustain pedals of some zones.
  private(set) var pedals: [OwnPedal] = []

  private struct SignalKey: Hashable {
    let controller: Int
    let curve: Int
    let smoothing: Double
    /// As a share of the depth.
    let step: Double
  }

  private let secondsPerStep: Double
  private let curves: [Int: SFZCurve]
  /// The widget of each controller.
  private var widgets: [Int: Int] = [:]
  private var signalNumbers: [SignalKey: Int] = [:]
  private var curvePlaces: [SFZCurve: Int] = [:]
  private var switchSets: [ClosedRange<Int>?: Int] = [:]
  /// For each number of the zone that is being added, its index.
  private var places: [SFZValue: Int] = [:]

  init(_ instrument: SampledInstrument, secondsPerStep: Double) {
    self.secondsPerStep = secondsPerStep
    curves = instrument.curves
    for (index, controller) in instrument.controllers.used.enumerated() {
      widgets[controller.number] = MultisampleParameter.count + index
    }
    _ = place(of: SFZCurve { $0 })
  }

  mutating func add(_ region: SFZRegion, to zone: inout SampleZone) {
    places = [:]
    zone.values = bases.count
    bases += SFZParameter.allCases.map { Self.base(of: $0, in: region) }
    for parameter in SFZParameter.allCases { places[.parameter(parameter)] = parameter.index }
    addMovers(of: region, to: &zone)
    addModulations(of: region, to: &zone)
    zone.valueCount = bases.count - zone.values
    addConditions(of: region, to: &zone)
    zone.holders = NoteHolders(of: region, ownPedal: pedal(of: region))
    zone.velocityCurve = place(of: .velocity(region.velocityCurve))
    zone.switchSet = switchSets[region.switchKeys, default: switchSets.count]
    switchSets[region.switchKeys] = zone.switchSet
    zone.hasBand = (hasBand(.eq1Gain, region), hasBand(.eq2Gain, region), hasBand(.eq3Gain, region))
  }

  /// The number of the pedal that holds a region in place of MIDI's; nil for MIDI's, and if there are too many.
  private mutating func pedal(of region: SFZRegion) -> Int? {
    guard let own = region.ownPedal, let widget = widgets[own.controller] else { return nil }
    let pedal = OwnPedal(widget: widget, low: own.low)
    if let known = pedals.firstIndex(of: pedal) { return known }
    guard pedals.count < NoteHolders.mostOwnPedals else { return nil }
    pedals.append(pedal)
    return pedals.count - 1
  }

  private static func base(of parameter: SFZParameter, in region: SFZRegion) -> Float {
    let value = region[parameter]
    switch parameter {
    case .cutoff, .cutoff2: return value > 0 ? Float(1_200 * rt_log2(max(value, 1))) : 0
    case .pitchKeyTracking where SFZGenerator(rawValue: region.sample)?.followsKeys == false: return 0
    default: return Float(value)
    }
  }

  private func hasBand(_ gain: SFZParameter, _ region: SFZRegion) -> Bool {
    let value = SFZValue.parameter(gain)
    return region[gain] != 0 || region.modulations[value] != nil
      || region.values.keys.contains { $0.target == value }
      || region.modulations.keys.contains { $0.target == value }
  }

  // MARK: LFOs, envelopes and what they move

  private mutating func addMovers(of region: SFZRegion, to zone: inout SampleZone) {
    let named = Array(region.values.keys) + Array(region.modulations.keys)
    let routes = Set(named.filter { $0.source != nil }).sorted { $0.order < $1.order }
    let sources = Set(routes.map(\.source))
    let lfoNumbers = sources.compactMap(\.lfo).sorted().prefix(ZoneTable.mostLFOs)
    let envelopeNumbers = sources.compactMap(\.flexible).filter {
      region.envelopes[$0]?.points.isEmpty == false
    }
    .sorted().prefix(ZoneTable.mostEnvelopes)
    zone.lfos = add(lfoNumbers.map { lfo(region, $0, zone.values) }, to: \.lfos)
    zone.envelopes = add(envelopeNumbers.map { envelope(region, $0) }, to: \.envelopes)
    for route in routes { add(region[route], for: route, zone.values) }
    func source(_ source: SFZSource) -> ZoneConnection.Source? {
      switch source {
      case .lfo(let number): lfoNumbers.firstIndex(of: number).map { .lfo($0) }
      case .flexible(let number): envelopeNumbers.firstIndex(of: number).map { .flexible($0) }
      case .filterEnvelope: .filterEnvelope
      case .pitchEnvelope: .pitchEnvelope
      case .velocity: .velocity
      }
    }
    var made: [ZoneConnection] = []
    // What moves a depth or an LFO comes before what they move.
    for isInner in [true, false] {
      for route in routes {
        guard case .route(let from, let to) = route, to.isParameter != isInner, let source = source(from),
          let depth = places[route], let target = places[to]
        else { continue }
        made.append(ZoneConnection(source: source, depth: depth, target: target))
      }
    }
    noteModulations(of: region, zone.values, &made)
    zone.connections = add(made, to: \.connections)
  }

  /// Velocity, the key and chance as controllers.
  private mutating func noteModulations(
    of region: SFZRegion, _ first: Int, _ made: inout [ZoneConnection]
  ) {
    for value in region.modulations.keys.sorted(by: { $0.order < $1.order }) {
      for (controller, modulation) in (region.modulations[value] ?? [:]).sorted(by: { $0.key < $1.key })
      where !SFZControllers.isKnob(controller) {
        guard let target = places[value] else { continue }
        let curve = place(of: curve(modulation.curve, step: modulation.stepShare))
        let depth = bases.count - first
        bases.append(Float(modulation.depth))
        made.append(ZoneConnection(source: .note(controller, curve: curve), depth: depth, target: target))
      }
    }
  }

  private mutating func lfo(_ region: SFZRegion, _ number: Int, _ first: Int) -> ZoneLFO {
    let settings = bases.count - first
    for setting in SFZValue.LFOSetting.allCases {
      add(region[.lfo(number, setting)], for: .lfo(number, setting), first)
    }
    let isOld = number >= SFZSource.firstOldLFO
    let shapes = region.lfos[number] ?? [1: LFOWave(shape: isOld ? LFOWave.sine : 0)]
    // The heights of the steps follow the settings.
    for step in 0..<(shapes.values.map(\.steps).max() ?? 0) {
      add(region[.step(number, step + 1)], for: .step(number, step + 1), first)
    }
    let all = shapes.keys.sorted().compactMap { shapes[$0] }.map(ZoneWave.init)
    return ZoneLFO(settings: settings, waves: add(all, to: \.waves))
  }

  private mutating func envelope(_ region: SFZRegion, _ number: Int) -> ZoneEnvelope {
    let envelope = region.envelopes[number] ?? FlexibleEnvelope()
    let numbers = envelope.points.keys.sorted()
    let all = numbers.compactMap { envelope.points[$0] }.map {
      ZonePoint(time: Float($0.time), level: Float($0.level), shape: Float($0.shape))
    }
    let sustain = envelope.sustain.flatMap { numbers.firstIndex(of: $0) } ?? numbers.count
    return ZoneEnvelope(points: add(all, to: \.points), sustain: sustain)
  }

  private mutating func add(_ number: Double, for value: SFZValue, _ first: Int) {
    places[value] = bases.count - first
    bases.append(Float(number))
  }

  private mutating func add<Element>(
    _ elements: [Element], to list: WritableKeyPath<ZoneBuilder, [Element]>
  ) -> TableRange {
    let start = self[keyPath: list].count
    self[keyPath: list] += elements
    return TableRange(start..<self[keyPath: list].count)
  }

  // MARK: Controllers

  private mutating func addModulations(of region: SFZRegion, to zone: inout SampleZone) {
    var made: [ZoneModulation] = []
    for (value, controllers) in region.modulations.sorted(by: { $0.key.order < $1.key.order }) {
      guard let target = places[value] else { continue }
      for (controller, modulation) in controllers.sorted(by: { $0.key < $1.key })
      where SFZControllers.isKnob(controller) {
        guard modulation.depth != 0 || value == .parameter(.amplitude),
          let signal = signal(controller, modulation)
        else { continue }
        made.append(ZoneModulation(signal: signal, target: target, depth: Float(modulation.depth)))
      }
    }
    made.sort { ($0.target, $0.signal) < ($1.target, $1.signal) }
    zone.modulations = add(made, to: \.modulations)
  }

  private func curve(_ number: Int?, step: Double) -> SFZCurve {
    (curves[number ?? 0] ?? SFZCurve { $0 }).stepped(by: step)
  }

  private mutating func signal(_ controller: Int, _ modulation: SFZModulation) -> Int? {
    let key = SignalKey(
      controller: controller, curve: modulation.curve ?? 0, smoothing: modulation.smoothing,
      step: modulation.stepShare)
    if let known = signalNumbers[key] { return known }
    guard let widget = widgets[controller] else { return nil }
    // Without a time of its own, 4 ms, so that nothing clicks.
    let seconds = max(modulation.smoothing / 1_000, 0.004)
    let shape = place(of: curve(modulation.curve, step: modulation.stepShare))
    signals.append(
      ControllerSignal(
        widget: widget, curve: shape, rest: Float(rt_exp2(-1.4427 * secondsPerStep / seconds))))
    signalNumbers[key] = signals.count - 1
    return signals.count - 1
  }

  private mutating func place(of curve: SFZCurve) -> Int {
    if let known = curvePlaces[curve] { return known }
    let place = curveValues.count
    curvePlaces[curve] = place
    curveValues += curve.values
    return place
  }

  private mutating func addConditions(of region: SFZRegion, to zone: inout SampleZone) {
    zone.conditions = add(ranges(region.controllers) + tempo(region.tempi), to: \.conditions)
    zone.starts = add(ranges(region.starts), to: \.conditions)
    var made: [ZoneCrossfade] = []
    for fade in region.crossfades {
      let (axis, keepsPower): (ZoneCrossfade.Axis, Bool)
      switch fade.axis {
      case .key: (axis, keepsPower) = (.key, region.keepsPower.keys)
      case .velocity: (axis, keepsPower) = (.velocity, region.keepsPower.velocities)
      case .controller(let number):
        guard let signal = signal(number, SFZModulation()) else { continue }
        (axis, keepsPower) = (.signal(signal), region.keepsPower.controllers)
      }
      made.append(
        ZoneCrossfade(
          axis: axis, isIn: fade.isIn, low: Float(fade.low), high: Float(fade.high), keepsPower: keepsPower))
    }
    zone.crossfades = add(made, to: \.crossfades)
  }

  /// The tempo is the widget after the controllers'. The upper end does not belong to the range.
  private func tempo(_ range: ClosedRange<Double>?) -> [ZoneCondition] {
    guard let range else { return [] }
    return [
      ZoneCondition(
        widget: MultisampleParameter.count + widgets.count, low: range.lowerBound, high: range.upperBound)
    ]
  }

  /// Half a step beyond each end, because widgets have values between those of controllers.
  private func ranges(_ controllers: [Int: ClosedRange<Double>]) -> [ZoneCondition] {
    controllers.sorted { $0.key < $1.key }.compactMap { number, range in
      widgets[number].map {
        ZoneCondition(widget: $0, low: range.lowerBound - 0.5, high: range.upperBound + 0.5)
      }
    }
  }
}

extension SFZValue {
  fileprivate var source: SFZSource? { if case .route(let source, _) = self { source } else { nil } }

  fileprivate var target: SFZValue? { if case .route(_, let target) = self { target } else { nil } }

  /// A number that is the same in every run, for the order in which values are added.
  fileprivate var order: Int {
    switch self {
    case .parameter(let parameter): parameter.index
    case .lfo(let number, let setting):
      1_000 + 8 * number + (SFZValue.LFOSetting.allCases.firstIndex(of: setting) ?? 0)
    case .step(let number, let step): 1_000_000_000_000_000 + 1_000 * number + step
    case .route(let source, let target):
      (source.order + 1) * (target.source == nil ? 100_000 : 1_000_000_000) + target.order
    }
  }

  fileprivate var isParameter: Bool { if case .parameter = self { true } else { false } }
}

extension SFZSource? {
  fileprivate var lfo: Int? { if case .lfo(let number) = self { number } else { nil } }
  fileprivate var flexible: Int? { if case .flexible(let number) = self { number } else { nil } }
}

extension SFZSource {
  fileprivate var order: Int {
    switch self {
    case .velocity: 0
    case .filterEnvelope: 1
    case .pitchEnvelope: 2
    case .lfo(let number): 10 + 2 * number
    case .flexible(let number): 11 + 2 * number
    }
  }
}
