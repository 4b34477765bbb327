import Documents
import MIDI
import Widgets

/// The conversation of `spinet map learn`: a person names a widget and moves a control, and a mapping grows.
///
/// ```swift
/// var dialogue = LearnDialogue(widgets: widgets)
/// dialogue.take(.line("cutoff"))  // ["filter.cutoff: move the control"]
/// dialogue.take(.message(message, from: sender, at: now))
/// dialogue.take(.time(now))  // ["cc 74: filter.cutoff (knob or fader)"]
/// ```
/// A value, with time coming from outside: the same input gives the same lines.
public struct LearnDialogue: Sendable {
  public enum Input: Sendable {
    /// What the person typed.
    case line(String)
    /// What a controller sent.
    case message(MIDIMessage, from: Sender, at: UInt64)
    /// Nothing happened, but time passes: controls come to rest.
    case time(UInt64)
  }

  /// The controller that a message came from.
  public struct Sender: Hashable, Sendable {
    /// As people know it: the sequencer client's name.
    public var name: String
    /// Everything that a mapping's `ports:` may call it.
    public var names: [String]

    public init(name: String, names: [String]) {
      self.name = name
      self.names = names
    }
  }

  enum Stage: Sendable {
    /// A widget is to be named.
    case naming
    /// Its control is to be moved.
    case moving(widget: String)
    /// Something is to be answered.
    case asking(Question)
    case done
  }

  enum Question: Sendable {
    /// Whether this widget was meant.
    case meant(widget: String)
    /// Whether the sustain pedal may be taken from the keyboard.
    case pedal(LearnProposal)
    /// Whether the control goes on moving what it moves.
    case control(LearnProposal)
    /// Whether the widget keeps the controls it has.
    case widget(LearnProposal)
    /// How the control that was learnt last moves the widget.
    case way(Control, widget: String)
  }

  let widgets: WidgetSet
  var script: MappingScript
  /// What there was before each step, for `undo`.
  var history: [MappingScript] = []
  var stage = Stage.naming
  private var recognizer = ControlRecognizer()
  private var sender: Sender?

  /// A mapping that is begun.
  public init(widgets: WidgetSet) {
    self.widgets = widgets
    script = MappingScript()
  }

  /// A mapping that is there already, and is added to.
  ///
  /// - Throws: what is wrong with it.
  public init(adding text: String, file: String, widgets: WidgetSet) throws(DocumentErrors) {
    self.widgets = widgets
    script = try MappingScript(text: text, file: file)
  }

  public var isDone: Bool { if case .done = stage { true } else { false } }

  /// The mapping file as it should be now; nil while nothing is mapped.
  public var text: String? { script.text }

  /// What to say at the beginning.
  public var greeting: [String] {
    let count = script.entries.count
    let controls = count == 1 ? "1 control is" : "\(count) controls are"
    let start = count == 0 ? [] : ["\(controls) mapped already: see 'list'."]
    return start + ["Name a widget, then move its control. 'help' tells what else there is."]
  }

  /// What the next line is expected to be: `widget`, `yes or no`.
  public var prompt: String {
    switch stage {
    case .naming, .done: "widget> "
    case .moving(let widget): "move \(widget)> "
    case .asking(.meant), .asking(.pedal): "yes or no> "
    case .asking(.control): "replace, add or no> "
    case .asking(.widget): "yes, replace or no> "
    case .asking(.way): "mode, range, curve, feedback, or Enter> "
    }
  }

  /// Takes what happened, and answers what there is to say about it.
  public mutating func take(_ input: Input) -> [String] {
    let lines =
      switch input {
      case .line(let line): read(line)
      case .message(let message, let sender, let time): hear(message, from: sender, at: time)
      case .time(let time): judge(at: time)
      }
    return lines.map(\.printable)
  }

  // MARK: What controllers send

  private mutating func hear(_ message: MIDIMessage, from sender: Sender, at time: UInt64) -> [String] {
    let lines = judge(at: time)
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

  private mutating func judge(at time: UInt64) -> [String] {
    guard case .moving(let widget) = stage else { return [] }
    let verdict = recognizer.verdict(at: time)
    if verdict == .waiting { return [] }
    recognizer.begin()
    switch verdict {
    case .waiting: return []
    case .recognized(let learnt):
      return consider(LearnProposal(learnt: learnt, widget: widget, sender: sender))
    case .refused(let reason): return ["\(reason); move another"]
    case .unclear: return ["too little came to tell what it is; move it further"]
    }
  }
}
