/// One `instr` of the text.
struct OrchestraInstrument: Hashable {
  enum Identity: Hashable {
    case number(Int)
    case name(String)
  }

  var identity: Identity
  /// Whether it reads p4, p5 or p6, which hold a voice's key, gain and frequency.
  var readsNoteFields: Bool
}

extension OrchestraText {
  /// Every `instr` with its numbers and names.
  var instruments: [OrchestraInstrument] {
    var found: [OrchestraInstrument] = []
    var open = 0
    for line in lines {
      if line.first == .name("instr") {
        open = found.count
        found += Self.identities(line).map { OrchestraInstrument(identity: $0, readsNoteFields: false) }
      } else if line.first == .name("endin") {
        open = found.count
      } else if line.contains(where: { Self.noteFields.contains($0) }) {
        for index in open..<found.count { found[index].readsNoteFields = true }
      }
    }
    return found
  }

  private static let noteFields: Set<Word> = [.name("p4"), .name("p5"), .name("p6")]

  static func identities(_ line: [Word]) -> [OrchestraInstrument.Identity] {
    line.dropFirst().compactMap { word in
      guard case .name(let name) = word else { return nil }
      return Int(name).map { .number($0) } ?? .name(name)
    }
  }

  private static let schedulers: Set<Word> = [
    .name("event"), .name("event_i"), .name("schedule"), .name("schedulek"), .name("schedwhen"),
    .name("schedkwhen"),
  ]

  /// The instruments that other instruments may start: every number in a line with such an opcode.
  var scheduledInstruments: Set<OrchestraInstrument.Identity> {
    let words = lines.filter { $0.contains(where: Self.schedulers.contains) }.flatMap(\.self)
    return Set(
      words.compactMap { word in
        if case .name(let name) = word { Int(name).map { .number($0) } } else { nil }
      })
  }

  /// The instruments that `i` statements of a score start.
  var scoredInstruments: Set<OrchestraInstrument.Identity> {
    Set(
      lines.compactMap { line in
        switch line.first {
        case .name("i"):
          switch line.dropFirst().first {
          case .name(let number): return Int(Double(number) ?? 0).identity
          case .text(let name): return .name(name)
          default: return nil
          }
        case .name(let word) where word.first == "i":
          return Double(word.dropFirst()).map { Int($0).identity }
        default: return nil
        }
      })
  }
}

extension Int {
  fileprivate var identity: OrchestraInstrument.Identity { .number(self) }
}
