import SpinetRealtime
import SpinetText

/// The regions of an SFZ file in their order, and notes about what is not read.
///
/// A region inherits from the group before it, a group from the master, and a master from the global header.
package struct SFZInstrument {
  package private(set) var regions: [SFZRegion] = []
  /// A line for each opcode that is not read, with the file and line where it occurs first.
  package private(set) var notes: [String] = []

  private var levels = [SFZRegion](repeating: SFZRegion(), count: 4)
  /// The level of the last header; nil for one that is not read.
  private var level: Int?
  private var isControl = false
  private var defaultPath = ""
  private var told: Set<String> = []

  private static let headers = ["global", "master", "group", "region"]
  private static let mostRegions = 50_000
  private static let mostNotes = 40

  /// - Parameters:
  ///   - file: its path, for messages.
  ///   - read: reads a file. Gets its path as written and the file that includes it; nil for the first file.
  package init(
    file: String, read: @escaping (_ path: String, _ from: String?) throws(SpinetError) -> [UInt8]
  ) throws(SpinetError) {
    for word in try SFZText(file: file, read: read).words {
      switch word.kind {
      case .header(let name): try begin(name, word)
      case .opcode(let name, let value): take(name, value, word)
      }
    }
    finishRegion()
    guard !regions.isEmpty else {
      throw SpinetError(
        .fileUnsuitable, what: file, why: "it has no region with a sample",
        remedy: "give an SFZ file with regions")
    }
  }

  private mutating func begin(_ name: String, _ word: SFZText.Word) throws(SpinetError) {
    finishRegion()
    isControl = name == "control"
    level = Self.headers.firstIndex(of: name)
    guard let level else {
      if !isControl { tell("<\(name)>", word, "is not read") }
      return
    }
    for lower in level..<levels.count { levels[lower] = level == 0 ? SFZRegion() : levels[level - 1] }
    guard regions.count < Self.mostRegions else {
      throw SpinetError(
        .fileUnsuitable, what: "\(word.file):\(word.line)",
        why: "it has more than \(Self.mostRegions) regions",
        remedy: "split it into smaller files")
    }
  }

  private mutating func finishRegion() {
    // An end of -1 means that the region does not play.
    guard level == 3, !levels[3].sample.isEmpty, !levels[3].sample.hasPrefix("*"),
      levels[3].unmetConditions.isEmpty, levels[3].end ?? 0 >= 0
    else { return }
    var region = levels[3]
    region.sample = (defaultPath + region.sample).map { $0 == "\\" ? "/" : String($0) }.joined()
    regions.append(region)
  }

  private mutating func take(_ name: String, _ value: String, _ word: SFZText.Word) {
    if isControl {
      if name == "default_path" { defaultPath = value } else { tell(name, word, "is not read") }
      return
    }
    guard let level else { return }
    switch levels[level].take(name, value) {
    case .taken:
      guard name == "sample" else { break }
      levels[level].place = "\(word.file):\(word.line)"
      if value.hasPrefix("*") { tell("sample=\(value)", word, "is not played") }
    case .unknown: tell(name, word, "is not read")
    case .unmet: tell(name, word, "is not read: what needs it is not played")
    case .wrong: tell("\(name)=\(value)", word, "is not a valid value and is left out")
    }
  }

  /// Notes a name once. Numbers in it are ignored: `eq1_freq` and `eq2_freq` count as one.
  private mutating func tell(_ name: String, _ word: SFZText.Word, _ what: String) {
    let kind = String(name.prefix { $0 != "=" }).filter { !$0.isNumber } + what
    guard told.count < Self.mostNotes, told.insert(kind).inserted else { return }
    notes.append("\(word.file):\(word.line): \(name.shortened) \(what)")
  }
}
