extension SFZRegion {
  /// Takes an opcode that says when the region plays. `unknown` if it is none.
  mutating func takeCondition(_ name: String, _ value: String) -> Outcome {
    switch name {
    case "key": return setKey(value)
    case "lokey": return edge(value, key: true) { keys = Self.range($0, keys.upperBound, low: true) }
    case "hikey": return edge(value, key: true) { keys = Self.range(keys.lowerBound, $0, low: false) }
    case "lovel": return edge(value) { velocities = Self.range($0, velocities.upperBound, low: true) }
    case "hivel": return edge(value) { velocities = Self.range(velocities.lowerBound, $0, low: false) }
    case "lorand": return Self.set(value) { random = $0...max($0, random.upperBound) }
    case "hirand": return Self.set(value) { random = min($0, random.lowerBound)...$0 }
    case "seq_length": return Self.set(value) { sequenceLength = Int(min(max($0, 1), 100)) }
    case "seq_position": return Self.set(value) { sequencePosition = Int(min(max($0, 1), 100)) }
    case "trigger": return Self.choose(value) { trigger = $0 }
    default: return takeSwitch(name, value)
    }
  }

  private mutating func takeSwitch(_ name: String, _ value: String) -> Outcome {
    switch name {
    case "sw_lokey":
      return edge(value, key: true) { switchKeys = Self.range($0, switchKeys?.upperBound ?? 127, low: true) }
    case "sw_hikey":
      return edge(value, key: true) { switchKeys = Self.range(switchKeys?.lowerBound ?? 0, $0, low: false) }
    case "sw_default": return edge(value, key: true) { switchDefault = $0 }
    case "sw_last": return edge(value, key: true) { switchLast = $0...$0 }
    case "sw_lolast":
      return edge(value, key: true) { switchLast = Self.range($0, switchLast?.upperBound ?? 127, low: true) }
    case "sw_hilast":
      return edge(value, key: true) { switchLast = Self.range(switchLast?.lowerBound ?? 0, $0, low: false) }
    case "sw_down": return edge(value, key: true) { switchDown = $0 }
    case "sw_up": return edge(value, key: true) { switchUp = $0 }
    case "sw_previous": return edge(value, key: true) { switchPrevious = $0 }
    default: return takeRange(name, value)
    }
  }

  /// `loccN`, `hihdccN`, `on_loccN`, `lobend`, `hichanaft`.
  private mutating func takeRange(_ name: String, _ value: String) -> Outcome {
    let isStart = name.hasPrefix("on_") || name.hasPrefix("start_")
    let rest = isStart ? name.drop { $0 != "_" }.dropFirst() : Substring(name)
    let isLow = rest.hasPrefix("lo")
    guard isLow || rest.hasPrefix("hi") else { return .unknown }
    switch rest.dropFirst(2) {
    case let axis where axis.hasPrefix("cc"):
      return setController(axis.dropFirst(2), 1, isLow, isStart, value)
    case let axis where axis.hasPrefix("hdcc"):
      return setController(axis.dropFirst(4), 127, isLow, isStart, value)
    case "bend":
      return Self.set(value) { bends = Self.moved(bends ?? -8_192...8_192, to: $0, low: isLow) }
    case "chanaft", "polyaft":
      return Self.set(value) { pressures = Self.moved(pressures ?? 0...127, to: $0, low: isLow) }
    // The part chooses its channels and its programs. What it plays counts as channel 1 and the first program.
    case "chan": return Self.number(value).map { isLow && $0 > 1 ? .unmet : .taken } ?? .wrong
    case "prog": return Self.number(value).map { isLow && $0 > 0 ? .unmet : .taken } ?? .wrong
    case "bpm":
      return Self.set(value) {
        tempi = Self.moved(tempi ?? 0...1_000, to: min(max($0, 0), 1_000), low: isLow)
      }
    case "timer": return .unmet
    default: return .unknown
    }
  }

  /// - Parameter unit: 1 for values up to 127, or 127 for values up to 1.
  private mutating func setController(
    _ digits: Substring, _ unit: Double, _ isLow: Bool, _ isStart: Bool, _ value: String
  ) -> Outcome {
    guard let number = Int(digits) else { return .unmet }
    guard SFZControllers.isKnob(number) else {
      return isStart ? .unmet : setExtended(number, unit, isLow, value)
    }
    return Self.set(value) {
      let old = (isStart ? starts[number] : controllers[number]) ?? 0...127
      let new = Self.moved(old, to: $0 * unit, low: isLow)
      if isStart { starts[number] = new } else { controllers[number] = new }
    }
  }

  /// What SFZ counts as controllers beyond MIDI's: the wheel, the pressure, and what a note has from its start.
  private mutating func setExtended(_ number: Int, _ unit: Double, _ isLow: Bool, _ value: String) -> Outcome
  {
    switch number {
    case 128:
      return Self.set(value) {
        let cents = (2 * $0 * unit / 127 - 1) * 8_192
        bends = Self.moved(bends ?? -8_192...8_192, to: cents, low: isLow)
      }
    case 129, 130:
      return Self.set(value) { pressures = Self.moved(pressures ?? 0...127, to: $0 * unit, low: isLow) }
    case 131:
      return Self.set(value) {
        velocities = Self.moved(velocities, toward: $0 * unit, low: isLow)
      }
    case 133: return Self.set(value) { keys = Self.moved(keys, toward: $0 * unit, low: isLow) }
    case 135: return Self.set(value) { random = Self.moved(random, to: $0 * unit / 127, low: isLow) }
    case 137: return Self.set(value) { alternate($0 * unit, low: isLow) }
    default: return .unmet
    }
  }

  /// A controller that is at one end for a note, and at the other for the next one: two that take turns.
  private mutating func alternate(_ edge: Double, low isLow: Bool) {
    guard isLow ? edge > 0 : edge < 127 else { return }
    (sequenceLength, sequencePosition) = (2, isLow ? 2 : 1)
  }

  private static func moved(_ range: ClosedRange<Int>, toward edge: Double, low isLow: Bool) -> ClosedRange<
    Int
  > {
    let edge = Int(min(max(edge, -1), 128))
    return isLow
      ? Self.range(edge, range.upperBound, low: true) : Self.range(range.lowerBound, edge, low: false)
  }

  private mutating func setKey(_ value: String) -> Outcome {
    guard let key = Self.key(value), key < 128 else { return .wrong }
    keys = key...key
    // Played by no key, but perhaps by a controller.
    if key >= 0 { centre = Double(key) }
    return .taken
  }

  /// Takes the end of a range of keys or velocities.
  private func edge(_ value: String, key: Bool = false, _ store: (Int) -> Void) -> Outcome {
    Self.set(value, key: key) { store(Int($0)) }
  }

  private static func moved(_ range: ClosedRange<Double>, to edge: Double, low isLow: Bool) -> ClosedRange<
    Double
  > {
    isLow ? edge...max(edge, range.upperBound) : min(range.lowerBound, edge)...edge
  }

  /// Setting one end beyond the other moves the other. The range is clipped to −1–128: outside of MIDI's numbers it
  /// fits no note.
  private static func range(_ low: Int, _ high: Int, low isLow: Bool) -> ClosedRange<Int> {
    let (low, high) = (min(max(low, -1), 128), min(max(high, -1), 128))
    return isLow ? low...max(low, high) : min(low, high)...high
  }
}
