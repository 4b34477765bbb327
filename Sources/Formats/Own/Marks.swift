import SpinetRealtime
import SpinetText

/// What a person has marked on a screen: the widgets that are pinned for each sound, and favourites.
package struct Marks: Hashable, Sendable {
  /// The places of the front: big knobs that stay the same for a sound.
  package static let places = 8

  /// By sound: the widget at each place; nil where there is none.
  package private(set) var pins: [String: [String?]] = [:]
  /// Favourite widgets, in the order in which they were chosen.
  package private(set) var widgets: [String] = []
  /// Favourite sounds, in the same way.
  package private(set) var sounds: [String] = []

  package init() {}

  /// The widgets that are pinned for a sound, by place.
  package func pins(ofSound name: String) -> [String?] {
    pins[name] ?? Array(repeating: nil, count: Self.places)
  }

  /// Pins a widget at a place, away from any other place.
  ///
  /// - Parameter place: from 0; nil only unpins it.
  package mutating func pin(_ widget: String, at place: Int?, ofSound name: String) {
    var pinned = pins(ofSound: name).map { $0 == widget ? nil : $0 }
    if let place, pinned.indices.contains(place) { pinned[place] = widget }
    pins[name] = pinned.contains { $0 != nil } ? pinned : nil
  }

  package mutating func favourite(widget name: String, _ isOne: Bool) { Self.mark(name, isOne, in: &widgets) }
  package mutating func favourite(sound name: String, _ isOne: Bool) { Self.mark(name, isOne, in: &sounds) }

  private static func mark(_ name: String, _ isOne: Bool, in list: inout [String]) {
    list.removeAll { $0 == name }
    if isOne { list.append(name) }
  }
}

// MARK: As a file
extension Marks {
  private static let keys = ["widgets", "sounds", "pins"]

  /// - Throws: all errors of the text, each with its position.
  package init(bytes: [UInt8], file: String) throws(SpinetError) {
    let document = YAMLDocument(bytes: bytes, file: file)
    var diagnostics = document.diagnostics
    let fields = document.root?.fields(Self.keys, calling: "key", &diagnostics) ?? [:]
    widgets = fields["widgets"]?.strings(&diagnostics) ?? []
    sounds = fields["sounds"]?.strings(&diagnostics) ?? []
    for entry in fields["pins"]?.entries(&diagnostics, as: "sounds and their pins") ?? [] {
      pins[entry.key] = Self.pins(entry.value, &diagnostics)
    }
    try diagnostics.throwErrors()
  }

  private static func pins(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> [String?]? {
    guard let items = node.items(&diagnostics, as: "a list of widgets") else { return nil }
    guard items.count <= places else {
      diagnostics.error(at: node.location, "\(items.count) pins, expected \(places) at most")
      return nil
    }
    let pinned = items.map { $0.content == .nothing ? nil : $0.string(&diagnostics, as: "a widget") }
    return pinned + Array(repeating: nil, count: places - pinned.count)
  }

  package var text: String {
    let lines = [
      "# Pins and favourites; the panel writes this file.", "widgets: \(Self.list(widgets))",
      "sounds: \(Self.list(sounds))",
    ]
    let pinned = pins.sorted { $0.key < $1.key }.map { name, places in
      "  \(JSONLine.quoted(name)): [\(places.map { $0.map(JSONLine.quoted) ?? "~" }.joined(separator: ", "))]"
    }
    return (lines + ["pins:" + (pinned.isEmpty ? " {}" : "")] + pinned).joined(separator: "\n") + "\n"
  }

  private static func list(_ names: [String]) -> String {
    "[" + names.map(JSONLine.quoted).joined(separator: ", ") + "]"
  }
}
