import SpinetMapping
import SpinetStage

extension LoadedInstrument {
  /// The widgets that a name without a part means during the first scene: those of the parts that a control's port and
  /// channel play. Without the names of a port, every port counts.
  package var scope: WidgetScope {
    WidgetScope { widget, names, channel in
      guard let index = part(ofWidget: widget) else { return true }
      let part = parts[index].part
      let isInScene = stage.scenes.first?.plays(part.name) ?? true
      return isInScene && part.listens(to: channel) && (names.isEmpty || part.listens(toPortNamed: names))
    }
  }
}
