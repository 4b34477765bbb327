import SpinetKeyboard
import SpinetMIDI
import SpinetRealtime
import SpinetText
import SpinetTime

/// The keys `arp`, `chord` and `scale`.
extension NoteEffects {
  mutating func read(_ entry: DocumentNode.Entry, _ diagnostics: inout Diagnostics) {
    switch entry.key {
    case "arp": arpeggio.read(entry.value, &diagnostics)
    case "chord": readChord(entry.value, &diagnostics)
    default: ScaleLock(entry.value, &diagnostics).map { scale = $0 }
    }
  }

  /// The name of a chord, a list of semitones from the key, or either as `{kind: …}`.
  private mutating func readChord(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    if case .map = node.content {
      let fields = node.fields(["kind"], calling: "key of chord", &diagnostics)
      return fields?["kind"].map { readChord($0, &diagnostics) } ?? ()
    }
    guard case .list(let items) = node.content else {
      let kinds = ChordKind.allCases.filter { $0 != .memory }
      return node.choice(of: kinds, calling: "chord", &diagnostics).map { chord = $0 } ?? ()
    }
    guard (1...12).contains(items.count) else {
      return diagnostics.error(at: node.location, "\(items.count) notes, expected 1 to 12")
    }
    let semitones = items.compactMap { $0.int(in: -48...48, &diagnostics) }
    guard semitones.count == items.count else { return }
    (chord, chordMemory) = (.memory, semitones)
  }
}

extension ScaleLock {
  /// `minor`, `D minor`, `off`, or `{lock: minor, root: D}`; nil, with a diagnostic, for anything else.
  fileprivate init?(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    guard case .map = node.content else {
      self.init(named: node, &diagnostics)
      return
    }
    let fields = node.fields(["lock", "root"], calling: "key of scale", &diagnostics) ?? [:]
    let kind = fields["lock"]?.choice(of: Kind.allCases, calling: "scale", &diagnostics)
    let root = fields["root"].map { $0.root(&diagnostics) } ?? 0
    guard let kind, let root else { return nil }
    self.init(kind, root: root)
  }

  private init?(named node: DocumentNode, _ diagnostics: inout Diagnostics) {
    let expected = "off, or a root and a scale such as D minor"
    guard let text = node.string(&diagnostics, as: expected) else { return nil }
    let words = text.split(separator: " ").map(String.init)
    let name = DocumentNode(.text(words.last ?? ""), at: node.location)
    let root = words.count == 2 ? NoteName(words[0] + "4") : NoteName("C4")
    guard let root, (1...2).contains(words.count) else {
      diagnostics.error(at: node.location, "\(node.described) found, expected \(expected)")
      return nil
    }
    guard let kind = name.choice(of: Kind.allCases, calling: "scale", &diagnostics) else { return nil }
    self.init(kind, root: Int(root.key))
  }
}

extension ArpeggioSettings {
  private static let keys = [
    "mode", "rate", "octaves", "gate", "swing", "velocity", "latch", "restart", "pattern", "seed",
  ]

  /// The name of a mode, or a map.
  fileprivate mutating func read(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    guard case .map = node.content else { return readMode(node, &diagnostics) }
    guard let fields = node.fields(Self.keys, calling: "key of arp", &diagnostics) else { return }
    if let field = fields["mode"] { readMode(field, &diagnostics) }
    if let field = fields["rate"] { readRate(field, &diagnostics) }
    if let field = fields["pattern"] { readPattern(field, &diagnostics) }
    if let field = fields["velocity"] { readVelocity(field, &diagnostics) }
    octaves = fields["octaves"]?.int(in: Self.octaveRange, &diagnostics) ?? octaves
    gate = fields["gate"]?.percent(in: Self.gateRange, &diagnostics) ?? gate
    swing = fields["swing"]?.percent(in: Swing.range, &diagnostics).map(Swing.init(percent:)) ?? swing
    latches = fields["latch"]?.bool(&diagnostics) ?? latches
    restart = fields["restart"]?.choice(of: Restart.allCases, calling: "restart", &diagnostics) ?? restart
    seed = fields["seed"]?.int(in: 0...Int.max, &diagnostics).map { UInt64($0) } ?? seed
  }

