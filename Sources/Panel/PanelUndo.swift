import SpinetRealtime
import SpinetText
import SpinetWidgets

/// The moves that pages have made, so that they can be taken back. A step is one gesture: moves that follow each other
/// within a second, of one widget or of those that a picture moves at once, or everything that was reverted at once.
/// [panel-thread]
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
  /// No hand moves two controls one after the other within this time.
  private static let pictureNanoseconds: Int64 = 50_000_000
  private static let mostSteps = 200
  private(set) var steps: [Step] = []
  private(set) var undone: [Step] = []

  /// A page moves one widget.
  mutating func record(_ name: String, from before: Double, to after: Double, at now: HostTime) {
    undone = []
    guard let step = steps.indices.last, case let age = now.nanoseconds(since: steps[step].last),
      age < Self.gestureNanoseconds
    else { return record([Move(name: name, before: before, after: after)], endingAt: now) }
    if let move = steps[step].moves.firstIndex(where: { $0.name == name }) {
      steps[step].moves[move].after = after
    } else if age < Self.pictureNanoseconds {
      steps[step].moves.append(Move(name: name, before: before, after: after))
    } else {
      return record([Move(name: name, before: before, after: after)], endingAt: now)
    }
    steps[step].last = now
  }

  /// Several widgets have been moved at once. The next move is another gesture.
  mutating func record(_ moves: [Move]) { record(moves, endingAt: HostTime(nanoseconds: 0)) }

  private mutating func record(_ moves: [Move], endingAt end: HostTime) {
    guard !moves.isEmpty else { return }
    steps.append(Step(moves: moves, last: end))
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
