import SpinetText

/// Translates expressions of Faust's C to those for the voice `v` of a group.
struct GroupExpression {
  /// How often an expression is calculated.
  enum Rate: Hashable {
    /// Once a block.
    case block
    /// For each frame.
    case frame
  }

  private let fields: [String: GroupField]
  /// The program's own tables and functions, which all voices share.
  private let shared: Set<String>
  /// Values of the block, one for each voice.
  private var slow: Set<String> = []
  /// Values of the frame.
  private var fast: Set<String> = []
  /// The arrays that are delay lines, whose first frame moves with the position; and those that are not.
  private(set) var lines: Set<String> = []
  private var fixed: Set<String> = []
  private var rate = Rate.block

  init(fields: [GroupField], shared: Set<String>) {
    self.fields = Dictionary(fields.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.shared = shared
  }

  private static let kinds: Set<Substring> = ["Slow", "Temp", "Rec"]

  /// Declares a value. Returns how it is written.
  mutating func declare(_ name: String, at rate: Rate) throws(ReadingProblem) -> String {
    guard Self.kinds.contains(name.dropFirst().prefix { !$0.isNumber }) else {
      throw ReadingProblem(name)
    }
    if rate == .block { slow.insert(name) } else { fast.insert(name) }
    return rate == .block ? "\(name)[v]" : name
  }

  /// Whether a field is a bargraph or belongs to each voice, so that the program may write it.
  func isWritable(_ name: String) -> Bool {
    fields[name].map { $0.isOfVoice || $0.role == .bargraph } ?? false
  }

  mutating func translate(_ text: some StringProtocol, at rate: Rate) throws(ReadingProblem) -> String {
    self.rate = rate
    return try translate(GroupToken.all(in: text)[...])
  }

  private mutating func translate(_ tokens: ArraySlice<GroupToken>) throws(ReadingProblem) -> String {
    var rest = tokens
    var words: [String] = []
    while let token = rest.popFirst() {
      if case .name(let name) = token {
        words.append(try translate(name, &rest))
      } else {
        words.append(token.text)
      }
    }
    return words.joined(separator: " ")
  }

  private mutating func translate(
    _ name: String, _ rest: inout ArraySlice<GroupToken>
  ) throws(ReadingProblem) -> String {
    if name == "dsp" { return try field(&rest) }
    if slow.contains(name) { return "\(name)[v]" }
    if fast.contains(name) || shared.contains(name) { return name }
    if ["float", "int", "FAUSTFLOAT"].contains(name) { return name }
    if name.hasPrefix("input") || name.hasPrefix("output") { return try channel(name, &rest) }
    guard rest.first == .sign("("), let function = GroupMath.name(of: name) else {
      throw ReadingProblem("the name \(name)")
    }
    return rate == .block ? name : function
  }

  /// `input0[i0]`, which all voices hear, or `output0[i0]`.
  private func channel(
    _ name: String, _ rest: inout ArraySlice<GroupToken>
  ) throws(ReadingProblem) -> String {
    guard rate == .frame, Array(rest.prefix(3)) == [.sign("["), .name("i0"), .sign("]")] else {
      throw ReadingProblem("the channel \(name)")
    }
    rest.removeFirst(3)
    return name.hasPrefix("input") ? "\(name)[i0]" : "\(name)[i0 * \(GroupSource.width) + v]"
  }

  // MARK: Fields

  private mutating func field(_ rest: inout ArraySlice<GroupToken>) throws(ReadingProblem) -> String {
    guard rest.popFirst() == .sign("->"), let name = rest.popFirst()?.text, let field = fields[name] else {
      throw ReadingProblem("dsp without a known field")
    }
    switch field.role {
    case .control, .bargraph: return "\(name)[v]"
    case .constant: return "dsp->\(name)"
    case .position: throw ReadingProblem("\(name) outside of an index")
    case .value: return "dsp->\(name)[v]"
    case .array(let count):
      let index = try translate(Self.index(&rest), of: name, count: count)
      return "dsp->\(name)[(\(index)) * \(GroupSource.width) + v]"
    }
  }

  /// Takes the tokens within the brackets that follow.
  private static func index(_ rest: inout ArraySlice<GroupToken>) throws(ReadingProblem) -> ArraySlice<
    GroupToken
  > {
    guard rest.first == .sign("["), let end = end(of: rest) else {
      throw ReadingProblem("an array without an index")
    }
    defer { rest = rest[(end + 1)...] }
    return rest[(rest.startIndex + 1)..<end]
  }

  /// The index of the bracket that closes the first one.
  private static func end(of tokens: ArraySlice<GroupToken>) -> Int? {
    var depth = 0
    for index in tokens.indices {
      if ["(", "["].contains(tokens[index].text) { depth += 1 }
      if [")", "]"].contains(tokens[index].text) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private mutating func translate(
    _ index: ArraySlice<GroupToken>, of name: String, count: Int
  ) throws(ReadingProblem) -> String {
    guard isLine(index, count: count) else {
      try fix(name)
      return try translate(index)
    }
    lines.insert(name)
    try checkUse(of: name)
    return try moving(index)
  }

  /// Records that an array is not a delay line.
  mutating func fix(_ name: String) throws(ReadingProblem) {
    fixed.insert(name)
    try checkUse(of: name)
  }

  private func checkUse(of name: String) throws(ReadingProblem) {
    guard lines.contains(name), fixed.contains(name) else { return }
    throw ReadingProblem("\(name) is a delay line in one place only")
  }

  private static let position: [GroupToken] = [.name("dsp"), .sign("->"), .name("IOTA0")]

  /// Whether an index is `dsp->IOTA0 & 15` or `(dsp->IOTA0 - …) & 15` of an array of 16.
  private func isLine(_ index: ArraySlice<GroupToken>, count: Int) -> Bool {
    guard index.count > 4, count & (count - 1) == 0 else { return false }
    guard Array(index.suffix(2)) == [.sign("&"), .number("\(count - 1)")] else { return false }
    let offset = index.dropLast(2)
    if Array(offset) == Self.position { return true }
    return offset.first == .sign("(") && Self.end(of: offset) == offset.endIndex - 1
      && Array(offset.dropFirst().prefix(3)) == Self.position && offset.dropFirst(4).first == .sign("-")
  }

  /// The index of a delay line, which may contain the position.
  private mutating func moving(_ index: ArraySlice<GroupToken>) throws(ReadingProblem) -> String {
    let mask = index.suffix(2).map(\.text).joined(separator: " ")
    let offset = index.dropLast(2)
    guard offset.first == .sign("(") else { return "position \(mask)" }
    return "(position - \(try translate(offset.dropFirst(5).dropLast()))) \(mask)"
  }
}
