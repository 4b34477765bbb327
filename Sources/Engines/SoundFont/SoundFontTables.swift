import SpinetText

/// The tables of a SoundFont, which refer to each other by index. Presets have zones, zones have generators, and
/// generators name instruments, which have zones in turn, whose generators name samples.
struct SoundFontTables {
  private var tables: [Table] = []

  /// The tables in the order of the file, with the number of bytes in a row.
  private static let order = [
    ("phdr", 38), ("pbag", 4), ("pmod", 10), ("pgen", 4), ("inst", 22), ("ibag", 4), ("imod", 10),
    ("igen", 4), ("shdr", 46),
  ]

  private struct Table {
    let name: String
    let bytes: [UInt8]
    let rowBytes: Int
    /// The last row only ends the table.
    var count: Int { bytes.count / rowBytes - 1 }

    func number(row: Int, at offset: Int) -> Int {
      Int(UInt16(littleEndian: bytes[(row * rowBytes + offset)...]))
    }
  }

  init(_ chunks: [SoundFontFile.Chunk], _ read: SoundFontFile.Reader) throws(ReadingProblem) {
    guard chunks.map(\.name) == Self.order.map(\.0) else {
      throw ReadingProblem("its tables are not the nine expected")
    }
    for (chunk, (name, rowBytes)) in zip(chunks, Self.order) {
      let bytes = read(chunk.bytes.lowerBound, chunk.bytes.count)
      guard bytes.count == chunk.bytes.count else { throw .truncated }
      // Files without modulators may leave the table empty, without its last row.
      let isOptional = name == "pmod" || name == "imod"
      guard bytes.count % rowBytes == 0, bytes.count >= rowBytes || isOptional else {
        throw ReadingProblem("its table \(name) has no whole rows")
      }
      tables.append(Table(name: name, bytes: bytes, rowBytes: rowBytes))
    }
    try checkZones(of: 0, at: 24, bags: 1, modulators: 2, generators: 3, naming: Self.instrument, in: 4)
    try checkZones(of: 4, at: 20, bags: 5, modulators: 6, generators: 7, naming: Self.sample, in: 8)
  }

  /// The generators that name an instrument and a sample.
  private static let instrument = 41
  private static let sample = 53

  /// Checks that indices never fall and that they stay inside the tables that they point into.
  private func checkZones(
    of owners: Int, at offset: Int, bags: Int, modulators: Int, generators: Int, naming generator: Int,
    in named: Int
  ) throws(ReadingProblem) {
    try check(tables[owners], at: offset, into: tables[bags])
    try check(tables[bags], at: 0, into: tables[generators])
    try check(tables[bags], at: 2, into: tables[modulators])
    let table = tables[generators]
    for row in 0..<table.count where table.number(row: row, at: 0) == generator {
      guard table.number(row: row, at: 2) < tables[named].count else {
        throw ReadingProblem(
          "its table \(table.name) refers to a row that \(tables[named].name) does not have")
      }
    }
  }

  private func check(
    _ table: Table, at offset: Int, into other: Table
  ) throws(ReadingProblem) {
    var last = 0
    for row in 0...max(0, table.count) {
      let index = table.number(row: row, at: offset)
      guard index >= last, index <= max(0, other.count) else {
        throw ReadingProblem("its table \(table.name) points outside of \(other.name)")
      }
      last = index
    }
  }

  func presets() throws(ReadingProblem) -> SoundFontPresets {
    let headers = tables[0]
    let presets = (0..<headers.count).map { row in
      let start = row * headers.rowBytes
      return SoundFontPreset(
        name: Self.name(headers.bytes[start..<start + 20]), bank: headers.number(row: row, at: 22),
        program: headers.number(row: row, at: 20))
    }
    let playable = presets.filter { (0..<128).contains($0.program) && $0.bank <= SoundFontPreset.drumBank }
    guard let presets = SoundFontPresets(playable) else { throw ReadingProblem("it has no preset") }
    return presets
  }

  /// The name in ASCII. Fonts are older than UTF-8, so all other bytes become question marks.
  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    let shown = bytes.prefix { $0 != 0 }.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
    let words = String(decoding: shown, as: UTF8.self).split(separator: " ")
    return words.isEmpty ? "unnamed" : words.joined(separator: " ")
  }
}
