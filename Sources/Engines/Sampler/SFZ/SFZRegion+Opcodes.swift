extension SFZRegion {
  /// The result of an opcode. `unmet` is a condition that is not understood: its region does not play.
  enum Outcome { case taken, unknown, wrong, unmet }

  /// Takes an opcode. A value that is not understood changes nothing, but a condition without a sense is never met.
  mutating func take(_ name: String, _ value: String) -> Outcome {
    let condition = takeCondition(name, value)
    switch condition {
    case .taken: unmetConditions.remove(name)
    case .wrong, .unmet: unmetConditions.insert(name)
    case .unknown: return takeSound(name, value)
    }
    return condition == .wrong ? .unmet : condition
  }

  private mutating func takeSound(_ name: String, _ value: String) -> Outcome {
    if Self.labels.contains(name) { return .taken }
    switch name {
    case "sample": sample = value
    case "loop_mode", "loopmode": return Self.choose(value) { loopMode = $0 }
    case "group", "polyphony_group": return Self.set(value) { group = Int($0) }
    case "off_by", "offby": return Self.set(value) { offBy = Int($0) }
    case "off_mode": return Self.choose(value) { offMode = $0 }
    case "polyphony": return Self.set(value) { polyphony = Int(min(max($0, 0), 1_000)) }
    case "note_polyphony": return Self.set(value) { notePolyphony = Int(min(max($0, 0), 1_000)) }
    case "note_selfmask": return Self.flag(value) { masksItself = $0 }
    case "phase": return Self.choose(value) { (phase: Phase) in isInverted = phase == .invert }
    case "sustain_sw": return Self.flag(value) { isSustained = $0 }
    case "sostenuto_sw": return Self.flag(value) { isSostenuto = $0 }
    case "sustain_cc": return Self.set(value) { sustainController = Int(min(max($0, 0), 127)) }
    // A pedal that is down at rest would hold every note for ever.
    case "sustain_lo": return Self.set(value) { sustainLow = min(max($0, 0.5), 127) }
    case "direction":
      return Self.choose(value) { (direction: Direction) in isReversed = direction == .reverse }
    // 0 is as if it were not there.
    case "count": return Self.set(value) { count = $0 >= 1 ? Int(min($0, 1e6)) : nil }
    case "loop_count": return Self.set(value) { loopCount = $0 >= 1 ? Int(min($0, 1e6)) : nil }
    case "loop_crossfade": return Self.set(value) { loopCrossfade = min(max($0, 0), 100) }
    case "rt_dead": return Self.flag(value) { soundsAfterEnd = $0 }
    case "end": return Self.set(value) { end = Int($0) }
    case "loop_start", "loopstart": return Self.set(value) { loopStart = Int(max($0, 0)) }
    case "loop_end", "loopend": return Self.set(value) { loopEnd = Int(max($0, 0)) }
    case "pitch_keycenter":
      if value == "sample" { centre = nil } else { return Self.set(value, key: true) { centre = $0 } }
    case "fil_type", "filtype": return Self.filter(value) { filter = $0 }
    case "fil2_type": return Self.filter(value) { filter2 = $0 }
    case "xf_keycurve": return Self.power(value) { keepsPower.keys = $0 }
    case "xf_velcurve": return Self.power(value) { keepsPower.velocities = $0 }
    case "xf_cccurve": return Self.power(value) { keepsPower.controllers = $0 }
    default: return takeNumbered(name, value)
    }
    return .taken
  }

  /// What changes no sound: names for people, and that envelopes follow controllers while they sound, as they do
  /// anyway.
  private static let labels: Set = [
    "region_label", "group_label", "master_label", "global_label", "sw_label", "name", "ampeg_dynamic",
    "fileg_dynamic", "pitcheg_dynamic",
  ]

  private enum Phase: String { case normal, invert }
  private enum Direction: String { case forward, reverse }

  // MARK: Opcodes with numbers in their names

  private mutating func takeNumbered(_ name: String, _ value: String) -> Outcome {
    if name.hasPrefix("amp_velcurve_") {
      guard let velocity = Int(name.dropFirst(13)), (0...127).contains(velocity) else { return .unknown }
      return Self.set(value) { velocityCurve[velocity] = min(max($0, 0), 1) }
    }
    if name.hasPrefix("xfin_") || name.hasPrefix("xfout_") { return takeCrossfade(Substring(name), value) }
    if let (number, rest) = OpcodeName.numbered(Substring(name), "eq"), rest == "type" {
      return Self.choose(value) { bands[number] = $0 }
    }
    if let (number, rest) = OpcodeName.numbered(Substring(name), "lfo"),
      let outcome = takeWave(number, rest, value)
    {
      return outcome
    }
    if let (number, rest) = OpcodeName.numbered(Substring(name), "eg"),
      let outcome = takePoint(number, rest, value)
    {
      return outcome
    }
    return takeValue(OpcodeName(name), value)
  }

  private mutating func takeCrossfade(_ name: Substring, _ value: String) -> Outcome {
    let isIn = name.hasPrefix("xfin_")
    let rest = name.dropFirst(isIn ? 5 : 6)
    let isLow = rest.hasPrefix("lo")
    guard isLow || rest.hasPrefix("hi") else { return .unknown }
    let axis: Crossfade.Axis
    switch rest.dropFirst(2) {
    case "key": axis = .key
    case "vel": axis = .velocity
    case let name where name.hasPrefix("cc"):
      guard let number = Int(name.dropFirst(2)), SFZControllers.isKnob(number) else {
        return .unknown
      }
      axis = .controller(number)
    default: return .unknown
    }
    return Self.set(value, key: axis == .key) { number in
      let index =
        crossfades.firstIndex { $0.axis == axis && $0.isIn == isIn } ?? crossfades.endIndex
      if index == crossfades.endIndex {
        crossfades.append(Crossfade(axis: axis, isIn: isIn, low: isIn ? 0 : 127, high: isIn ? 0 : 127))
      }
      if isLow { crossfades[index].low = number } else { crossfades[index].high = number }
    }
  }

  /// The shape of an LFO: `wave`, `wave2`, `ratio2`, `scale2`, `offset2`, `steps`. Nil for its other opcodes.
  private mutating func takeWave(_ lfo: Int, _ name: Substring, _ value: String) -> Outcome? {
    let digits = OpcodeName.trailingDigits(of: name)
    let wave = Int(digits) ?? 1
    guard (1...Self.mostWaves).contains(wave) else { return nil }
    func change(_ change: (inout LFOWave, Double) -> Void) -> Outcome {
      Self.set(value) { change(&lfos[lfo, default: [:]][wave, default: LFOWave()], min(max($0, -100), 100)) }
    }
    switch name.dropLast(digits.count) {
    case "wave": return change { $0.shape = Int($1) }
    case "steps" where digits.isEmpty:
      return change { ($0.shape, $0.steps) = (LFOWave.stepped, Int(max($1, 0))) }
    case "ratio": return change { $0.ratio = $1 }
    case "scale": return change { $0.scale = $1 }
    case "offset": return change { $0.offset = $1 }
    default: return nil
    }
  }

  /// A point of an envelope: `time2`, `level2`, `shape2`, or `sustain`. Nil for its other opcodes.
  private mutating func takePoint(_ envelope: Int, _ name: Substring, _ value: String) -> Outcome? {
    func change(_ change: (inout FlexibleEnvelope, Double) -> Void) -> Outcome {
      Self.set(value) { change(&envelopes[envelope, default: FlexibleEnvelope()], $0) }
    }
    if name == "sustain" { return change { $0.sustain = Int(min(max($1, 0), 64)) } }
    if name == "points" { return .taken }
    let digits = OpcodeName.trailingDigits(of: name)
    guard let point = Int(digits), (0...63).contains(point) else { return nil }
    func move(_ move: (inout FlexibleEnvelope.Point, Double) -> Void) -> Outcome {
      change { move(&$0.points[point, default: FlexibleEnvelope.Point()], $1) }
    }
    switch name.dropLast(digits.count) {
    case "time": return move { $0.time = min(max($1, 0), 100) }
    case "level": return move { $0.level = min(max($1, -1), 1) }
    case "shape": return move { $0.shape = min(max($1, -100), 100) }
    default: return nil
    }
  }

  private static let mostWaves = 8

  // MARK: Values, and what controllers do to them

  private mutating func takeValue(_ name: OpcodeName, _ text: String) -> Outcome {
    guard let value = Self.value(named: name.base) else { return .unknown }
    guard let (kind, controller) = name.controller else {
      return Self.set(text, key: value.isKey) {
        self[value] = value.limited($0)
        // A depth that is moved is there, even if no opcode sets it.
        if case .route(_, let depth) = value, case .route = depth { self[depth] = self[depth] }
      }
    }
    guard SFZControllers.isKnob(controller) || SFZControllers.isOfNote(controller) else { return .unknown }
    return Self.set(text) { number in
      switch kind {
      case .depth: modulate(value, by: controller) { $0.depth = min(max(number, -1e6), 1e6) }
      case .curve: modulate(value, by: controller) { $0.curve = Int(min(max(number, 0), 255)) }
      case .smoothing: modulate(value, by: controller) { $0.smoothing = min(max(number, 0), 10_000) }
      case .step: modulate(value, by: controller) { $0.step = min(max(number, 0), 1e6) }
      }
    }
  }

  /// The value that an opcode sets.
  private static func value(named name: Substring) -> SFZValue? {
    if let parameter = SFZParameter.byName[String(name)] { return .parameter(parameter) }
    if let (number, rest) = OpcodeName.numbered(name, "lfo") { return value(ofLFO: number, rest) }
    if let (number, rest) = OpcodeName.numbered(name, "eg") { return route(.flexible(number), rest) }
    for (prefix, source, target) in oldSources where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      if rest == "depth" { return .route(source, to: .parameter(target)) }
      if case .lfo(let number) = source {
        return SFZValue.LFOSetting(rawValue: String(rest)).map { .lfo(number, $0) }
      }
      if rest == "vel2depth" { return .route(.velocity, to: .route(source, to: .parameter(target))) }
    }
    return velocityRoute(name)
  }

  private static func value(ofLFO number: Int, _ name: Substring) -> SFZValue? {
    if let setting = SFZValue.LFOSetting(rawValue: String(name)) { return .lfo(number, setting) }
    if name.hasPrefix("step"), let step = Int(name.dropFirst(4)) {
      return (1...LFOWave.mostSteps).contains(step) ? .step(number, step) : nil
    }
    if name.hasPrefix("freq_lfo") {
      return Int(name.dropFirst(8)).map { .route(.lfo($0), to: .lfo(number, .freq)) }
    }
    return route(.lfo(number), name)
  }

  private static func route(_ source: SFZSource, _ target: Substring) -> SFZValue? {
    SFZParameter.byTarget[String(target)].map { .route(source, to: .parameter($0)) }
  }

  /// The LFOs and envelopes of the first version of the format, and what their depths move.
  private static let oldSources: [(String, SFZSource, SFZParameter)] = [
    ("amplfo_", .ampLFO, .volume), ("pitchlfo_", .pitchLFO, .tune), ("fillfo_", .filterLFO, .cutoff),
    ("fileg_", .filterEnvelope, .cutoff), ("pitcheg_", .pitchEnvelope, .tune),
  ]

  /// `ampeg_vel2attack`, `eq1_vel2gain`.
  private static func velocityRoute(_ name: Substring) -> SFZValue? {
    guard let range = name.firstRange(of: "_vel2") else { return nil }
    let target = name[..<range.lowerBound] + "_" + name[range.upperBound...]
    return SFZParameter.byName[String(target)].map { .route(.velocity, to: .parameter($0)) }
  }
}

