import SpinetFormats
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetText
import SpinetWidgets

/// The dialogue of `spinet map learn`: the user names a widget and moves a control, and the mapping grows by a line.
///
/// ```swift
/// var dialogue = LearnDialogue(widgets: widgets)
/// dialogue.take(.line("cutoff"))  // ["filter.cutoff: move the control"]
/// dialogue.take(.message(.midi1(message), from: sender, at: now))
/// dialogue.take(.time(now))  // ["cc 74: filter.cutoff (knob or fader)"]
/// ```
/// It is a value and gets the time as input, so the same input always gives the same answers.
package struct LearnDialogue: Sendable {
  package enum Input: Sendable {
    /// A line that the user has typed.
    case line(String)
    /// A controller's message, with the time in nanoseconds.
    case message(AnyMIDIMessage, from: Sender, at: UInt64)
    /// Only time has passed, in nanoseconds. A control that was moved counts as recognised once it rests.
    case time(UInt64)
  }

  /// The controller that a message came from.
  package struct Sender: Hashable, Sendable {
    /// The sequencer client's name, which people know.
    package var name: String
    /// All names that a mapping's `ports:` can match.
    package var names: [String]

    package init(name: String, names: [String]) {
      self.name = name
      self.names = names
    }
  }

  enum Stage: Sendable {
    /// Waits for the name of a widget.
    case naming
    /// Waits for its control to be moved.
    case moving(widget: String)
    /// Waits for an answer.
    case asking(Question)
    case done
  }

  enum Question: Sendable {
    /// Is this the widget you meant?
    case meant(widget: String)
    /// May the control take the sustain pedal from the keyboard?
    case pedal(LearnProposal)
    /// Shall the control keep the widgets that it moves already?
    case control(LearnProposal)
    /// Shall the widget keep the controls that it has already?
    case widget(LearnProposal)
    /// How shall the control that was learnt last move the widget?
    case options(Control, widget: String)
  }

  let widgets: WidgetSet
  var draft: MappingDraft
  /// The mapping before each step, for `undo`.
  var history: [MappingDraft] = []
  var stage = Stage.naming
  private var recognizer = ControlRecognizer()
  private var sender: Sender?

  /// Starts a new mapping.
  package init(widgets: WidgetSet) {
    self.widgets = widgets
    draft = MappingDraft()
  }

  /// Extends an existing mapping.
  ///
  /// - Throws: every error in its text.
  package init(adding text: String, file: String, widgets: WidgetSet) throws(SpinetError) {
    self.widgets = widgets
    draft = try MappingDraft(text: text, file: file)
  }

  package var isDone: Bool { if case .done = stage { true } else { false } }

  /// The text of the mapping file as it should be now; nil while nothing is mapped.
  package var text: String? { draft.text }

  /// What to say at the beginning.
  package var greeting: [String] {
    let count = draft.entries.count
    let controls = count == 1 ? "1 control is" : "\(count) controls are"
    let start = count == 0 ? [] : ["\(controls) mapped already: see 'list'."]
    return start + ["Name a widget, then move its control. Type 'help' for more."]
  }

  /// The prompt for the next line: `widget> `, `yes or no> `.
  package var prompt: String {
    switch stage {
    case .naming, .done: "widget> "
    case .moving(let widget): "move \(widget)> "
    case .asking(.meant), .asking(.pedal): "yes or no> "
    case .asking(.control): "replace, add or no> "
    case .asking(.widget): "yes, replace or no> "
    case .asking(.options): "mode, range, curve, feedback, or Enter> "
    }
  }

  /// Handles an input, and returns the lines to print.
  package mutating func take(_ input: Input) -> [String] {
    let lines =
      switch input {
      case .line(let line): read(line)
      case .message(let message, let sender, let time): receive(message, from: sender, at: time)
      case .time(let time): recognize(at: time)
      }
    return lines.map(\.printable)
  }

  // MARK: Controllers

  private mutating func receive(_ message: AnyMIDIMessage, from sender: Sender, at time: UInt64) -> [String] {
    let lines = recognize(at: time)
    if case .moving = stage, message.channel != nil {
      if self.sender != sender { recognizer.begin() }
      self.sender = sender
    }
    recognizer.take(message, at: time)
    return lines
  }

  mutating func startMoving(_ widget: String) -> [String] {
    stage = .moving(widget: widget)
    recognizer.begin()
    return ["\(widget): move the control (an endless one slowly, both ways)"]
  }

  private mutating func recognize(at time: UInt64) -> [String] {
    guard case .moving(let widget) = stage else { return [] }
    let verdict = recognizer.verdict(at: time)
    if verdict == .waiting { return [] }
    recognizer.begin()
    switch verdict {
    case .waiting: return []
    case .recognized(let learnt):
      return consider(LearnProposal(learnt: learnt, widget: widget, sender: sender))
    case .refused(let reason): return ["\(reason); move another"]
    case .unclear: return ["that was too little to recognise it; move it further"]
    }
  }
}