  private mutating func readMode(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    // YAML's other words for it.
    if case .text("false") = node.content {
      mode = .off
      return
    }
    mode = node.choice(of: Mode.allCases, calling: "mode", &diagnostics) ?? mode
  }

  private mutating func readRate(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    let expected = "1/1 to 1/64, with . for a dot or T for a triplet"
    guard let name = node.string(&diagnostics, as: expected) else { return }
    guard let rate = NoteLength(name) else {
      return diagnostics.error(
        at: node.location, "\(node.described) is not a rate, expected \(expected)",
        suggestion: nearestName(to: name, among: NoteLength.names))
    }
    self.rate = rate
  }

  private mutating func readVelocity(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    if case .text("played") = node.content {
      velocity = nil
      return
    }
    velocity = node.int(in: 1...127, &diagnostics).map { UInt8($0) } ?? velocity
  }

  /// Steps in one text with spaces between them, or in a list.
  private mutating func readPattern(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    guard let words = Self.words(of: node, &diagnostics) else { return }
    guard (1...ArpeggioStep.most).contains(words.count) else {
      return diagnostics.error(
        at: node.location, "\(words.count) steps, expected 1 to \(ArpeggioStep.most)")
    }
    let steps = words.enumerated().compactMap { index, word in
      let step = ArpeggioStep(word.text)
      if step == nil {
        diagnostics.error(
          at: word.location,
          "“\(word.text.shortened)” is not a step, expected x, X, . or _, and octaves as x+1 to x-3; "
            + "it is number \(index + 1) of \(words.count)")
      }
      return step
    }
    if steps.count == words.count { pattern = steps }
  }

  /// The steps of a pattern, each with the place of its text. If a part is not a text, that is reported, and nil returned.
  private static func words(
    of node: DocumentNode, _ diagnostics: inout Diagnostics
  ) -> [(text: String, location: TextLocation)]? {
    let items = if case .list(let items) = node.content { items } else { [node] }
    var words: [(text: String, location: TextLocation)] = []
    for item in items {
      guard let text = item.string(&diagnostics, as: "steps such as x . X _ x+1") else { return nil }
      words += text.split(separator: " ").map { (text: String($0), location: item.location) }
    }
    return words
  }
}

extension DocumentNode {
  /// One of several names.
  fileprivate func choice<Choice: RawRepresentable<String>>(
    of choices: [Choice], calling what: String, _ diagnostics: inout Diagnostics
  ) -> Choice? {
    let names = choices.map(\.rawValue)
    guard let name = string(&diagnostics, as: names.joinedByOr) else { return nil }
    if let choice = choices.first(where: { $0.rawValue == name }) { return choice }
    diagnostics.error(
      at: location, "\(described) is not a \(what), expected \(names.joinedByOr)",
      suggestion: nearestName(to: name, among: names))
    return nil
  }

  /// The name of a note without its octave, in semitones from C.
  fileprivate func root(_ diagnostics: inout Diagnostics) -> Int? {
    let expected = "a root such as D or Bb"
    guard let name = string(&diagnostics, as: expected) else { return nil }
    if let note = NoteName(name + "4") { return Int(note.key) % 12 }
    diagnostics.error(at: location, "\(described) found, expected \(expected)")
    return nil
  }

  /// A number, with or without a percent sign.
  fileprivate func percent(in range: ClosedRange<Double>, _ diagnostics: inout Diagnostics) -> Double? {
    let text = if case .text(let text) = content { text } else { "" }
    let number = Double(text.hasSuffix("%") ? String(text.dropLast()) : text)
    if let number, range.contains(number) { return number }
    let (low, high) = (JSONLine.number(range.lowerBound), JSONLine.number(range.upperBound))
    diagnostics.error(at: location, "\(described) found, expected \(low) to \(high) percent")
    return nil
  }
}
