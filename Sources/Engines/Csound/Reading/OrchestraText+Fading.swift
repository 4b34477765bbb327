extension OrchestraText {
  /// Whether a note of an instrument fades while its key is held.
  ///
  /// It does if the instrument has a model of something that is struck or plucked, such as `pluck`, or an envelope that
  /// falls to nothing, and none that waits for the release above it, such as `madsr` with a sustain level. The text
  /// decides: values that are worked out while it plays are not known.
  func fades(_ identity: OrchestraInstrument.Identity) -> Bool {
    var (falls, waits) = (false, false)
    for line in body(of: identity) {
      for (index, word) in line.enumerated() {
        guard case .name(let opcode) = word else { continue }
        if Self.struckModels.contains(opcode) { return true }
        let level = Self.heldLevel(of: opcode, Self.arguments(in: line.dropFirst(index + 1)))
        switch level {
        case .nothing: falls = true
        case .something: waits = true
        case nil: break
        }
      }
    }
    return falls && !waits
  }

  /// The lines of an instrument, without its head and end.
  private func body(of identity: OrchestraInstrument.Identity) -> [[Word]] {
    var found: [[Word]] = []
    var isInside = false
    for line in lines {
      if line.first == .name("instr") {
        isInside = Self.identities(line).contains(identity)
      } else if line.first == .name("endin") {
        isInside = false
      } else if isInside {
        found.append(line)
      }
    }
    return found
  }

  /// Models of what is struck, plucked or shaken once.
  private static let struckModels: Set<String> = [
    "pluck", "wgpluck", "wgpluck2", "repluck", "marimba", "vibes", "barmodel", "prepiano", "gogobel",
    "bamboo",
    "cabasa", "crunch", "dripwater", "guiro", "sandpaper", "sekere", "sleighbells", "stix", "tambourine",
  ]

  /// What an envelope comes to while a note is held.
  private enum HeldLevel { case nothing, something }

  /// Nil for an opcode that is not an envelope.
  private static func heldLevel(of opcode: String, _ arguments: [Double?]) -> HeldLevel? {
    let level: Double?
    switch opcode {
    case "expon", "expseg", "linseg", "cosseg", "transeg", "line":
      // A level that is not known may be a frequency: these say nothing then.
      guard let last = arguments.last, let last, last <= silence else { return nil }
      level = last
    case "madsr", "mxadsr", "adsr", "xadsr": level = arguments.count > 2 ? arguments[2] : nil
    // The last two values are the release.
    case "linsegr", "expsegr", "cossegr": level = arguments.dropLast(2).last ?? nil
    case "transegr": level = arguments.dropLast(3).last ?? nil
    case "linenr", "envlpxr": level = nil
    default: return nil
    }
    return (level ?? 1) <= silence ? .nothing : .something
  }

  /// −60 dB.
  private static let silence = 0.001

  /// The numbers after an opcode; nil for an argument that is not a number.
  private static func arguments(in words: ArraySlice<Word>) -> [Double?] {
    // `madsr:k(…)` is another way to write it.
    let rest = words.first == .mark(":") ? words.dropFirst(2) : words
    return rest.split(separator: .mark(","), omittingEmptySubsequences: false).map { argument in
      let bare = argument.filter { $0 != .mark("(") && $0 != .mark(")") }
      guard bare.count == 1, case .name(let text) = bare[0] else { return nil }
      return Double(text)
    }
  }
}

extension CsdDocument {
  /// Whether the notes of every instrument that keys play fade while they are held.
  var fades: Bool {
    let played = Set(voiceInstruments.values)
    return !played.isEmpty && played.allSatisfy { orchestraText.fades($0) }
  }
}
