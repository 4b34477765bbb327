import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets

/// What pages have done, so that it can be taken back. A step is one gesture: moves that follow each other within a
/// second, of one widget or of those that a picture moves at once; everything that was reverted at once; or a sound that
/// was left with changes. [panel-thread]
struct PanelUndo {
  struct Move: Equatable {
    let name: String
    let before: Double
    var after: Double
  }

  /// A sound that is left, with the values that were changed in it.
  struct Left: Equatable {
    /// As `spinet load` finds it.
    let reference: String
    /// The name that people see.
    let title: String
    var changed: [String: Double]
    /// The scene that played; nil without scenes.
    var scene: String?
    /// The song of the set list that played; nil if none did.
    var song: SessionStatus.SetList?

    var change: Change {
      let values = changed.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
      return Change(sound: reference, scene: scene, song: song, values: values)
    }
  }

  /// Which sound was left, and which was loaded instead, each as it was when it was left last.
  struct Load: Equatable {
    var left: Left
    var new: Left
  }

  struct Step: Equatable {
    var moves: [Move]
    var last: HostTime
    /// Nil for a step that moves widgets.
    var load: Load?
  }

  /// What takes a step back, or does it again.
  struct Change: Equatable {
    /// The sound that is loaded first; nil for the one that plays.
    var sound: String?
    var scene: String?
    /// The song with which it comes.
    var song: SessionStatus.SetList?
    var values: [(name: String, value: Double)] = []

    static func == (one: Change, other: Change) -> Bool {
      one.sound == other.sound && one.scene == other.scene && one.song == other.song
        && one.values.elementsEqual(other.values, by: ==)
    }
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
    guard let step = steps.indices.last, steps[step].load == nil,
      case let age = now.nanoseconds(since: steps[step].last), age < Self.gestureNanoseconds
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

  /// Other sounds play than those of the steps. Where nothing was changed in these and in those before, there is nothing
  /// to bring back.
  mutating func leave(_ left: Left?, for new: String?) {
    undone = []
    let isWorthIt = left?.changed.isEmpty == false || steps.contains { $0.load != nil }
    guard let left, let new, isWorthIt else {
      steps = []
      return
    }
    let load = Load(left: left, new: Left(reference: new, title: "", changed: [:]))
    append(Step(moves: [], last: HostTime(nanoseconds: 0), load: load))
  }

  private mutating func record(_ moves: [Move], endingAt end: HostTime) {
    guard !moves.isEmpty else { return }
    undone = []
    append(Step(moves: moves, last: end))
  }

  private mutating func append(_ step: Step) {
    steps.append(step)
    if steps.count > Self.mostSteps { steps.removeFirst() }
  }

  /// Takes the last step back; nil if there is none.
  ///
  /// - Parameter now: what plays, which a step that loads leaves.
  mutating func undo(_ now: Left? = nil) -> Change? {
    guard var step = steps.popLast() else { return nil }
    if let now { step.load?.new = now }
    undone.append(step)
    return step.load?.left.change ?? Change(values: step.moves.map { ($0.name, $0.before) })
  }

  /// Does what was taken back again; nil if there is nothing.
  ///
  /// - Parameter now: what plays, which a step that loads leaves.
  mutating func redo(_ now: Left? = nil) -> Change? {
    guard var step = undone.popLast() else { return nil }
    if let now { step.load?.left = now }
    // The next move is another gesture.
    step.last = HostTime(nanoseconds: 0)
    steps.append(step)
    return step.load?.new.change ?? Change(values: step.moves.map { ($0.name, $0.after) })
  }

  /// What pages have moved in the sound that plays.
  var movedSinceLoad: Set<String> {
    let last = steps.lastIndex { $0.load != nil }.map { $0 + 1 } ?? 0
    return Set(steps[last...].flatMap(\.moves).map(\.name))
  }

  /// The last step could not be done, because its sound cannot be loaded. What lies behind it cannot be reached.
  ///
  /// - Parameter before: the steps before it was tried.
  mutating func giveUpLastStep(since before: PanelUndo) {
    let wasUndone = steps.count < before.steps.count
    (steps, undone) = wasUndone ? ([], before.undone) : (before.steps, [])
  }

  /// `{"undo": {"count", "redo", "what", "text", "sound"}}`
  func message(_ widgets: WidgetSet) -> String {
    var line = JSONLine()
    line.add("count", steps.count)
    line.add("redo", undone.count)
    if let left = steps.last?.load?.left {
      line.add("sound", left.title)
    } else if let step = steps.last, let move = step.moves.first, let widget = widgets[move.name] {
      line.add("what", step.moves.count == 1 ? move.name : "\(step.moves.count) widgets")
      let text = "\(widget.text(for: move.before)) → \(widget.text(for: move.after))"
      line.add("text", step.moves.count == 1 ? text : "")
    }
    return "{\"undo\":\(line)}"
  }
}
