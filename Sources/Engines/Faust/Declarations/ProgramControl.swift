import Glibc
import SpinetWidgets

/// A control of a program, and the widget that moves it.
struct ProgramControl {
  let declaration: ControlDeclaration
  /// Nil for a control that each voice has for itself: `freq`, `gain`, `gate`.
  let widget: Widget?
  /// The value of each choice; empty for a control that is not a choice.
  let choiceValues: [Float]

  var label: String { declaration.label }
  var isBargraph: Bool { declaration.kind == .bargraph }

  /// Whether it has only a few states, with nothing in between.
  var isSwitch: Bool {
    switch declaration.kind {
    case .button, .checkbox: true
    case .bargraph: false
    case .slider, .numberEntry:
      !choiceValues.isEmpty || declaration.step >= abs(declaration.maximum - declaration.minimum)
    }
  }

  /// - Parameters:
  ///   - name: the name of its widget; nil for no widget.
  ///   - others: existing widgets. One with this name is used again.
  init(
    _ declaration: ControlDeclaration, named name: String?, _ settings: FaustSettings,
    adopting others: WidgetSet
  ) {
    self.declaration = declaration
    let choices = settings.isStrict ? nil : ChoiceStyle(declaration)
    choiceValues = choices?.values ?? []
    let isRaw = settings.isStrict && declaration.value(of: "midi") != nil && declaration.kind != .bargraph
    widget = name.map { name in
      others[name] ?? (isRaw ? Widget(raw: name, declaration) : Widget(name, declaration, choices))
    }
  }
}

extension Widget {
  /// A widget without steps, for a control that takes any value.
  fileprivate convenience init(raw name: String, _ declaration: ControlDeclaration) {
    self.init(
      name, range: declaration.range, default: declaration.initial.asWritten,
      unit: declaration.value(of: "unit") ?? "", about: declaration.about)
  }

  fileprivate convenience init(_ name: String, _ declaration: ControlDeclaration, _ choices: ChoiceStyle?) {
    let initial = declaration.initial.asWritten
    let about = declaration.about
    switch declaration.kind {
    case .button: self.init(name, kind: .button, about: about)
    case .checkbox: self.init(name, kind: .toggle, about: about)
    case .slider, .numberEntry, .bargraph:
      let range = declaration.range
      if let choices {
        let initial = Double(choices.index(of: declaration.initial))
        self.init(name, kind: .choice(choices.names), default: initial, about: about)
      } else {
        let isKnob = declaration.value(of: "style") == "knob"
        self.init(
          name, kind: declaration.kind == .bargraph ? .label(precision: 2) : isKnob ? .knob : .slider,
          range: range, default: initial, unit: declaration.value(of: "unit") ?? "",
          curve: Curve(scale: declaration.value(of: "scale"), in: range),
          step: declaration.kind == .bargraph ? nil : declaration.step.asWritten, snaps: declaration.snaps,
          about: about)
      }
    }
  }
}

extension ControlDeclaration {
  /// A sentence that describes it.
  fileprivate var about: String {
    value(of: "tooltip")
      ?? (kind == .bargraph ? "What the program shows here." : "A control that the program reads.")
  }

  /// Whether the widget snaps to its steps: number entries do, and sliders with steps of whole numbers that have fewer
  /// positions than a MIDI controller. A slider with a single step does not, because programs that read a position
  /// from 0 to 1 declare it so.
  var snaps: Bool {
    let steps = (abs(maximum - minimum) / step).rounded()
    guard step > 0, steps.isFinite, isInitialOnStep else { return false }
    switch kind {
    case .numberEntry: return true
    case .slider: return step >= 1 && step == step.rounded() && (2...127).contains(steps)
    case .button, .checkbox, .bargraph: return false
    }
  }

  /// Whether the initial value is one of the steps. If not, the widget could not start at it.
  private var isInitialOnStep: Bool {
    let position = (initial.asWritten - minimum.asWritten) / step.asWritten
    return abs(position - position.rounded()) < 1e-6
  }

