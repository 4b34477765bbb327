/// The widgets of one instrument, in the order in which people see them, each found by its name.
public final class WidgetSet: Sendable {
  public let all: [Widget]
  private let indices: [String: Int]

  /// A name that comes twice keeps its first widget.
  public init(_ widgets: [Widget]) {
    var seen: [String: Int] = [:]
    var kept: [Widget] = []
    for widget in widgets where seen[widget.name] == nil {
      seen[widget.name] = kept.count
      kept.append(widget)
    }
    all = kept
    indices = seen
  }

  public subscript(name: String) -> Widget? { indices[name].map { all[$0] } }

  /// Where the widget of that name stands in `all`.
  public func index(of name: String) -> Int? { indices[name] }

  public var names: [String] { all.map { $0.name } }

  /// The values of everything that has a value to keep, by name. [any-thread]
  public func snapshot() -> [String: Double] {
    var values: [String: Double] = [:]
    for widget in all where widget.kind.isRemembered { values[widget.name] = widget.value }
    return values
  }

  /// Moves each widget named in `values`; answers the names that no widget has. [any-thread]
  @discardableResult public func restore(_ values: [String: Double]) -> [String] {
    var unknown: [String] = []
    for (name, value) in values {
      guard let widget = self[name] else {
        unknown.append(name)
        continue
      }
      if widget.kind.isRemembered { widget.set(value) }
    }
    return unknown.sorted()
  }

  /// The sum of the stamps of everything that has a value to keep: it differs whenever one has changed.
  /// [any-thread]
  public var stamp: UInt64 { all.reduce(0) { $1.kind.isRemembered ? $0 &+ $1.stamp : $0 } }
}

extension Widget.Kind {
  /// Buttons and labels hold nothing worth remembering.
  var isRemembered: Bool {
    switch self {
    case .slider, .knob, .toggle, .choice: true
    case .button, .momentary, .label: false
    }
  }
}
