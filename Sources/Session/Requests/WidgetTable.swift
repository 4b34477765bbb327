import SpinetDevices
import SpinetMapping
import SpinetRealtime
import SpinetText
import SpinetWidgets

/// Widgets that somebody has asked for.
package struct WidgetTable: Sendable {
  package let widgets: [Widget]
  /// The values that the sounds were loaded with, where they differ from the engines' defaults.
  let loaded: [String: Double]
  /// What moves them, by their names.
  let links: [String: WidgetLink]
  /// The names of those that are pinned.
  let pinned: Set<String>

  package init(
    widgets: [Widget], loaded: [String: Double] = [:], links: [String: WidgetLink] = [:],
    pinned: Set<String> = []
  ) {
    self.widgets = widgets
    (self.loaded, self.links, self.pinned) = (loaded, links, pinned)
  }

  /// The widgets with a part of this name, or those that a shell wildcard matches; nil for all.
  ///
  /// - Throws: when there is none.
  func matching(_ pattern: String?) throws(SpinetError) -> WidgetTable {
    guard let pattern else { return self }
    let found = widgets.filter { namePattern(pattern, matches: $0.name) }
    guard found.isEmpty else {
      return WidgetTable(widgets: found, loaded: loaded, links: links, pinned: pinned)
    }
    throw SpinetError(
      .unknownName, what: "'\(pattern.shortened)'", why: "no widget has that name",
      remedy: Remedy(forUnknown: pattern, among: widgets.map(\.name), otherwise: Remedy(.listWidgets)))
  }
}

/// A widget that was moved since its sound was loaded.
package struct WidgetChange: Sendable {
  package let widget: Widget
  /// The value when it was loaded.
  package let before: Double
  /// The value when it was asked for.
  package let now: Double
}
