import NIOCore
import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets

/// Steps back, which all pages share.
extension PanelHub {
  /// One step back or forth, from what plays.
  typealias Step = (inout PanelUndo, PanelUndo.Left?) -> PanelUndo.Change?

  /// A page moves a widget.
  func record(_ name: String, _ widget: Widget, to value: Double) {
    original.forget(widget)
    // A song that is chosen loads a sound, which is the step.
    guard widget.kind.isSetting, name != "setlist", widget.limited(value) != widget.value else { return }
    let count = undone.steps.count
    undone.record(name, from: widget.value, to: widget.limited(value), at: .now)
    // Where a step goes on, its end is told with the figures.
    if count != undone.steps.count { tellUndo() } else { isUndoOld = true }
  }

  func record(_ moves: [PanelUndo.Move]) {
    undone.record(moves)
    tellUndo()
  }

  /// Takes a step back, or does one again.
  func undo(_ step: @escaping Step) {
    // Steps that come while a sound is loaded belong after it.
    guard !isGoingBack else { return waitingSteps.append(step) }
    let now = state.playing(original.values, moved: undone.movedSinceLoad)
    giveBack(original.end(), by: hand)
    let before = undone
    guard let change = step(&undone, now) else { return }
    if let sound = change.sound { load(sound, for: change, before) } else { move(change.values) }
    tellUndo()
  }

  /// Moves what was held back for the original to its values.
  func giveBack(_ changed: [(widget: Widget, value: Double)], by client: InputClient) {
    // Another sound may play by now.
    for (widget, value) in changed where handle.widgets[widget.name] === widget {
      client.move(widget.name, to: value)
    }
  }

  private func move(_ values: [(name: String, value: Double)]) {
    for (name, value) in values { hand.move(name, to: value) }
  }

  /// Loads the sound of a step, which is no step itself.
  private func load(_ sound: String, for change: PanelUndo.Change, _ before: PanelUndo) {
    guard let loop else { return }
    isGoingBack = true
    let song = change.song.flatMap(handle.request)
    play(sound, by: [song, .load(sound)].compactMap(\.self)[...], on: loop) { error in
      // What has changed until now belongs to the load.
      self.flush(isStatusDue: true)
      if let error { return self.cannotGoBack(error, before) }
      self.choose(change.scene, on: loop) { self.end(change) }
    }
  }

  /// Asks one after the other until the sound plays, and passes on why the last one could not.
  private func play(
    _ sound: String, by requests: ArraySlice<Request>, on loop: any EventLoop,
    _ next: @escaping (SpinetError?) -> Void
  ) {
    guard let request = requests.first else { return next(nil) }
    let next = NIOLoopBound(next, eventLoop: loop)
    hand.ask(request) { response in
      loop.execute {
        let rest = requests.dropFirst()
        var error: SpinetError?
        if case .refused(let refusal) = response { error = refusal }
        let plays = error == nil && self.handle.soundReference == sound
        if plays || rest.isEmpty {
          next.value(error)
        } else {
          self.play(sound, by: rest, on: loop, next.value)
        }
      }
    }
  }

  /// Chooses a scene, if there is one, and goes on when it has set its values.
  private func choose(_ scene: String?, on loop: any EventLoop, _ next: @escaping () -> Void) {
    guard let scene else { return next() }
    let next = NIOLoopBound(next, eventLoop: loop)
    hand.ask(.scene(scene)) { _ in loop.execute { next.value() } }
  }

  private func end(_ change: PanelUndo.Change) {
    move(change.values)
    isGoingBack = false
    tellUndo()
    while !isGoingBack, !waitingSteps.isEmpty { undo(waitingSteps.removeFirst()) }
  }

  private func cannotGoBack(_ error: SpinetError, _ before: PanelUndo) {
    (isGoingBack, waitingSteps) = (false, [])
    undone.giveUpLastStep(since: before)
    tell(error)
    tellUndo()
  }

  /// Other sounds play.
  func leave(_ left: PanelUndo.Left?) {
    original = HeldOriginal()
    guard !isGoingBack else { return }
    undone.leave(left, for: handle.soundReference)
    tellUndo()
  }

  private func tell(_ error: SpinetError) {
    var line = JSONLine()
    line.add("error", names.leftOut(of: "\(error)"))
    tell(line.description)
  }

  func tellUndo() {
    isUndoOld = false
    tell(undone.message(handle.widgets))
  }
}
