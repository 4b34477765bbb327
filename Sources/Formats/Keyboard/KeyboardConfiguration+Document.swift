import SpinetKeyboard
import SpinetMIDI
import SpinetRealtime
import SpinetText
import SystemPackage

/// The keys that only a YAML keyboard file can have: `tuning`, `bend`, `velocity`, `strikes`, `restrike`,
/// `transpose`, `mpe`, `out`, `arp`, `chord` and `scale`.
extension KeyboardConfiguration {
  static let ownKeys: Set = [
    "tuning", "bend", "velocity", "strikes", "restrike", "transpose", "mpe", "out", "arp", "chord", "scale",
  ]

  mutating func read(
    _ entry: DocumentNode.Entry, reading: KeyboardFile.TextReader, _ diagnostics: inout Diagnostics
  ) {
    switch entry.key {
    case "tuning": readTuning(entry.value, reading: reading, &diagnostics)
    case "bend":
      guard let semitones = entry.value.double(&diagnostics, as: "semitones") else { return }
      if (0...127).contains(semitones) {
        bendRange = semitones
      } else {
        diagnostics.error(at: entry.value.location, "\(entry.value.described), expected 0 to 127 semitones")
      }
    case "velocity": VelocityCurve(entry.value, &diagnostics).map { velocityCurve = $0 }
    case "strikes": readStrikes(entry.value, &diagnostics)
    case "restrike": readRestrike(entry.value, &diagnostics)
    case "transpose": entry.value.int(in: -60...60, &diagnostics).map { transpose = $0 }
    case "mpe": readZones(entry.value, &diagnostics)
    case "out": readOutput(entry.value, &diagnostics)
    case "arp", "chord", "scale": noteEffects.read(entry, &diagnostics)
    default: break
    }
  }

  private mutating func readStrikes(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    guard let rule = node.string(&diagnostics, as: "once or count") else { return }
    guard ["once", "count"].contains(rule) else {
      return diagnostics.error(at: node.location, "\(node.described), expected once or count")
    }
    countsStrikes = rule == "count"
  }

  private mutating func readRestrike(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    guard let rule = node.string(&diagnostics, as: "auto, ring or damp") else { return }
    guard let restrike = Restrike(rawValue: rule) else {
      return diagnostics.error(at: node.location, "\(node.described), expected auto, ring or damp")
    }
    self.restrike = restrike
  }

  // MARK: tuning

  private mutating func readTuning(
    _ node: DocumentNode, reading: KeyboardFile.TextReader, _ diagnostics: inout Diagnostics
  ) {
    let names = ["a4", "scala", "keymap"]
    guard let fields = node.fields(names, calling: "key of tuning", &diagnostics) else { return }
    var a4 = 440.0
    if let field = fields["a4"], let hertz = field.double(&diagnostics, as: "a frequency in Hz") {
      if let equal = Tuning.equal(a4: hertz) {
        (a4, tuning) = (hertz, equal)
      } else {
        diagnostics.error(at: field.location, "\(field.described), expected 1 to 20000 Hz")
      }
    }
    if fields["scala"] == nil, let keymap = fields["keymap"] {
      diagnostics.error(at: keymap.location, "a keymap alone, expected scala: FILE.scl with it")
    }
    let scale = fields["scala"].flatMap {
      Self.read($0, reading, &diagnostics, TuningScale.init(scala:file:))
    }
    let keymap = fields["keymap"].flatMap {
      Self.read($0, reading, &diagnostics, TuningKeyMap.init(scala:file:))
    }
    if let scale { tuning = .scala(scale, on: keymap ?? .linear(a4: a4)) }
  }

  private static func read<Content>(
    _ node: DocumentNode, _ reading: KeyboardFile.TextReader, _ diagnostics: inout Diagnostics,
    _ parse: (String, String) throws(SpinetError) -> Content
  ) -> Content? {
    guard let name = node.string(&diagnostics, as: "the name of a file") else { return nil }
    // A relative path starts at the folder of the file that contains it.
    let path = FilePath(diagnostics.file).beside(name).string.printable
    let text: String
    do throws(ReadingProblem) {
      text = try reading(name)
    } catch {
      let reason = error.why.printable
      diagnostics.error(
        at: node.location, "“\(name.shortened)” cannot be read (\(reason)), expected a Scala file at \(path)")
      return nil
    }
    do throws(SpinetError) {
      return try parse(text, path)
    } catch {
      diagnostics.add(error, at: node.location)
      return nil
    }
  }

