import SpinetRealtime
import SpinetWidgets

/// Which control of which controller moves which widget, and how.
///
/// This is a value: reading an invalid file throws, and the mapping in use is not changed.
public struct Mapping: Hashable, Sendable {
  /// One line of the map.
  public struct Entry: Hashable, Sendable {
    /// The control that moves something.
    public var control: Control
    /// Where it is in the file.
    public var location: TextLocation
    /// At least one.
    public var targets: [MappingTarget]

    /// A control with the widgets that it moves.
    public init(_ control: Control, location: TextLocation = .start, targets: [MappingTarget]) {
      self.control = control
      self.location = location
      self.targets = targets
    }
  }

  /// The name of the file, for messages about it.
  public var file: String
  /// The name of the controller; nil if the file does not contain it.
  public var controller: String?
  /// Wildcards for the ports that it applies to. If empty, it applies to every port.
  public var ports: [PortPattern]
  /// The lines of the map, in the order of the file.
  public var entries: [Entry]
  /// Whether its controls show the values of their widgets, unless their lines say otherwise.
  public var answersByDefault: Bool

  /// A mapping made in code.
  public init(
    file: String, controller: String? = nil, ports: [PortPattern] = [], entries: [Entry],
    answersByDefault: Bool = false
  ) {
    self.file = file
    self.controller = controller
    self.ports = ports
    self.entries = entries
    self.answersByDefault = answersByDefault
  }

  /// This mapping, plus the entries of `other` for controls that this one does not contain.
  public func completed(by other: Mapping?) -> Mapping {
    var whole = self
    let own = Set(entries.map(\.control))
    whole.entries += (other?.entries ?? []).filter { !own.contains($0.control) }
    return whole
  }

  /// Whether this mapping applies to a port with one of these names.
  public func applies(toPortNamed names: [String]) -> Bool {
    ports.isEmpty || match(toPortNamed: names) != nil
  }

  /// The first pattern of `ports:` that matches one of a port's names, and that name.
  public func match(toPortNamed names: [String]) -> (pattern: PortPattern, name: String)? {
    for pattern in ports {
      if let name = names.first(where: pattern.matches) { return (pattern, name) }
    }
    return nil
  }
}

/// A shell wildcard for the name of a port: `*` is any text, `?` is any character. Ignores case.
public struct PortPattern: Hashable, Sendable, CustomStringConvertible {
  public let description: String
  private let characters: [Character]

  /// A wildcard as it stands in a file.
  public init(_ text: String) {
    description = text
    characters = Array(text.lowercased())
  }

  /// Whether the whole name fits.
  public func matches(_ name: String) -> Bool {
    let name = Array(name.lowercased())
    var (inName, inPattern) = (0, 0)
    // The position of the last star, and how much of the name it has matched.
    var star: (pattern: Int, name: Int)?
    while inName < name.count {
      if inPattern < characters.count, characters[inPattern] == "*" {
        star = (inPattern, inName)
        inPattern += 1
      } else if inPattern < characters.count, [name[inName], "?"].contains(characters[inPattern]) {
        (inName, inPattern) = (inName + 1, inPattern + 1)
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        (inName, inPattern) = (last.name + 1, last.pattern + 1)
      } else {
        return false
      }
    }
    return characters[inPattern...].allSatisfy { $0 == "*" }
  }
}

extension Mapping {
  /// The addresses of other programs that mappings move: the names of the widgets that stand for them, with their ranges.
  package static func addresses(in mappings: [Mapping]) -> [String: ClosedRange<Double>] {
    mappings.flatMap(\.entries).flatMap(\.targets).filter(\.isOSC).reduce(into: [:]) { addresses, target in
      let ends = target.range.map { min($0.start, $0.end)...max($0.start, $0.end) } ?? 0...1
      let known = addresses[target.widget] ?? ends
      addresses[target.widget] =
        min(known.lowerBound, ends.lowerBound)...max(known.upperBound, ends.upperBound)
    }
  }
}