  /// The range, whichever end is declared first. It is extended to an initial value outside.
  var range: ClosedRange<Double> {
    let ends = [minimum.asWritten, maximum.asWritten, initial.asWritten].filter(\.isFinite)
    return (ends.min() ?? 0)...(ends.max() ?? 1)
  }
}

extension Float {
  /// The number as it was written: 0.1, not 0.10000000149.
  var asWritten: Double { Double("\(self)") ?? Double(self) }
}

extension Curve {
  /// Faust's `[scale:…]`, as in its `ValueConverter.h`. `log`: equal moves give equal ratios. `exp`: equal moves give
  /// equal steps of the exponential of the value.
  init(scale: String?, in range: ClosedRange<Double>) {
    let (low, high) = (range.lowerBound, range.upperBound)
    switch scale {
    case "log" where low * high > 0: self = .logarithmic
    // Ratios need bounds above 0. This curve is also slow at first, then fast.
    case "log": self = .exponential
    case "exp" where high > low:
      let steps = 128
      self = .points(
        (0...steps).map { step in
          let position = Double(step) / Double(steps)
          return Point(position, Self.exponentialFraction(position, span: high - low))
        })
    default: self = .linear
    }
  }

  /// The position of ln(lerp(e^low, e^high)) between low and high, without powers that overflow.
  private static func exponentialFraction(_ position: Double, span: Double) -> Double {
    guard position > 0 else { return 0 }
    guard position < 1 else { return 1 }
    let top = position + (1 - position) * exp(-span)
    return max(0, 1 + log(top) / span)
  }
}

/// `[style:menu{'low':0;'high':1}]` or `[style:radio{…}]`: named values.
struct ChoiceStyle {
  let names: [String]
  let values: [Float]

  /// Nil for a control that is not a choice.
  init?(_ declaration: ControlDeclaration) {
    guard let style = declaration.value(of: "style"), style.hasPrefix("menu") || style.hasPrefix("radio"),
      let opening = style.firstIndex(of: "{"), let closing = style.lastIndex(of: "}"), opening < closing
    else { return nil }
    var names: [String] = []
    var values: [Float] = []
    for item in style[style.index(after: opening)..<closing].split(separator: ";") {
      guard let colon = item.lastIndex(of: ":"),
        let value = Float(item[item.index(after: colon)...].filter { !$0.isWhitespace }), value.isFinite
      else { return nil }
      names.append(String(item[..<colon].filter { $0 != "'" && $0 != "\"" }))
      values.append(value)
    }
    guard !names.isEmpty else { return nil }
    self.names = names
    self.values = values
  }

  /// The choice with the nearest value.
  func index(of value: Float) -> Int {
    values.indices.min { abs(values[$0] - value) < abs(values[$1] - value) } ?? 0
  }
}

/// Names for controls: the shortest end of each path that is unique.
enum ControlNames {
  /// - Parameters:
  ///   - paths: for each control the labels of the groups around it, the outermost first, then its own. Groups without
  ///     a label are left out.
  ///   - taken: names that mean something else.
  static func shortest(of paths: [[String]], besides taken: Set<String> = []) -> [String] {
    let paths = paths.map { path in path.dropLast().filter { isName($0) } + path.suffix(1) }
    var owners: [String: Int] = [:]
    for name in taken { owners[name] = 1 }
    for path in paths {
      for length in 1...max(1, path.count) { owners[end(of: path, length), default: 0] += 1 }
    }
    var seen: [String: Int] = [:]
    for name in taken { seen[name] = 1 }
    return paths.map { path in
      let length = (1...max(1, path.count)).first { owners[end(of: path, $0)] == 1 } ?? path.count
      let name = end(of: path, length)
      // Controls with the same path are numbered.
      seen[name, default: 0] += 1
      return seen[name] == 1 ? name : "\(name) \(seen[name] ?? 0)"
    }
  }

  private static func end(of path: [String], _ length: Int) -> String {
    path.suffix(length).joined(separator: "/")
  }

  /// Faust calls a group without a label `0x00`.
  private static func isName(_ label: String) -> Bool { !label.isEmpty && label != "0x00" }
}
