import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets

/// What one page does with the sound that plays: marks, comparison, saving, and steps back. [panel-thread]
final class PageSounds {
  private let output: PageOutput
  private let hub: PanelHub
  private let input: InputClient
  private let requests: PageRequests

  init(_ output: PageOutput, _ hub: PanelHub, _ input: InputClient, _ requests: PageRequests) {
    (self.output, self.hub, self.input, self.requests) = (output, hub, input, requests)
  }

  func take(_ message: SoundMessage) {
    let sound = hub.handle.status.instrument
    switch message {
    case .pin(let name, let place): hub.mark { $0.pin(name, at: place, ofSound: sound) }
    case .favouriteWidget(let name, let isOne): hub.mark { $0.favourite(widget: name, isOne) }
    case .favouriteSound(let name, let isOne): hub.mark { $0.favourite(sound: name, isOne) }
    case .compare(let part): compare(part)
    case .hold(let isHeld): hold(isHeld)
    case .revert(let part): revert(part)
    case .save(let sound): save(sound)
    case .thumbs(let names): hub.thumbnails.send(names, to: output)
    case .undo: hub.undo { $0.undo($1) }
    case .redo: hub.undo { $0.redo($1) }
    case .unclip: hub.unclip()
    }
  }

  /// Call it when the page is gone.
  func end() { hold(false) }

  private func part(_ name: String) -> String? { name.isEmpty ? nil : name }

  // MARK: Comparison

  private func compare(_ part: String) {
    requests.carryOut(.patch(.diff, part: self.part(part))) { response in
      guard case .changes(let changes) = response else { return self.fail(response) }
      let rows = changes.map { change in
        let texts = [change.before, change.now].map {
          "\(JSONLine.number($0)),\(JSONLine.quoted(change.widget.text(for: $0)))"
        }
        return "[\(JSONLine.quoted(change.widget.name)),\(texts.joined(separator: ","))]"
      }
      self.output.send(
        "{\"changes\":\(PanelState.list(rows)),\"part\":\(JSONLine.quoted(part))}")
    }
  }

  /// Moves everything that was changed to what it was when the sound was loaded, or back.
  private func hold(_ isHeld: Bool) {
    let page = ObjectIdentifier(self)
    if isHeld {
      let changed = hub.state.changed(of: hub.handle)
      hub.original.begin(page, changed.map { ($0.widget, $0.widget.value) })
      for (widget, original) in changed { input.move(widget.name, to: original) }
    } else {
      hub.giveBack(hub.original.end(page), by: input)
    }
  }

  private func revert(_ part: String) {
    hub.giveBack(hub.original.end(), by: input)
    requests.carryOut(.patch(.revert, part: self.part(part))) { response in
      guard case .reverted(let changes) = response else { return self.fail(response) }
      let prefix = part.isEmpty ? "" : "\(part)/"
      self.hub.record(
        changes.map { PanelUndo.Move(name: prefix + $0.widget.name, before: $0.now, after: $0.before) })
    }
  }

  // MARK: Saving

  private func save(_ sound: SavedSound) {
    hub.giveBack(hub.original.end(), by: input)
    requests.carryOut(sound.request) { response in
      var line = JSONLine()
      line.add("name", sound.name)
      switch response {
      case .saved where sound.part.isEmpty:
        // The sound is called that from now on.
        self.requests.carryOut(.load(sound.name)) { _ in }
      case .refused(let error) where error.code == .nameShipped: line.add("exists", "shipped")
      case .refused(let error) where error.code == .fileExists: line.add("exists", "own")
      case .refused(let error): line.add("refused", self.hub.names.leftOut(of: "\(error)"))
      default: break
      }
      self.output.send("{\"saved\":\(line)}")
    }
  }

  private func fail(_ response: Response) {
    if case .refused(let error) = response { output.fail(hub.names.leftOut(of: "\(error)")) }
  }
}
