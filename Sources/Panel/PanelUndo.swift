import SpinetRealtime
import SpinetText
import SpinetWidgets

/// The moves that pages have made, so that they can be taken back. A step is one gesture: moves of one widget that follow
/// each other within a second, or everything that was reverted at once. [panel-thread]
struct PanelUndo {
  struct Move: Equatable {
    let name: String
    let before: Double
    var after: Double
  }

  struct Step: Equatable {
    var moves: [Move]
    var last: HostTime
  }

  private static let gestureNanoseconds: Int64 = 1_000_000_000
  private static let mostSteps = 200
  private(set) var steps: [Step] = []
  private(set) var undone: [Step] = []

  /// A page moves one widget.
  mutating func record(_ name: String, from before: Double, to after: Double, at now: HostTime) {
    if let last = steps.last, last.moves.count == 1, last.moves[0].name == name,
      now.nanoseconds(since: last.last) < Self.gestureNanoseconds
    {
      steps[steps.count - 1].moves[0].after = after
      steps[steps.count - 1].last = now
    } else {
      record([Move(name: name, before: before, after: after)], at: now)
    }
    undone = []
  }

  /// Several widgets have been moved at once.
  mutating func record(_ moves: [Move], at now: HostTime) {
    guard !moves.isEmpty else { return }
    steps.append(Step(moves: moves, last: now))
    if steps.count > Self.mostSteps { steps.removeFirst() }
    undone = []
  }

  /// Takes the last step back. Returns the values to set.
  mutating func undo() -> [(name: String, value: Double)] {
    guard let step = steps.popLast() else { return [] }
    undone.append(step)
    return step.moves.map { ($0.name, $0.before) }
  }

  /// Does what was taken back again. Returns the values to set.
  mutating func redo() -> [(name: String, value: Double)] {
    guard var step = undone.popLast() else { return [] }
    // The next move is another gesture.
    step.last = HostTime(nanoseconds: 0)
    steps.append(step)
    return step.moves.map { ($0.name, $0.after) }
  }

  /// `{"undo": {"count", "redo", "what", "text"}}`
  func message(_ widgets: WidgetSet) -> String {
    var line = JSONLine()
    line.add("count", steps.count)
    line.add("redo", undone.count)
    if let step = steps.last, let move = step.moves.first, let widget = widgets[move.name] {
      line.add("what", step.moves.count == 1 ? move.name : "\(step.moves.count) widgets")
      let text = "\(widget.text(for: move.before)) → \(widget.text(for: move.after))"
      line.add("text", step.moves.count == 1 ? text : "")
    }
    return "{\"undo\":\(line)}"
  }
}