extension SFZValue {
  fileprivate var isKey: Bool {
    if case .parameter(let parameter) = self { parameter.isKey } else { false }
  }

  fileprivate func limited(_ number: Double) -> Double {
    guard case .parameter(let parameter) = self else { return min(max(number, -1e6), 1e6) }
    return min(max(number, parameter.range.lowerBound), parameter.range.upperBound)
  }
}

// MARK: Texts of values

extension SFZRegion {
  /// - Parameter key: whether the value may be the name of a key.
  static func set(_ value: String, key: Bool = false, _ store: (Double) -> Void) -> Outcome {
    let number = key ? Self.key(value).map(Double.init) ?? Self.number(value) : Self.number(value)
    guard let number else { return .wrong }
    store(number)
    return .taken
  }

  static func choose<Choice: RawRepresentable<String>>(_ value: String, _ store: (Choice) -> Void) -> Outcome
  {
    guard let choice = Choice(rawValue: value.lowercased()) else { return .wrong }
    store(choice)
    return .taken
  }

  /// A type that is not known filters nothing.
  private static func filter(_ value: String, _ store: (FilterType) -> Void) -> Outcome {
    let type = FilterType(rawValue: value.lowercased())
    store(type ?? .none)
    return type == nil ? .wrong : .taken
  }

