import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetStage
import SpinetText

/// What a stage file says about one part.
struct PartFields {
  private let fields: [String: DocumentNode]

  static let keys = [
    "sound", "keyboard", "ports", "channels", "keys", "velocities", "transpose", "level", "pan", "mute",
    "solo",
    "set", "arp", "chord", "scale", "controls", "thru",
  ]

  init(_ fields: [String: DocumentNode]) { self.fields = fields }

  func apply(to part: inout Part, _ diagnostics: inout Diagnostics) {
    if let node = fields["keyboard"] {
      part.keyboard = node.string(&diagnostics, as: "the name or file of a keyboard")
      part.keyboardLocation = node.location
    }
    part.ports = fields["ports"]?.strings(&diagnostics)?.map(PortPattern.init) ?? []
    part.channels = channels(&diagnostics)
    part.keys = ranges("keys", &diagnostics, PartRange.keys) ?? part.keys
    part.velocities = velocities(&diagnostics) ?? part.velocities
    part.transpose = fields["transpose"]?.int(in: Part.transpositions, &diagnostics) ?? 0
    part.level = number("level", from: -60, to: 12, "decibels", &diagnostics)
    part.pan = number("pan", from: -1, to: 1, "left to right", &diagnostics)
    part.isMuted = fields["mute"]?.bool(&diagnostics) ?? false
    part.isSoloed = fields["solo"]?.bool(&diagnostics) ?? false
    part.settings = fields["set"].map { Self.settings($0, &diagnostics) } ?? []
    for (section, main) in [("arp", "mode"), ("chord", "kind"), ("scale", "lock")] {
      guard let node = fields[section] else { continue }
      part.settings += Self.settings(node, in: section, orAs: main, &diagnostics)
    }
  }

  /// One range, or a list of them.
  private func ranges<Value>(
    _ key: String, _ diagnostics: inout Diagnostics, _ read: (String) throws(ReadingProblem) -> Value
  ) -> [Value]? {
    guard let node = fields[key] else { return nil }
    let items: [DocumentNode]
    if case .list(let list) = node.content { items = list } else { items = [node] }
    if items.isEmpty { diagnostics.error(at: node.location, "an empty list, expected \(key)") }
    return items.compactMap { item in
      guard let text = item.string(&diagnostics, as: "a range") else { return nil }
      return Self.read(text, at: item.location, &diagnostics, read)
    }
  }

  private func velocities(_ diagnostics: inout Diagnostics) -> ClosedRange<UInt8>? {
    guard let node = fields["velocities"], let text = node.string(&diagnostics, as: "a range") else {
      return nil
    }
    return Self.read(text, at: node.location, &diagnostics, PartRange.velocities)
  }

  private static func read<Value>(
    _ text: String, at location: TextLocation, _ diagnostics: inout Diagnostics,
    _ read: (String) throws(ReadingProblem) -> Value
  ) -> Value? {
    do throws(ReadingProblem) {
      return try read(text)
    } catch {
      diagnostics.error(at: location, error.why)
      return nil
    }
  }

  private func channels(_ diagnostics: inout Diagnostics) -> Set<Channel> {
    Set((ranges("channels", &diagnostics, PartRange.channels) ?? []).joined())
  }

  private func number(
    _ key: String, from low: Double, to high: Double, _ unit: String, _ diagnostics: inout Diagnostics
  ) -> Double {
    guard let node = fields[key], let value = node.double(&diagnostics) else { return 0 }
    if (low...high).contains(value) { return value }
    diagnostics.error(
      at: node.location,
      "\(key) \(JSONLine.number(value)), expected \(JSONLine.number(low)) to \(JSONLine.number(high)) (\(unit))"
    )
    return 0
  }

  /// Widgets and their values, by sections as in patches or by their whole names.
  static func settings(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> [Part.Setting] {
    var settings: [Part.Setting] = []
    read(node, after: "", into: &settings, &diagnostics)
    return settings
  }

  /// The widgets of a section, as `arp: {mode: up}`, or its most important one, as `arp: up`.
  private static func settings(
    _ node: DocumentNode, in section: String, orAs main: String, _ diagnostics: inout Diagnostics
  ) -> [Part.Setting] {
    var settings: [Part.Setting] = []
    if case .text(let text) = node.content {
      let location = node.location
      return [
        Part.Setting(widget: "\(section).\(main)", text: text, location: location, valueLocation: location)
      ]
    }
    read(node, after: section, into: &settings, &diagnostics)
    return settings
  }

  private static func read(
    _ node: DocumentNode, after prefix: String, into settings: inout [Part.Setting],
    _ diagnostics: inout Diagnostics
  ) {
    for entry in node.entries(&diagnostics, as: "widgets and their values") ?? [] {
      let name = prefix.isEmpty ? entry.key : "\(prefix).\(entry.key)"
      if case .map = entry.value.content {
        read(entry.value, after: name, into: &settings, &diagnostics)
      } else if let text = entry.value.string(&diagnostics, as: "a value") {
        settings.append(
          Part.Setting(
            widget: name, text: text, location: entry.location, valueLocation: entry.value.location))
      }
    }
  }
}
