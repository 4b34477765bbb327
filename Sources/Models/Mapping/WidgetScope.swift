import SpinetMIDI
import SpinetWidgets

/// Chooses among widgets that have the same name in several parts: those of the parts that a control plays.
package struct WidgetScope {
  private let hears: (_ widget: Int, _ names: [String], _ channel: Channel) -> Bool

  /// Every widget of the name.
  package static var everything: WidgetScope { WidgetScope { _, _, _ in true } }

  /// - Parameter hears: whether the part with the widget of this index is played by a port with these names on this
  ///   channel.
  package init(hears: @escaping (_ widget: Int, _ names: [String], _ channel: Channel) -> Bool) {
    self.hears = hears
  }

  /// The widgets that `name` means on a channel. If no part listens to it, the first widget of that name, so that a
  /// controller without keys still works.
  func indices(of name: String, in widgets: WidgetSet, _ names: [String], _ channel: Channel) -> [Int] {
    let all = widgets.indices(of: name)
    guard all.count > 1 else { return all }
    let heard = all.filter { hears($0, names, channel) }
    return heard.isEmpty ? [all[0]] : heard
  }
}
