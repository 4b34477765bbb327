import SpinetWidgets

/// What was changed in the sound, while pages play its original.
struct HeldOriginal {
  private var pages: Set<ObjectIdentifier> = []
  private var changed: [(widget: Widget, value: Double)] = []

  /// The changed values, by their widgets' names.
  var values: [String: Double] { Dictionary(changed.map { ($0.widget.name, $0.value) }) { $1 } }

  /// A page holds the original.
  ///
  /// - Parameter changed: what is changed now, with its values.
  mutating func begin(_ page: ObjectIdentifier, _ changed: [(widget: Widget, value: Double)]) {
    pages.insert(page)
    self.changed += changed
  }

  /// A page moves a widget, which does not go back any more.
  mutating func forget(_ widget: Widget) { changed.removeAll { $0.widget === widget } }

  /// All pages let go: another one goes on from what was changed. Returns what goes back to its value.
  mutating func end() -> [(widget: Widget, value: Double)] {
    defer { self = HeldOriginal() }
    return changed
  }

  /// A page lets go. Returns what goes back to its value, once no page holds the original.
  mutating func end(_ page: ObjectIdentifier) -> [(widget: Widget, value: Double)] {
    guard pages.remove(page) != nil, pages.isEmpty else { return [] }
    defer { changed = [] }
    return changed
  }
}
