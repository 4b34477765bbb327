import SpinetRealtime
import SpinetText

/// The regions of an SFZ file in their order, its controllers and curves, and notes about what is not read.
///
/// Headers form a hierarchy: a region has the opcodes of the global header, the master and the group before it, and its
/// own, in this order. A new header ends those below it.
package struct SFZInstrument {
  package private(set) var regions: [SFZRegion] = []
  package private(set) var controllers = SFZControllers()
  /// By their numbers.
  package private(set) var curves = SFZCurve.builtIn
  /// A line for each kind of opcode that is not read, with the file and line where it occurs first, and how often.
  package var notes: [String] { told.map(\.text) }

  /// A header's opcodes, in their order.
  private struct Level {
    var opcodes: [(name: String, value: String, word: SFZText.Word)] = []
    /// Identifies the header among all.
    var serial = 0
    /// How many of the opcodes have been applied before, and told if they are not read.
    var toldCount = 0
  }

  private enum Header: String {
    case control, global, master, group, region, curve, effect, midi, sample

    /// The level in the hierarchy; nil for a header that stands outside.
    var level: Int? {
      switch self {
      case .global: 0
      case .master: 1
      case .group: 2
      case .region: 3
      default: nil
      }
    }
  }

  private var levels = [Level](repeating: Level(), count: 4)
  /// What a region inherits; nil when a level above regions has changed.
  private var inherited: SFZRegion?
  private var header: Header?
  private var headerCount = 0
  private var paths = Paths()
  private var points: [Int: Double] = [:]
  private var curveIndex: Int?
  private var told: [Note] = []
  private var toldKinds: [String: Int] = [:]

  /// What the control header says about names and keys. It counts for the regions that follow.
  private struct Paths {
    var folder = ""
    var semitones = 0
    var octaves = 0
  }

  private struct Note {
    let line: String
    var count = 1
    var text: String { count == 1 ? line : "\(line) (\(count) times)" }
  }

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
    finishHeader()
    guard !regions.isEmpty else {
      let why =
        toldKinds.isEmpty || headerCount == 0
        ? "it has no region with a sample" : "it has no region with a sample that can play: \(told[0].line)"
      throw SpinetError(.fileUnsuitable, what: file, why: why, remedy: "give an SFZ file with regions")
    }
    controllers.use(Set(regions.flatMap(\.usedControllers)))
    notePedals(file)
  }

  // MARK: Headers

  private mutating func begin(_ name: String, _ word: SFZText.Word) throws(SpinetError) {
    finishHeader()
    headerCount += 1
    header = Header(rawValue: name)
    guard let header, header != .effect, header != .midi, header != .sample else {
      return tell("<\(name)>", word, "is not read")
    }
    (points, curveIndex) = ([:], nil)
    guard let level = header.level else { return }
    for lower in level..<levels.count { levels[lower] = Level(serial: headerCount) }
    if header != .region { inherited = nil }
    guard regions.count < Self.mostRegions else {
      throw SpinetError(
        .fileUnsuitable, what: "\(word.file):\(word.line)",
        why: "it has more than \(Self.mostRegions) regions",
        remedy: "split it into smaller files")
    }
  }

  private mutating func finishHeader() {
    switch header {
    case .region: finishRegion()
    case .curve: if let curveIndex { curves[curveIndex] = SFZCurve(points: points) }
    default: break
    }
  }

  private mutating func finishRegion() {
    if inherited == nil {
      var region = SFZRegion()
      for level in 0..<3 { apply(level, to: &region) }
      inherited = region
    }
    var region = inherited ?? SFZRegion()
    apply(3, to: &region)
    // An end of -1 means that the region does not play.
    guard !region.sample.isEmpty, region.unmetConditions.isEmpty, region.end ?? 0 >= 0 else { return }
    region.shiftKeys(by: paths.semitones + 12 * paths.octaves)
    if !region.sample.hasPrefix("*") {
      region.sample = (paths.folder + region.sample).map { $0 == "\\" ? "/" : String($0) }.joined()
    }
    regions.append(region)
  }

  private mutating func apply(_ index: Int, to region: inout SFZRegion) {
    let level = levels[index]
    for (number, opcode) in level.opcodes.enumerated() {
      let note = take(opcode.name, opcode.value, opcode.word, &region, level.serial)
      if let note, number >= level.toldCount { tell(note.subject, opcode.word, note.what) }
    }
    levels[index].toldCount = level.opcodes.count
  }

  /// Takes an opcode. Returns what there is to tell about it.
  private func take(
    _ name: String, _ value: String, _ word: SFZText.Word, _ region: inout SFZRegion, _ serial: Int
  ) -> (subject: String, what: String)? {
    switch region.take(name, value) {
    case .taken:
      if name == "polyphony" || name == "note_polyphony" { region.polyphonyScope = serial }
      guard name == "sample" else { return nil }
      region.place = "\(word.file):\(word.line)"
      let isKnown = !value.hasPrefix("*") || SFZGenerator(rawValue: value) != nil
      if isKnown { region.unmetConditions.remove(name) } else { region.unmetConditions.insert(name) }
      return isKnown ? nil : ("sample=\(value)", "is not played")
    case .unknown: return (name, "is not read")
    case .unmet: return ("\(name)=\(value)", "is not understood: what needs it is not played")
    case .wrong: return ("\(name)=\(value)", "is not a valid value and is left out")
    }
  }

  // MARK: Opcodes

  private mutating func take(_ name: String, _ value: String, _ word: SFZText.Word) {
    switch header {
    case .control: takeControl(name, value, word)
    case .curve: takePoint(name, value, word)
    case .global, .master, .group, .region:
      guard let level = header?.level else { return }
      levels[level].opcodes.append((name, value, word))
      if level < 3 { inherited = nil }
    case .effect, .midi, .sample: break
    case nil: if headerCount == 0 { tell(name, word, "stands before the first header and is not read") }
    }
  }

  private mutating func takeControl(_ name: String, _ value: String, _ word: SFZText.Word) {
    switch name {
    case "default_path": paths.folder = value
    case "note_offset":
      if let number = Int(value) {
        paths.semitones = min(max(number, -127), 127)
      } else {
        wrong(name, value, word)
      }
    case "octave_offset":
      if let number = Int(value) {
        paths.octaves = min(max(number, -10), 10)
      } else {
        wrong(name, value, word)
      }
    default:
      switch controllers.take(name, value) {
      case .taken: break
      case .wrong: wrong(name, value, word)
      default: if !name.hasPrefix("hint_") { tell(name, word, "is not read") }
      }
    }
  }

  private mutating func takePoint(_ name: String, _ value: String, _ word: SFZText.Word) {
    guard let number = SFZRegion.number(value) else { return wrong(name, value, word) }
    if name == "curve_index" {
      guard (0...255).contains(number) else { return wrong(name, value, word) }
      curveIndex = Int(number)
    } else if name.first == "v", let point = Int(name.dropFirst()), (0...127).contains(point) {
      points[point] = min(max(number, -1e6), 1e6)
    } else {
      tell(name, word, "is not read")
    }
  }

  // MARK: Notes

  /// Tells if there are more pedals than can be told apart.
  private mutating func notePedals(_ file: String) {
    let pedals = Set(regions.compactMap { $0.ownPedal.map { [Double($0.controller), $0.low] } })
    guard pedals.count > NoteHolders.mostOwnPedals else { return }
    told.append(
      Note(
        line:
          "\(file): it has \(pedals.count) sustain pedals beside MIDI's; those after the first \(NoteHolders.mostOwnPedals) are MIDI's"
      ))
  }

  private mutating func wrong(_ name: String, _ value: String, _ word: SFZText.Word) {
    tell("\(name)=\(value)", word, "is not a valid value and is left out")
  }

  /// Notes a name once, and counts it. Numbers in it are ignored: `eq1_freq` and `eq2_freq` count as one.
  private mutating func tell(_ name: String, _ word: SFZText.Word, _ what: String) {
    let kind = String(name.prefix { $0 != "=" }).filter { !$0.isNumber } + what
    if let index = toldKinds[kind] {
      told[index].count += 1
      return
    }
    guard told.count < Self.mostNotes else { return }
    toldKinds[kind] = told.count
    told.append(Note(line: "\(word.file):\(word.line): \(name.shortened) \(what)"))
  }
}
