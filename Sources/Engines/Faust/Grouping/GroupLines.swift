import SpinetText

/// The lines of a function, without their indentation.
struct GroupLines {
  private var rest: ArraySlice<Substring>

  init(_ lines: [Substring]) { rest = lines[...] }

  var isAtEnd: Bool { rest.isEmpty }
  var next: Substring? { rest.first }

  mutating func nextLine() throws(ReadingProblem) -> Substring {
    guard let line = rest.popFirst() else { throw ReadingProblem("an end where none is expected") }
    return line
  }

  mutating func expect(_ lines: [String]) throws(ReadingProblem) {
    for line in lines {
      let found = try nextLine()
      guard found == line else { throw ReadingProblem("\(found)") }
    }
  }

  /// The sides of `destination = value;`.
  static func assignment(_ line: Substring) throws(ReadingProblem) -> (
    destination: Substring, value: Substring
  ) {
    guard line.last == ";", let sign = line.firstRange(of: " = ") else { throw ReadingProblem("\(line)") }
    return (line[..<sign.lowerBound], line[sign.upperBound...].dropLast())
  }
}

/// A loop that moves the values of an array to the next higher index.
struct GroupShift: Hashable {
  let field: String
  /// How many values move.
  let count: Int

  init(_ reader: inout GroupLines) throws(ReadingProblem) {
    try reader.expect(["/* C99 loop */", "{"])
    let index = try reader.nextLine().dropFirst("int ".count).dropLast()
    let header = try reader.nextLine()
    let words = header.split(separator: " ")
    guard words.count > 3, let count = Int(words[3].dropLast()) else { throw ReadingProblem("\(header)") }
    let statement = try reader.nextLine()
    field = String(statement.dropFirst("dsp->".count).prefix { $0 != "[" })
    self.count = count
    guard header == "for (\(index) = \(count); \(index) > 0; \(index) = \(index) - 1) {",
      statement == "dsp->\(field)[\(index)] = dsp->\(field)[\(index) - 1];"
    else { throw ReadingProblem("\(statement)") }
    try reader.expect(["}", "}"])
  }
}
