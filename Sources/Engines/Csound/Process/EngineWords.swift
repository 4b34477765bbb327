import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// What an instrument asks the process of an engine.
enum EngineQuestion: Codable, Sendable {
  /// Makes the engine of a program, in words that only its maker knows.
  case make(String)
  /// Ends the last stream, if there is one: the memory that both share belongs to the asker from then on.
  case stop
  /// Prepares it for a stream in the memory that both share.
  case prepare(SharedFormat)
  case score(String)
  case orchestra(String, name: String)
  case showTable(Int, from: Int?)
  case setTable(Int, from: Int, values: [Double])

  init(_ command: ProgramCommand) {
    self =
      switch command {
      case .score(let text): .score(text)
      case .orchestra(let text, let name): .orchestra(text, name: name)
      case .showTable(let table, let first): .showTable(table, from: first)
      case .setTable(let table, let first, let values): .setTable(table, from: first, values: values)
      }
  }

  var command: ProgramCommand? {
    switch self {
    case .make, .stop, .prepare: nil
    case .score(let text): .score(text)
    case .orchestra(let text, let name): .orchestra(text, name: name)
    case .showTable(let table, let first): .showTable(table, from: first)
    case .setTable(let table, let first, let values): .setTable(table, from: first, values: values)
    }
  }
}

/// What the process of an engine says: answers to questions, in their order, and what comes by itself.
enum EngineMessage: Codable, Sendable {
  case made(EngineDescription)
  case stopped
  case prepared(outputCount: Int)
  case sent
  case compiled(String)
  case values([Double])
  case written(table: Int, count: Int, length: Int)
  case refused(ErrorWords)
  /// A line for people.
  case told(String)
  /// The new text of a label.
  case label(Int, String)

  init(_ answer: ProgramAnswer) {
    self =
      switch answer {
      case .sent: .sent
      case .compiled(let name): .compiled(name)
      case .values(let values): .values(values)
      case .written(let table, let count, let length): .written(table: table, count: count, length: length)
      }
  }

  var answer: ProgramAnswer? {
    switch self {
    case .sent: .sent
    case .compiled(let name): .compiled(name)
    case .values(let values): .values(values)
    case .written(let table, let count, let length): .written(table: table, count: count, length: length)
    case .made, .stopped, .prepared, .refused, .told, .label: nil
    }
  }
}

/// What does not change as long as an engine exists.
struct EngineDescription: Codable, Sendable {
  let name: String
  let widgets: [WidgetWords]
  let voiceCapacity: Int
  let takesMIDI: Bool
  let hearsChannels: Bool
  let fades: Bool
  let inputCount: Int
  let outputCount: Int
  let inputFile: String?
  let periodUnit: Int
  let ownFramesPerSecond: Double?
  let hasScore: Bool
  let isContinuous: Bool
  let memoryBytes: Int

  init(_ engine: any SoundEngine) {
    name = engine.name
    widgets = engine.widgets.map(WidgetWords.init)
    voiceCapacity = engine.voiceCapacity
    takesMIDI = engine.noteInput == .midi
    hearsChannels = engine.hearsChannels
    fades = engine.fades
    inputCount = engine.inputCount
    outputCount = engine.outputCount
    inputFile = engine.inputFile?.string
    periodUnit = engine.periodUnit
    ownFramesPerSecond = engine.ownFramesPerSecond
    hasScore = engine.hasScore
    isContinuous = engine.isContinuous
    memoryBytes = engine.memoryBytes
  }
}

/// A widget as it is made.
struct WidgetWords: Codable, Sendable {
  let name: String
  let kind: String
  let precision: Int
  /// Of a slider.
  let decimals: Int?
  let choices: [String]
  let low, high, usual: Double
  let unit: String
  let curve: String
  let step: Double?
  let snaps, isOpen: Bool
  let about: String

  init(_ widget: Widget) {
    name = widget.name
    (kind, precision, choices) = widget.kind.words
    decimals = widget.precision
    (low, high, usual) = (widget.range.lowerBound, widget.range.upperBound, widget.defaultValue)
    unit = widget.unit
    curve = Curve.named.first { $0.curve == widget.curve }?.name ?? "lin"
    step = widget.step
    (snaps, isOpen) = (widget.snaps, widget.isOpen)
    about = widget.about
  }

  /// Whatever the words are, this makes a widget.
  func makeWidget() -> Widget {
    let isRange = low.isFinite && high.isFinite && low <= high
    return Widget(
      name, kind: Widget.Kind(kind, precision: precision, choices: choices),
      range: isRange ? low...high : 0...1,
      default: usual.isFinite ? usual : nil, unit: unit,
      curve: Curve.named.first { $0.name == curve }?.curve ?? .linear, step: step, snaps: snaps,
      isOpen: isOpen, precision: decimals, about: about)
  }
}

extension Widget.Kind {
  fileprivate var words: (kind: String, precision: Int, choices: [String]) {
    switch self {
    case .slider: ("slider", 0, [])
    case .knob: ("knob", 0, [])
    case .toggle: ("toggle", 0, [])
    case .button: ("button", 0, [])
    case .momentary: ("momentary", 0, [])
    case .label(let precision): ("label", precision, [])
    case .text: ("text", 0, [])
    case .choice(let choices): ("choice", 0, choices)
    }
  }

  fileprivate init(_ kind: String, precision: Int, choices: [String]) {
    switch kind {
    case "knob": self = .knob
    case "toggle": self = .toggle
    case "button": self = .button
    case "momentary": self = .momentary
    case "label": self = .label(precision: precision)
    case "text": self = .text
    case "choice": self = .choice(choices)
    default: self = .slider
    }
  }
}

/// A `SpinetError` in words.
struct ErrorWords: Codable, Sendable {
  let code, what, why, action: String
  let values: [String]

  init(_ error: SpinetError) {
    (code, what, why) = (error.code.rawValue, error.what, error.why)
    (action, values) = (error.remedy.action.rawValue, error.remedy.values)
  }

  var error: SpinetError {
    SpinetError(
      SpinetError.Code(rawValue: code) ?? .programFailed, what: what, why: why,
      remedy: Remedy(Remedy.Action(rawValue: action) ?? .other, values: values))
  }
}
