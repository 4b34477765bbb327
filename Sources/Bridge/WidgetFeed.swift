import SpinetOSC
import SpinetWidgets

/// The widgets of which somebody wants to hear, and what they have heard last.
struct WidgetFeed {
  private var wanted: [String] = []
  /// Of these all values are told, though they have not changed.
  private var renewed: [String] = []
  /// The widgets that `entries` are of.
  private var set: WidgetSet?
  private var entries: [Entry] = []

  private struct Entry {
    let address: OSCAddress
    /// Nil before it was told.
    var stamp: UInt64?
    var value: OSCArgument?
  }

  /// Looking for what a pattern means takes longer than looking for an address.
  static let mostPatterns = 64
  static let mostAddresses = 1024

  var isEmpty: Bool { wanted.isEmpty }

  /// Tells all of them once, and from then on what changes.
  ///
  /// - Parameter text: an address, or a pattern. What was wanted before stays so.
  /// - Returns: false if there are too many.
  mutating func want(_ text: String) -> Bool {
    if !wanted.contains(text) {
      let isPattern = OSCPattern(text) != nil
      let count = wanted.count { !isPattern || OSCPattern($0) != nil }
      guard count < (isPattern ? Self.mostPatterns : Self.mostAddresses) else { return false }
      wanted.append(text)
    }
    renewed.append(text)
    set = nil
    return true
  }

  /// Tells no more of what was wanted by this text; `OSCAddresses.everything` ends all.
  mutating func forget(_ text: String) {
    wanted.removeAll { $0 == text || text == OSCAddresses.everything }
    let kept = wanted
    renewed.removeAll { !kept.contains($0) }
    set = nil
  }

  /// The listener has moved a widget itself. Where it becomes this value, nothing is told.
  mutating func knows(_ widget: Widget, _ value: Double) {
    for index in entries.indices where entries[index].address.widget === widget {
      entries[index].value = entries[index].address.argument(for: value)
    }
  }

  /// The values that have changed since the last call, and those that are newly wanted or of new widgets.
  mutating func news(of addresses: OSCAddresses) -> [OSCMessage] {
    if set !== addresses.set { find(in: addresses) }
    var messages: [OSCMessage] = []
    for index in entries.indices {
      let address = entries[index].address
      // Read before the value, so that no change is missed.
      let stamp = address.widget.stamp
      guard entries[index].stamp != stamp else { continue }
      let value = address.argument
      if entries[index].stamp == nil || entries[index].value != value {
        messages.append(OSCMessage(address.text, [value]))
      }
      (entries[index].stamp, entries[index].value) = (stamp, value)
    }
    return messages
  }

  private mutating func find(in addresses: OSCAddresses) {
    set = addresses.set
    let again = Set(renewed.flatMap(addresses.meant).map(\.text))
    renewed = []
    let told = Dictionary(entries.map { ($0.address.text, $0) }) { first, _ in first }
    var seen: Set<String> = []
    entries = wanted.flatMap(addresses.meant).filter { seen.insert($0.text).inserted }.map { address in
      guard let entry = told[address.text], entry.address.widget === address.widget,
        !again.contains(address.text)
      else { return Entry(address: address) }
      return entry
    }
  }
}
