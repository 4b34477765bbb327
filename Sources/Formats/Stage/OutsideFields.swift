import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetStage
import SpinetText

/// What a stage file says about an instrument outside: `sound: {midi: "Prophet*", channel: 3}` and the keys beside it.
enum OutsideFields {
  /// The keys of the map after `sound:`.
  static let keys = ["midi", "channel", "bank", "program"]
  /// Those of a part that only an instrument outside has.
  private static let ownKeys = ["controls", "thru"]
  /// Those of a part that only a sound of its own has.
  private static let soundKeys = ["level", "pan"]

  /// Nil if it cannot be read; that is reported.
  static func instrument(
    _ sound: DocumentNode, _ part: [String: DocumentNode], _ diagnostics: inout Diagnostics
  ) -> OutsideInstrument? {
    guard let fields = sound.fields(keys, calling: "key", &diagnostics) else { return nil }
    guard let midi = fields["midi"] else {
      diagnostics.error(
        at: sound.location, "an instrument without its port, expected \"midi: NAME\"")
      return nil
    }
    guard let name = midi.name(&diagnostics, as: "the name of a MIDI port") else { return nil }
    var instrument = OutsideInstrument(
      port: PortPattern(name), channel: channel(fields["channel"], &diagnostics))
    instrument.bank = fields["bank"]?.int(in: 0...16383, &diagnostics)
    instrument.program = fields["program"]?.int(in: 1...128, &diagnostics)
    instrument.controls = part["controls"].map { controls($0, &diagnostics) } ?? []
    instrument.thru = part["thru"].map { ThruReader.rules($0, &diagnostics) } ?? ThruRules()
    report(soundKeys, in: part, "is for sounds, expected a control such as \"volume: cc 7\"", &diagnostics)
    return instrument
  }

  /// Reports the keys of a part with a sound that only instruments outside have.
  static func refuse(in part: [String: DocumentNode], _ diagnostics: inout Diagnostics) {
    report(ownKeys, in: part, "is for instruments outside, expected \"sound: {midi: NAME}\"", &diagnostics)
  }

  private static func report(
    _ keys: [String], in part: [String: DocumentNode], _ why: String, _ diagnostics: inout Diagnostics
  ) {
    for key in keys {
      if let node = part[key] { diagnostics.error(at: node.location, "\(key) \(why)") }
    }
  }

  static func channel(_ node: DocumentNode?, _ diagnostics: inout Diagnostics) -> Channel? {
    node?.int(in: 1...16, &diagnostics).flatMap { Channel(number: $0) }
  }

  private static func controls(
    _ node: DocumentNode, _ diagnostics: inout Diagnostics
  ) -> [OutsideInstrument.Named] {
    (node.entries(&diagnostics, as: "names and their controls") ?? []).compactMap { entry in
      reportName(of: entry, &diagnostics)
      return control(entry.value, &diagnostics).map { OutsideInstrument.Named(entry.key, $0) }
    }
  }

  /// Names that begin so belong to the widgets that every part or the whole instrument has.
  private static let takenGroups: Set<String> = [
    "part", "arp", "chord", "scale", "clock", "engine", "keyboard", "metronome", "panic", "recording",
    "scene", "setlist", "song", "osc",
  ]

  private static func reportName(of entry: DocumentNode.Entry, _ diagnostics: inout Diagnostics) {
    let group = entry.key.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init) ?? ""
    if group.isEmpty || entry.key.contains("/") {
      diagnostics.error(
        at: entry.location, "\"\(entry.key.shortened)\" found, expected a name such as cutoff, without \"/\"")
    } else if takenGroups.contains(group) {
      diagnostics.error(
        at: entry.location,
        "\(entry.key.shortened) is a widget of every part or of the instrument, expected another name")
    }
  }

  /// A control that an instrument has, without a channel.
  private static func control(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> Control.Kind? {
    let expected = "a control such as cc 74, cc14 2 or nrpn 1234"
    guard let text = node.string(&diagnostics, as: expected) else { return nil }
    do throws(ReadingProblem) {
      let control = try Control(reading: text)
      if control.channel == nil, control.kind.largestValue != nil { return control.kind }
      throw ReadingProblem("\"\(text.shortened)\" found, expected \(expected), without a channel")
    } catch {
      diagnostics.error(at: node.location, error.why, suggestion: error.suggestion)
      return nil
    }
  }
}

/// Reads `thru:`, what a part passes on to its instrument: `{cc 1: cc 74, bend: off, others: on}`.
private enum ThruReader {
  private static let others = "others"
  private static let expected = "notes, cc N, bend, pressure, program or \(others)"

  static func rules(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> ThruRules {
    var rules = ThruRules()
    for entry in node.entries(&diagnostics, as: "messages and what becomes of them") ?? [] {
      if entry.key == others {
        rules.passesOthers = entry.value.bool(&diagnostics, as: "on or off") ?? true
      } else if let kind = kind(entry.key) {
        rules.rules[kind] = target(entry.value, of: kind, &diagnostics)
      } else {
        diagnostics.error(
          at: entry.location, "unknown message \"\(entry.key.shortened)\", expected \(expected)",
          suggestion: nearestName(to: entry.key, among: ["notes", "bend", "pressure", "program", others]))
      }
    }
    return rules
  }

  private static func kind(_ text: String) -> ThruRules.Kind? {
    if text == "notes" { return .notes }
    guard let control = try? Control(reading: text), control.channel == nil else { return nil }
    return switch control.kind {
    case .cc(let number): .controller(number)
    case .bend: .bend
    case .pressure: .pressure
    case .program: .program
    default: nil
    }
  }

  /// Nil: it is not passed.
  private static func target(
    _ node: DocumentNode, of kind: ThruRules.Kind, _ diagnostics: inout Diagnostics
  ) -> ThruRules.Kind? {
    guard let text = node.string(&diagnostics, as: "on, off or another message") else { return kind }
    switch text {
    case "on": return kind
    case "off": return nil
    default: break
    }
    if let target = self.kind(text), target.isPosition, kind.isPosition { return target }
    diagnostics.error(
      at: node.location,
      "\"\(text.shortened)\" found, expected on, off\(kind.isPosition ? ", cc N, bend or pressure" : "")")
    return kind
  }
}