  // MARK: mpe

  /// `lower`, `upper`, a list of both, or a map from zones to members.
  private mutating func readZones(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    if case .map = node.content { return readZoneMap(node, &diagnostics) }
    guard let names = node.strings(&diagnostics, as: "lower, upper or a map of zones") else { return }
    let members = names.count > 1 ? 7 : 15
    for name in names {
      switch name {
      case "lower", "true", "on", "yes": zones.setLower(members)
      case "upper": zones.setUpper(members)
      case "false", "off", "no": zones = .none
      default:
        diagnostics.error(
          at: node.location, "\"\(name.shortened)\" is not a zone, expected lower or upper",
          suggestion: nearestName(to: name, among: ["lower", "upper"]))
      }
    }
  }

  private mutating func readZoneMap(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    guard let fields = node.fields(["lower", "upper"], calling: "zone", &diagnostics) else { return }
    let lower = fields["lower"].flatMap { readZone($0, .lower, &diagnostics) } ?? 0
    let upper = fields["upper"].flatMap { readZone($0, .upper, &diagnostics) } ?? 0
    if lower > 0, upper > 0, lower + upper > 14 {
      diagnostics.error(at: node.location, "\(lower) and \(upper) members, expected 14 at most in both zones")
    }
    zones = MPEZones(lower: lower, upper: upper)
  }

  /// A number of member channels, or `{members: N, keyboard: N}`.
  private mutating func readZone(
    _ node: DocumentNode, _ zone: MPEZones.Zone, _ diagnostics: inout Diagnostics
  ) -> Int? {
    guard case .map = node.content else { return node.int(in: 0...15, &diagnostics) }
    let names = ["members", "keyboard"]
    guard let fields = node.fields(names, calling: "key of a zone", &diagnostics) else { return nil }
    if let field = fields["keyboard"], let row = field.int(in: 0...(rows.count - 1), &diagnostics) {
      if zone == .lower { lowerZoneRow = row } else { upperZoneRow = row }
    }
    return fields["members"]?.int(in: 0...15, &diagnostics) ?? 15
  }
}

/// The key `out`: `mpe`, `midi`, or a map with the channel or the members, and the bend range.
extension KeyboardConfiguration {
  mutating func readOutput(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    if case .map = node.content { return readOutputMap(node, &diagnostics) }
    guard let name = node.string(&diagnostics, as: "mpe, midi or a map") else { return }
    switch name {
    case "mpe": output = .mpe(members: 15)
    case "midi": output = .midi(Channel(status: 0))
    case "none", "off", "no", "false": output = nil
    default:
      diagnostics.error(
        at: node.location, "\"\(name.shortened)\" is not a way to send notes, expected mpe, midi or none",
        suggestion: nearestName(to: name, among: ["mpe", "midi", "none"]))
    }
  }

  /// `{midi: CHANNEL}` or `{mpe: MEMBERS}`, optionally with `bend: SEMITONES`.
  private mutating func readOutputMap(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    guard let fields = node.fields(["midi", "mpe", "bend"], calling: "key of out", &diagnostics) else {
      return
    }
    switch (fields["midi"], fields["mpe"]) {
    case (let channel?, nil):
      output = channel.int(in: 1...16, &diagnostics).flatMap { Channel(number: $0) }.map { .midi($0) }
    case (nil, let members?): output = members.int(in: 1...15, &diagnostics).map { .mpe(members: $0) }
    default:
      diagnostics.error(at: node.location, "\(node.described), expected either midi: CHANNEL or mpe: MEMBERS")
    }
    outputBendRange = fields["bend"]?.int(in: 1...96, &diagnostics).map { Double($0) }
  }
}
