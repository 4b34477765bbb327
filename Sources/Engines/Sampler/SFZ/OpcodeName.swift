/// The name of an opcode, taken apart: `lfo2_pitch_oncc21` is `lfo2_pitch` by controller 21.
struct OpcodeName: Hashable {
  /// What the opcode says of a controller.
  enum Suffix: Hashable { case depth, curve, smoothing, step }

  var base: Substring
  var controller: (kind: Suffix, number: Int)?

  static func == (a: OpcodeName, b: OpcodeName) -> Bool {
    a.base == b.base && a.controller?.kind == b.controller?.kind
      && a.controller?.number == b.controller?.number
  }

  func hash(into hasher: inout Hasher) { hasher.combine(base) }

  init(_ name: String) {
    let whole = Substring(name)
    base = whole
    let digits = Self.trailingDigits(of: whole)
    guard let number = Int(digits), number < Self.controllerCount else { return }
    let stem = whole.dropLast(digits.count)
    for (ending, kind) in Self.endings where stem.hasSuffix(ending) && stem.count > ending.count {
      base = stem.dropLast(ending.count)
      controller = (kind, number)
      return
    }
  }

  /// MIDI's controllers and those that SFZ counts beyond them, such as velocity.
  static let controllerCount = 512

  /// The longer ones first, because `_oncc` ends with `cc`.
  private static let endings: [(String, Suffix)] = [
    ("_oncc", .depth), ("_curvecc", .curve), ("_smoothcc", .smoothing), ("_stepcc", .step), ("_cc", .depth),
    ("cc", .depth),
  ]

  static func trailingDigits(of text: Substring) -> Substring {
    text.suffix(
      text.count
        - (text.lastIndex { !$0.isNumber }.map { text.distance(from: text.startIndex, to: $0) + 1 } ?? 0))
  }

  /// The parts of a name such as `lfo02_freq`: 2 and `freq`. Nil if it does not begin so.
  static func numbered(_ name: Substring, _ prefix: String) -> (number: Int, rest: Substring)? {
    guard name.hasPrefix(prefix) else { return nil }
    let rest = name.dropFirst(prefix.count)
    let digits = rest.prefix { $0.isNumber }
    guard let number = Int(digits), (0...999).contains(number) else { return nil }
    let after = rest.dropFirst(digits.count)
    return after.first == "_" ? (number, after.dropFirst()) : nil
  }
}
