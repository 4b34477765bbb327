#if Csound
  /// A control channel by its name, and whether the orchestra reads it, writes it, or both.
  struct ChannelUse: Hashable {
    var name: String
    var isRead = false
    var isWritten = false
  }

  extension OrchestraText {
    private static let readers: Set<String> = ["chnget", "chngetk", "chngeti", "invalue"]
    private static let writers: Set<String> = ["chnset", "chnsetk", "chnseti", "outvalue"]

    /// The control channels whose names are string literals, in the order of the text. String and audio
    /// channels are left out.
    var channelUses: [ChannelUse] {
      var uses: [ChannelUse] = []
      func note(_ name: String, isRead: Bool, isWritten: Bool) {
        let index = uses.firstIndex { $0.name == name } ?? uses.count
        if index == uses.count { uses.append(ChannelUse(name: name)) }
        uses[index].isRead = uses[index].isRead || isRead
        uses[index].isWritten = uses[index].isWritten || isWritten
      }
      for line in lines {
        for index in line.indices {
          guard case .name(let opcode) = line[index] else { continue }
          if Self.readers.contains(opcode) {
            Self.channelRead(line, at: index).map { note($0, isRead: true, isWritten: false) }
          } else if Self.writers.contains(opcode) {
            Self.channelWritten(line, at: index).map { note($0, isRead: false, isWritten: true) }
          } else if opcode == "chn_k" || opcode == "chnexport" {
            Self.declaration(line, at: index).map {
              note($0.name, isRead: $0.isRead, isWritten: $0.isWritten)
            }
          }
        }
      }
      return uses
    }

    private static func channelRead(_ line: [Word], at index: Int) -> String? {
      var next = index + 1
      if line.dropFirst(next).starts(with: [.mark(":")]) {
        guard
          line.dropFirst(next + 1).starts(with: [.name("k")])
            || line.dropFirst(next + 1).starts(with: [.name("i")])
        else { return nil }
        next += 2
      } else if index == 1, !isControl(line[0]) {
        return nil
      }
      if line.dropFirst(next).starts(with: [.mark("(")]) { next += 1 }
      return text(line, at: next)
    }

    private static func channelWritten(_ line: [Word], at index: Int) -> String? {
      let texts = line[index...].compactMap { if case .text(let text) = $0 { text } else { nil } }
      guard texts.count == 1, let first = line.dropFirst(index + 1).first(where: { $0 != .mark("(") })
      else { return nil }
      // `outvalue` names its channel first.
      if case .text = first { return line[index] == .name("outvalue") ? texts[0] : nil }
      return isControl(first) ? texts[0] : nil
    }

    /// `chn_k "name", mode` and `gkname chnexport "name", mode`; the mode's bits are 1 in, 2 out.
    private static func declaration(_ line: [Word], at index: Int) -> ChannelUse? {
      guard let name = text(line, at: index + 1), index == 0 || isControl(line[0]) else { return nil }
      let mode: Int
      switch line.dropFirst(index + 3).first {
      case .name(let number): mode = Int(number) ?? 1
      case .text(let letters): mode = (letters.contains("r") ? 1 : 0) | (letters.contains("w") ? 2 : 0)
      default: mode = 1
      }
      return ChannelUse(name: name, isRead: mode & 1 != 0, isWritten: mode & 2 != 0)
    }

    private static func text(_ line: [Word], at index: Int) -> String? {
      guard case .text(let text)? = line.dropFirst(index).first else { return nil }
      return text
    }

    /// By its first letter, as Csound tells types: `a`, `S` and `f` are not control values.
    private static func isControl(_ word: Word) -> Bool {
      guard case .name(let name) = word else { return true }
      let letter = name.first == "g" ? name.dropFirst().first : name.first
      return letter.map { !"aSf".contains($0) } ?? true
    }
  }
#endif
