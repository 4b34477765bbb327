import SpinetText

/// A member of the structure in which Faust keeps the state of one voice.
struct GroupField: Hashable {
  enum Role: Hashable {
    /// A control. It stays in the structure of its voice, and is read once a block.
    case control
    /// Shown by the program. It is written back once a block.
    case bargraph
    /// The same for all voices at one sample rate.
    case constant
    /// The position in all delay lines.
    case position
    /// A value of each voice.
    case value
    /// An array of each voice.
    case array(count: Int)
  }

  let type: String
  let name: String
  let role: Role

  /// - Parameter line: such as `float fVec0[2];`.
  init(line: String) throws(ReadingProblem) {
    let words = line.split(separator: " ")
    guard words.count == 2, let end = words[1].last, end == ";" else { throw ReadingProblem(line) }
    let parts = words[1].dropLast().split(separator: "[", omittingEmptySubsequences: false)
    type = String(words[0])
    name = String(parts[0])
    guard parts.count <= 2, ["int", "float", "FAUSTFLOAT"].contains(type) else {
      throw ReadingProblem(line)
    }
    role = try parts.count == 2 ? Self.array(type, parts[1]) : Self.role(type, name)
  }

  private static func array(_ type: String, _ text: Substring) throws(ReadingProblem) -> Role {
    guard type != "FAUSTFLOAT", text.last == "]", let count = Int(text.dropLast()), count > 0 else {
      throw ReadingProblem("an array of \(text)")
    }
    return .array(count: count)
  }

  private static func role(_ type: String, _ name: String) throws(ReadingProblem) -> Role {
    let kind = name.prefix { !$0.isNumber }
    if type == "FAUSTFLOAT" { return try shown(kind) }
    switch kind {
    case "fSampleRate", "fConst", "iConst": return .constant
    case "IOTA": return .position
    default: return .value
    }
  }

  private static func shown(_ kind: Substring) throws(ReadingProblem) -> Role {
    switch kind {
    case "fButton", "fCheckbox", "fHslider", "fVslider", "fEntry": return .control
    case "fHbargraph", "fVbargraph": return .bargraph
    default: throw ReadingProblem("the control \(kind)")
    }
  }

  var isShared: Bool { role == .constant || role == .position }

  var isOfVoice: Bool {
    switch role {
    case .value, .array: true
    case .control, .bargraph, .constant, .position: false
    }
  }
}
