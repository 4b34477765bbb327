/// The controllers of an instrument: their names, and their values before anybody moves them.
package struct SFZControllers: Hashable, Sendable {
  /// A controller that the instrument uses.
  package struct Controller: Hashable, Sendable {
    package let number: Int
    package let name: String
    /// 0–127.
    package let start: Double
  }

  /// In the order of their numbers.
  package private(set) var used: [Controller] = []
  private var labels: [Int: String] = [:]
  private var starts: [Int: Double] = [7: 100, 10: 64, 11: 127]

  /// Whether a number is a controller that somebody can move: MIDI's, or one of those from 142 on, which no message moves
  /// but their widgets. Between them are the pitch wheel, and what belongs to each note.
  static func isKnob(_ number: Int) -> Bool { (0..<128).contains(number) || (142..<512).contains(number) }

  /// Whether a number is the wheel or the pressure, or the velocity, the key, the gate or the chance of a note, or
  /// alternates between notes.
  static func isOfNote(_ number: Int) -> Bool { (128...131).contains(number) || (133...137).contains(number) }

  /// Takes an opcode of the control header.
  mutating func take(_ name: String, _ value: String) -> SFZRegion.Outcome {
    if let number = Self.number(name, "label_cc") {
      labels[number] = value
    } else if let number = Self.number(name, "set_cc") {
      return set(number, value, unit: 1)
    } else if let number = Self.number(name, "set_hdcc") ?? Self.number(name, "set_realcc") {
      return set(number, value, unit: 127)
    } else {
      return .unknown
    }
    return .taken
  }

  private mutating func set(_ number: Int, _ value: String, unit: Double) -> SFZRegion.Outcome {
    SFZRegion.set(value) { starts[number] = min(max($0 * unit, 0), 127) }
  }

  private static func number(_ name: String, _ prefix: String) -> Int? {
    guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)), isKnob(number)
    else { return nil }
    return number
  }

  /// Lists those that regions use, and those that have a name. Equal names get their number.
  mutating func use(_ numbers: Set<Int>) {
    let all = numbers.union(labels.keys).filter(Self.isKnob).sorted()
    let names = all.map { Self.name(labels[$0], $0) }
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    used = zip(all, names).map { number, name in
      Controller(
        number: number, name: counts[name] == 1 ? name : "\(name) \(number)", start: starts[number] ?? 0)
    }
  }

  /// A label in one line without `/`, which separates parts from their widgets.
  private static func name(_ label: String?, _ number: Int) -> String {
    let words = (label ?? "").split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    let clean = String(words.map { $0 == "/" ? "-" : $0 }.filter { !$0.isControl }.prefix(40))
    return clean.isEmpty ? "cc\(number)" : clean
  }
}

extension Character {
  fileprivate var isControl: Bool { unicodeScalars.contains { $0.value < 32 || $0.value == 127 } }
}

extension SFZRegion {
  /// The controllers whose movements it hears.
  var usedControllers: [Int] {
    let faded = crossfades.compactMap { fade -> Int? in
      if case .controller(let number) = fade.axis { number } else { nil }
    }
    let pedal = ownPedal.map { [$0.controller] } ?? []
    return Array(controllers.keys) + Array(starts.keys) + modulations.values.flatMap(\.keys) + faded + pedal
  }
}
