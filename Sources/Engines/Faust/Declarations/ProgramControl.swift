import Glibc
import SpinetWidgets

/// A control of a program and the widget that moves it.
struct ProgramControl {
  let declaration: ControlDeclaration
  /// Nil for what belongs to one voice alone: `freq`, `gain`, `gate`.
  let widget: Widget?
  /// What the program is given for each choice; empty for what is no choice.
  let choiceValues: [Float]

  var label: String { declaration.label }
  var isBargraph: Bool { declaration.kind == .bargraph }

  /// Whether it has two or a few states with nothing between.
  var isSwitch: Bool {
    switch declaration.kind {
    case .button, .checkbox: true
    case .bargraph: false
    case .slider, .numberEntry:
      !choiceValues.isEmpty || declaration.step >= abs(declaration.maximum - declaration.minimum)
    }
  }

  /// - Parameters:
  ///   - name: of its widget; nil for none.
  ///   - others: widgets that there are; one of its name is taken.
  init(_ declaration: ControlDeclaration, named name: String?, adopting others: WidgetSet) {
    self.declaration = declaration
    let choices = ChoiceStyle(declaration)
    choiceValues = choices?.values ?? []
    widget = name.map { others[$0] ?? Widget($0, declaration, choices) }
  }
}

extension Widget {
  fileprivate convenience init(_ name: String, _ declaration: ControlDeclaration, _ choices: ChoiceStyle?) {
    let initial = declaration.initial.asWritten
    switch declaration.kind {
    case .button: self.init(name, kind: .button)
    case .checkbox: self.init(name, kind: .toggle)
    case .slider, .numberEntry, .bargraph:
      let range = declaration.range
      if let choices {
        self.init(name, kind: .choice(choices.names), default: Double(choices.index(of: declaration.initial)))
      } else {
        let isKnob = declaration.value(of: "style") == "knob"
        self.init(
          name, kind: declaration.kind == .bargraph ? .label(precision: 2) : isKnob ? .knob : .slider,
          range: range, default: initial, unit: declaration.value(of: "unit") ?? "",
          curve: Curve(scale: declaration.value(of: "scale"), in: range),
          step: declaration.kind == .bargraph ? nil : declaration.step.asWritten, snaps: declaration.counts)
      }
    }
  }
}

extension ControlDeclaration {
  /// Whether its values are counted, so that there is nothing between two steps: number entries, and sliders
  /// by whole numbers with fewer places than a controller has. A slider of one step is left free, for
  /// programs declare so what they hear as a place.
  var counts: Bool {
    let steps = (abs(maximum - minimum) / step).rounded()
    guard step > 0, steps.isFinite else { return false }
    switch kind {
    case .numberEntry: return true
    case .slider: return step >= 1 && step == step.rounded() && (2...127).contains(steps)
    case .button, .checkbox, .bargraph: return false
    }
  }

  /// From the lower end to the upper, however they are declared; a value to begin with outside is taken in.
  var range: ClosedRange<Double> {
    let ends = [minimum.asWritten, maximum.asWritten, initial.asWritten].filter(\.isFinite)
    return (ends.min() ?? 0)...(ends.max() ?? 1)
  }
}

extension Float {
  /// The double that a person who wrote this number would have meant: 0.1, not 0.10000000149.
  var asWritten: Double { Double("\(self)") ?? Double(self) }
}

extension Curve {
  /// Faust's `[scale:…]`, after its `ValueConverter.h`: `log` lays equal ratios on equal turns, `exp` is the
  /// logarithm of equal steps between the exponentials of the ends.
  init(scale: String?, in range: ClosedRange<Double>) {
    let (low, high) = (range.lowerBound, range.upperBound)
    switch scale {
    case "log" where low * high > 0: self = .logarithmic
    // From 0 on there are no ratios: slow first and then fast, all the same.
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

  /// Where ln(lerp(e^low, e^high)) stands between low and high, without the powers that would overflow.
  private static func exponentialFraction(_ position: Double, span: Double) -> Double {
    guard position > 0 else { return 0 }
    guard position < 1 else { return 1 }
    let top = position + (1 - position) * exp(-span)
    return max(0, 1 + log(top) / span)
  }
}
