/// A channel by its name, and whether the orchestra reads it, writes it, or both.
struct ChannelUse: Hashable {
  var name: String
  var isRead = false
  var isWritten = false
  /// Whether it carries text anywhere in the orchestra.
  var isText = false
  /// The file's comment on it: after its declaration, or else after the first line that uses it.
  var comment: String?
  var isDeclared = false

  mutating func add(_ other: ChannelUse) {
    isRead = isRead || other.isRead
    isWritten = isWritten || other.isWritten
    isText = isText || other.isText
    if other.isDeclared, !isDeclared { comment = other.comment ?? comment }
    comment = comment ?? other.comment
    isDeclared = isDeclared || other.isDeclared
  }
}

extension OrchestraText {
  private static let readers: Set<String> = ["chnget", "chngetk", "chngeti", "invalue"]
  private static let writers: Set<String> = ["chnset", "chnsetk", "chnseti", "outvalue"]

  /// The control channels whose names are string literals, in the order of the text. Audio channels are left
  /// out, and those that carry text anywhere: as control channels, Csound would delete the notes that use them
  /// as text.
  var channelUses: [ChannelUse] { allChannelUses.filter { !$0.isText } }

  /// The channels in which the orchestra writes text.
  var shownTexts: [ChannelUse] { allChannelUses.filter { $0.isText && $0.isWritten } }

  private var allChannelUses: [ChannelUse] {
    var uses: [ChannelUse] = []
    for (number, line) in lines.enumerated() {
      for index in line.indices {
        guard var use = Self.channelUse(line, at: index) else { continue }
        use.comment = comments[number].flatMap { $0.contains(where: \.isLetter) ? $0 : nil }
        if let known = uses.firstIndex(where: { $0.name == use.name }) {
          uses[known].add(use)
        } else {
          uses.append(use)
        }
      }
    }
    return uses
  }

  private static func channelUse(_ line: [Word], at index: Int) -> ChannelUse? {
    guard case .name(let opcode) = line[index] else { return nil }
    if readers.contains(opcode) { return channelRead(line, at: index) }
    if opcode == "outvalue" { return valueShown(line, at: index) }
    if writers.contains(opcode) { return channelWritten(line, at: index) }
    return ["chn_k", "chnexport", "chn_S"].contains(opcode) ? declaration(line, at: index) : nil
  }

  /// `kx chnget "name"`, `chnget:k("name")`.
  private static func channelRead(_ line: [Word], at index: Int) -> ChannelUse? {
    var next = index + 1
    var type: ChannelType = index == 1 ? ChannelType(line[0]) : .control
    if line.dropFirst(next).starts(with: [.mark(":")]) {
      type = line.dropFirst(next + 1).first.map(ChannelType.init) ?? .control
      next += 2
    }
    if line.dropFirst(next).starts(with: [.mark("(")]) { next += 1 }
    return text(line, at: next).flatMap { type.use($0, isRead: true) }
  }

  /// `chnset kx, "name"`.
  private static func channelWritten(_ line: [Word], at index: Int) -> ChannelUse? {
    let texts = line[index...].compactMap { if case .text(let text) = $0 { text } else { nil } }
    guard let first = argument(line, after: index), let name = texts.last else { return nil }
    if case .text = first { return texts.count == 2 ? ChannelType.text.use(name, isWritten: true) : nil }
    return texts.count == 1 ? ChannelType(first).use(name, isWritten: true) : nil
  }

  /// `outvalue "name", kx`: here the name comes first.
  private static func valueShown(_ line: [Word], at index: Int) -> ChannelUse? {
    guard case .text(let name)? = argument(line, after: index),
      let comma = line[index...].firstIndex(of: .mark(",")), comma + 1 < line.count
    else { return nil }
    let value = line[comma + 1]
    if case .text = value { return ChannelType.text.use(name, isWritten: true) }
    return ChannelType(value).use(name, isWritten: true)
  }

  private static func argument(_ line: [Word], after index: Int) -> Word? {
    line.dropFirst(index + 1).first { $0 != .mark("(") }
  }

  /// `chn_k "name", mode` and `gkname chnexport "name", mode`; the mode's bits are 1 in, 2 out.
  private static func declaration(_ line: [Word], at index: Int) -> ChannelUse? {
    guard let name = text(line, at: index + 1) else { return nil }
    let isText = line[index] == .name("chn_S")
    let type: ChannelType = isText ? .text : index == 0 ? .control : ChannelType(line[0])
    let mode: Int
    switch line.dropFirst(index + 3).first {
    case .name(let number): mode = Int(number) ?? 1
    case .text(let letters): mode = (letters.contains("r") ? 1 : 0) | (letters.contains("w") ? 2 : 0)
    default: mode = 1
    }
    var use = type.use(name, isRead: mode & 1 != 0, isWritten: mode & 2 != 0)
    use?.isDeclared = true
    return use
  }

  private static func text(_ line: [Word], at index: Int) -> String? {
    guard case .text(let text)? = line.dropFirst(index).first else { return nil }
    return text
  }
}

/// What a channel carries, by Csound's rule: by the first letter of a name, after a leading `g`.
private enum ChannelType {
  case control, text, other

  init(_ word: OrchestraText.Word) {
    self = .control
    guard case .name(let name) = word else { return }
    switch name.first == "g" ? name.dropFirst().first : name.first {
    case "S": self = .text
    case "a", "f": self = .other
    default: break
    }
  }

  func use(_ name: String, isRead: Bool = false, isWritten: Bool = false) -> ChannelUse? {
    guard self != .other else { return nil }
    return ChannelUse(name: name, isRead: isRead, isWritten: isWritten, isText: self == .text)
  }
}
