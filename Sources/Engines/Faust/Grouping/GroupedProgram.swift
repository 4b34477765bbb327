import SpinetText

/// The parts of Faust's C for one voice, with expressions translated for the voices of a group.
struct GroupedProgram {
  let fields: [GroupField]
  /// Faust's text without `compute`.
  let rest: String
  private(set) var inputCount = 0
  private(set) var outputCount = 0
  /// What is calculated once a block: declarations, and the statements for a voice.
  private(set) var blockValues: [String] = []
  private(set) var blockStatements: [String] = []
  /// What is calculated for a voice and a frame.
  private(set) var frameStatements: [String] = []
  /// The loops that move arrays by one at the end of a frame.
  private(set) var shifts: [GroupShift] = []
  private(set) var movesPosition = false
  /// The fields that are delay lines.
  var lines: Set<String> { expression.lines }
  private var expression: GroupExpression

  init(_ code: String, class name: String) throws(ReadingProblem) {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let compute = try Self.compute(in: lines, name)
    fields = try Self.fields(in: lines, name)
    rest = (lines[..<compute.lowerBound] + lines[compute.upperBound...]).joined(separator: "\n") + "\n"
    expression = GroupExpression(fields: fields, shared: Self.shared(in: lines, name))
    let trimmed = lines[compute].dropFirst().dropLast().map { Substring($0.drop { $0 == "\t" }) }
    var reader = GroupLines(trimmed)
    try readBlock(&reader)
    try readFrame(&reader)
    try reader.expect(["}", "}"])
    guard reader.isAtEnd else { throw ReadingProblem("a second loop") }
  }

  // MARK: Parts of the text

  private static func compute(in lines: [Substring], _ name: String) throws(ReadingProblem) -> Range<Int> {
    let header =
      "void compute\(name)(\(name)* dsp, int count, FAUSTFLOAT** RESTRICT inputs, FAUSTFLOAT** RESTRICT outputs) {"
    guard let first = lines.firstIndex(of: header[...]),
      let end = lines[first...].firstIndex(of: "}")
    else { throw ReadingProblem("no compute as expected") }
    return first..<(end + 1)
  }

  private static func fields(in lines: [Substring], _ name: String) throws(ReadingProblem) -> [GroupField] {
    guard let end = lines.firstIndex(of: "} \(name);"),
      let start = lines[..<end].lastIndex(of: "typedef struct {")
    else { throw ReadingProblem("no structure as expected") }
    var fields: [GroupField] = []
    for line in lines[(start + 1)..<end] { fields.append(try GroupField(line: String(line.dropFirst()))) }
    return fields
  }

  /// The tables, and the powers that Faust writes as functions.
  private static func shared(in lines: [Substring], _ name: String) -> Set<String> {
    let functions = lines.compactMap { line -> String? in
      let start = "static float \(name)_faustpower"
      guard line.hasPrefix(start), line.hasSuffix("_f(float value) {") else { return nil }
      return String(line.dropFirst("static float ".count).prefix { $0 != "(" })
    }
    return Set(functions + lines.compactMap(table))
  }

  private static func table(_ line: Substring) -> String? {
    for start in ["static float ", "static int ", "static const float ", "static const int "]
    where line.hasPrefix(start) && line.contains("[") {
      return String(line.dropFirst(start.count).prefix { $0 != "[" })
    }
    return nil
  }

  // MARK: Once a block

  private mutating func readBlock(_ reader: inout GroupLines) throws(ReadingProblem) {
    while reader.next != "/* C99 loop */" {
      let line = try reader.nextLine()
      if line == "FAUSTFLOAT* input\(inputCount) = inputs[\(inputCount)];" {
        inputCount += 1
      } else if line == "FAUSTFLOAT* output\(outputCount) = outputs[\(outputCount)];" {
        outputCount += 1
      } else {
        try readBlockValue(line)
      }
    }
  }

  private mutating func readBlockValue(_ line: Substring) throws(ReadingProblem) {
    let (destination, value) = try GroupLines.assignment(line)
    let words = destination.split(separator: " ")
    guard words.count == 2, ["int", "float"].contains(words[0]) else { throw ReadingProblem("\(line)") }
    let translated = try expression.translate(value, at: .block)
    let name = try expression.declare(String(words[1]), at: .block)
    blockValues.append("\(words[0]) \(words[1])")
    blockStatements.append("\(name) = \(translated);")
  }

  // MARK: For each frame

  private mutating func readFrame(_ reader: inout GroupLines) throws(ReadingProblem) {
    try reader.expect(["/* C99 loop */", "{", "int i0;", "for (i0 = 0; i0 < count; i0 = i0 + 1) {"])
    while reader.next != "}" {
      if reader.next == "/* C99 loop */" {
        try readShift(&reader)
      } else {
        try readStatement(reader.nextLine())
      }
    }
  }

  private mutating func readShift(_ reader: inout GroupLines) throws(ReadingProblem) {
    let shift = try GroupShift(&reader)
    guard fields.contains(where: { $0.name == shift.field && $0.role == .array(count: shift.count + 1) })
    else {
      throw ReadingProblem("a loop over \(shift.field)")
    }
    try expression.fix(shift.field)
    shifts.append(shift)
  }

  private mutating func readStatement(_ line: Substring) throws(ReadingProblem) {
    if line == "dsp->IOTA0 = dsp->IOTA0 + 1;" {
      guard !movesPosition else { throw ReadingProblem("\(line)") }
      movesPosition = true
      return
    }
    // All statements are written before the loops that move arrays. So a statement after such a loop must not
    // depend on it.
    if movesPosition || !shifts.isEmpty { try checkIndependence(line) }
    let (destination, value) = try GroupLines.assignment(line)
    let translated = try expression.translate(value, at: .frame)
    frameStatements.append("\(try target(destination)) = \(translated);")
  }

  private mutating func target(_ destination: Substring) throws(ReadingProblem) -> String {
    let words = destination.split(separator: " ")
    if words.count == 2, ["int", "float"].contains(words[0]) {
      return "\(words[0]) \(try expression.declare(String(words[1]), at: .frame))"
    }
    let field = destination.dropFirst("dsp->".count).prefix { $0 != "[" }
    let isField = destination.hasPrefix("dsp->") && expression.isWritable(String(field))
    guard isField || destination.hasPrefix("output") else {
      throw ReadingProblem("\(destination) is written")
    }
    return try expression.translate(destination, at: .frame)
  }

  /// Accepts `dsp->fRec0[2] = dsp->fRec0[1];` of an array that no loop moves.
  private func checkIndependence(_ line: Substring) throws(ReadingProblem) {
    let (destination, _) = try GroupLines.assignment(line)
    let parts = destination.split(separator: "[")
    guard parts.count == 2, let index = Int(parts[1].dropLast()), index > 0,
      line == "\(parts[0])[\(index)] = \(parts[0])[\(index - 1)];",
      !shifts.contains(where: { "dsp->\($0.field)" == parts[0] })
    else { throw ReadingProblem("\(line) after a loop") }
  }
}
