/// The widgets of an instrument in display order, with access by name.
public final class WidgetSet: Sendable {
  public let all: [Widget]
  private let indices: [String: Int]

  /// If a name occurs twice, the first widget is found by it.
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

  /// The index in `all` of the widget with this name.
  public func index(of name: String) -> Int? { indices[name] }

  public var names: [String] { all.map { $0.name } }

  /// The values of all widgets that have a value to remember, by name. [any-thread]
  public func snapshot() -> [String: Double] {
    var values: [String: Double] = [:]
    for widget in all where widget.kind.isRemembered { values[widget.name] = widget.value }
    return values
  }

  /// Sets each widget named in `values`. Returns the names that no widget has. [any-thread]
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

  /// The sum of the stamps of all widgets that have a value to remember. It changes whenever one of them
  /// does. [any-thread]
  public var stamp: UInt64 { all.reduce(0) { $1.kind.isRemembered ? $0 &+ $1.stamp : $0 } }
}

extension Widget.Kind {
  /// Buttons and labels have no value to remember.
  var isRemembered: Bool {
    switch self {
    case .slider, .knob, .toggle, .choice: true
    case .button, .momentary, .label: false
    }
  }
}