  private static func flag(_ value: String, _ store: (Bool) -> Void) -> Outcome {
    guard let isOn = ["on": true, "1": true, "off": false, "0": false][value.lowercased()] else {
      return .wrong
    }
    store(isOn)
    return .taken
  }

  private static func power(_ value: String, _ store: (Bool) -> Void) -> Outcome {
    guard let isPower = ["power": true, "gain": false][value.lowercased()] else { return .wrong }
    store(isPower)
    return .taken
  }

  static func number(_ value: String) -> Double? {
    Double(value).flatMap { $0.isFinite ? min(max($0, -1e9), 1e9) : nil }
  }

  /// The key of a name such as `C4`, which is 60, or of a number.
  static func key(_ text: String) -> Int? {
    if let number = Int(text) { return (-1...128).contains(number) ? number : nil }
    var rest = Substring(text.lowercased())
    guard let letter = rest.popFirst(),
      let step = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11][letter]
    else { return nil }
    var key = step
    if let sign = rest.first, let shift = ["#": 1, "♯": 1, "s": 1, "b": -1, "♭": -1][sign] {
      key += shift
      rest.removeFirst()
    }
    guard let octave = Int(rest), (-1...9).contains(octave) else { return nil }
    return (0...127).contains(key + 12 * (octave + 1)) ? key + 12 * (octave + 1) : nil
  }
}
