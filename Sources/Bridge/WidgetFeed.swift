import SpinetOSC
import SpinetWidgets

/// The widgets of which somebody wants to hear, and what they have heard last.
struct WidgetFeed {
  private var wanted: [String] = []
  /// The widgets that `entries` are of.
  private var set: WidgetSet?
  private var entries: [Entry] = []

  private struct Entry {
    let widget: Widget
    let address: String
    /// Nil before it was told.
    var stamp: UInt64?
    var value: OSCArgument?
  }

  static let mostPatterns = 64

  var isEmpty: Bool { wanted.isEmpty }

  /// Tells all of them once, and from then on what changes.
  ///
  /// - Parameter pattern: a name, or a pattern. What was wanted before stays so.
  /// - Returns: false if there are too many.
  mutating func want(_ pattern: String) -> Bool {
    set = nil
    guard !wanted.contains(pattern) else { return true }
    guard wanted.count < Self.mostPatterns else { return false }
    wanted.append(pattern)
    return true
  }

  /// Tells no more of what was wanted by this pattern. `*` ends all.
  mutating func forget(_ pattern: String) {
    wanted.removeAll { pattern == "*" || $0 == pattern }
    let kept = wanted
    entries.removeAll { entry in !kept.contains { OSCNames.isMeant(entry.widget, by: $0) } }
  }

  /// The listener has moved a widget itself. Where it becomes this value, nothing is told.
  mutating func knows(_ widget: Widget, _ value: OSCArgument) {
    for index in entries.indices where entries[index].widget === widget { entries[index].value = value }
  }

  /// The values that have changed since the last call, and those of widgets that are new.
  mutating func news(of set: WidgetSet) -> [OSCMessage] {
    if self.set !== set { find(in: set) }
    var messages: [OSCMessage] = []
    for index in entries.indices {
      // Read before the value, so that no change is missed.
      let stamp = entries[index].widget.stamp
      guard entries[index].stamp != stamp else { continue }
      let value = entries[index].widget.oscValue
      if entries[index].stamp == nil || entries[index].value != value {
        messages.append(OSCMessage(entries[index].address, [value]))
      }
      (entries[index].stamp, entries[index].value) = (stamp, value)
    }
    return messages
  }

  private mutating func find(in set: WidgetSet) {
    self.set = set
    let wanted = wanted
    entries = set.all.filter { widget in wanted.contains { OSCNames.isMeant(widget, by: $0) } }.map {
      Entry(widget: $0, address: OSCNames.address(of: $0))
    }
  }
}
