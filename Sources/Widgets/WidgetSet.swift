/// The widgets of an instrument in display order, with access by name.
public final class WidgetSet: Sendable {
  /// Every widget once, in display order.
  public let all: [Widget]
  private let indices: [String: Int]
  /// Further names, each of one widget or of one in each of several parts.
  private let aliases: [String: [Int]]

  /// If a name occurs twice, the first widget is found by it.
  public convenience init(_ widgets: [Widget]) { self.init(widgets, aliases: [:]) }

  /// - Parameter aliases: further names, which `all` does not contain. Each has the indices of its widgets in
  ///   `all`, the most important first.
  package init(_ widgets: [Widget], aliases: [String: [Int]]) {
    var seen: [String: Int] = [:]
    var kept: [Widget] = []
    for widget in widgets where seen[widget.name] == nil {
      seen[widget.name] = kept.count
      kept.append(widget)
    }
    all = kept
    indices = seen
    self.aliases = aliases
  }

  /// These widgets, and others after them.
  package func adding(_ widgets: [Widget]) -> WidgetSet { WidgetSet(all + widgets, aliases: aliases) }

  /// The widget with this name; nil if there is none.
  public subscript(name: String) -> Widget? { index(of: name).map { all[$0] } }

  /// The index in `all` of the widget with this name. A name of widgets in several parts means the first.
  public func index(of name: String) -> Int? { indices[name] ?? aliases[name]?.first }

  /// The indices in `all` of every widget that this name may mean.
  package func indices(of name: String) -> [Int] { indices[name].map { [$0] } ?? aliases[name] ?? [] }

  /// The names, in display order.
  public var names: [String] { all.map { $0.name } }

  /// The names without a part: each means a widget of one or of several parts.
  package var bareNames: [String] { aliases.keys.filter { !$0.contains("/") }.sorted() }

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
    case .button, .momentary, .label, .text: false
    }
  }
}
