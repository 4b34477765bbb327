import SpinetMapping
import SpinetOSC
import SpinetRealtime
import SpinetText
import SpinetWidgets

/// Reads one `{widget: …, range: …, …}` of a mapping file.
struct TargetReader {
  /// The control of its line; nil if it could not be read.
  let control: Control?
  let answersByDefault: Bool

  static let options = [
    "widget", "range", "curve", "mode", "step", "acceleration", "feedback", "lamp", "latching",
    "smoothing", "from", "osc",
  ]

  mutating func target(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> MappingTarget? {
    guard let fields = node.fields(Self.options, calling: "option", &diagnostics) else { return nil }
    var target = MappingTarget(
      widget: "", location: node.location, feedback: answersByDefault ? control : nil)
    if let osc = fields["osc"] {
      target.location = osc.location
      if fields["widget"] != nil {
        diagnostics.error(at: osc.location, "osc beside a widget, expected one of them")
      }
      if let receiver = osc.oscReceiver(&diagnostics) { target.widget = "\(OSCReceiver.prefix)\(receiver)" }
    } else if let widget = fields["widget"] {
      target.location = widget.location
      target.widget = widget.string(&diagnostics, as: "a widget's name") ?? ""
      if widget.content == .text("") {
        diagnostics.error(at: widget.location, "an empty text, expected a widget's name")
      }
    } else {
      diagnostics.error(at: node.location, "no widget, expected \"widget: NAME\"")
    }
    if let range = fields["range"] { target.range = self.range(range, &diagnostics) }
    if let curve = fields["curve"] {
      target.curve = CurveReader.curve(curve, &diagnostics)
      checkLogarithm(target, at: curve.location, &diagnostics)
    }
    if let mode = fields["mode"] { target.mode = self.mode(mode, &diagnostics) ?? .absolute }
    readSteps(fields, into: &target, &diagnostics)
    readLatching(fields, into: &target, &diagnostics)
    readReading(fields, into: &target, &diagnostics)
    readFeedback(fields, into: &target, &diagnostics)
    return target
  }

  private func range(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> MappingTarget.Range? {
    let what = "two numbers, [FROM, TO]"
    let before = diagnostics.all.count
    guard let ends = node.doubles(&diagnostics, as: what), diagnostics.all.count == before else { return nil }
    guard ends.count == 2 else {
      diagnostics.error(at: node.location, "a range of \(ends.count) numbers, expected \(what)")
      return nil
    }
    guard ends[0] != ends[1] else {
      diagnostics.error(
        at: node.location, "a range from \(JSONLine.number(ends[0])) to itself, expected two different ends")
      return nil
    }
    return .init(start: ends[0], end: ends[1], location: node.location)
  }

  private func checkLogarithm(
    _ target: MappingTarget, at location: TextLocation, _ diagnostics: inout Diagnostics
  ) {
    guard target.curve == .logarithmic, let range = target.range, range.start * range.end <= 0 else { return }
    diagnostics.error(
      at: location, "curve log over a range with 0 in it, expected both ends above 0, or both below")
  }

  private func mode(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> ControlMode? {
    guard let name = node.string(&diagnostics, as: "the name of a mode") else { return nil }
    let names = ControlMode.allCases.map(\.rawValue)
    guard let mode = ControlMode(rawValue: name) else {
      diagnostics.error(
        at: node.location, "unknown mode \"\(name.shortened)\", expected \(names.joinedByOr)",
        suggestion: nearestName(to: name, among: names))
      return nil
    }
    if mode.isRelative, let control, !control.kind.canBeEndless {
      diagnostics.error(at: node.location, "mode \(name) of \(control), expected a cc, cc14, nrpn or rpn")
    }
    return mode
  }

  private func readSteps(
    _ fields: [String: DocumentNode], into target: inout MappingTarget, _ diagnostics: inout Diagnostics
  ) {
    if let node = fields["step"], let step = node.double(&diagnostics) {
      target.step = step
      if step == 0 { diagnostics.error(at: node.location, "a step of 0, expected another number") }
    }
    if let node = fields["acceleration"], let factor = node.double(&diagnostics) {
      target.acceleration = factor
      guard (1...100).contains(factor) else {
        diagnostics.error(at: node.location, "\(node.described) found, expected a number from 1 to 100")
        return
      }
    }
  }

  private func readLatching(
    _ fields: [String: DocumentNode], into target: inout MappingTarget, _ diagnostics: inout Diagnostics
  ) {
    guard let node = fields["latching"], let latches = node.bool(&diagnostics) else { return }
    target.latches = latches
    guard latches, !target.mode.actsOnPress else { return }
    diagnostics.error(
      at: node.location, "latching in mode \(target.mode.rawValue), expected mode toggle, trigger or step")
  }

  /// Reads the options that only sensor readings have: `smoothing` and `from`.
  private func readReading(
    _ fields: [String: DocumentNode], into target: inout MappingTarget, _ diagnostics: inout Diagnostics
  ) {
    for (name, node) in fields where ["smoothing", "from"].contains(name) {
      if let control, !control.kind.isReading {
        diagnostics.error(at: node.location, "\(name) of \(control), expected a motion or face reading")
      }
    }
    if let node = fields["smoothing"], let seconds = node.double(&diagnostics) {
      target.smoothing = seconds
      guard (0...10).contains(seconds) else {
        diagnostics.error(at: node.location, "\(node.described) found, expected 0 to 10 seconds")
        return
      }
    }
    guard let node = fields["from"], let range = range(node, &diagnostics) else { return }
    guard range.start < range.end else {
      diagnostics.error(
        at: node.location,
        "from is [HIGH, LOW], expected [LOW, HIGH]; to reverse the control, swap the ends of range")
      return
    }
    target.reach = range.start...range.end
  }

  private func readFeedback(
    _ fields: [String: DocumentNode], into target: inout MappingTarget, _ diagnostics: inout Diagnostics
  ) {
    if let node = fields["lamp"] { target.lamp = lamp(node, &diagnostics) }
    guard let node = fields["feedback"],
      let text = node.string(&diagnostics, as: "true, false, echo or a control")
    else { return }
    switch text.lowercased() {
    case "true", "yes", "on": target.feedback = control
    case "false", "no", "off": target.feedback = nil
    case "echo": (target.feedback, target.echoes) = (control, true)
    default:
      do throws(ReadingProblem) {
        target.feedback = try Control(reading: text)
      } catch {
        diagnostics.error(at: node.location, error.why, suggestion: error.suggestion)
      }
    }
  }

  private func lamp(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> MappingTarget.Lamp? {
    guard let items = node.items(&diagnostics, as: "two numbers, [OFF, ON]") else { return nil }
    let values = items.compactMap { $0.int(in: 0...127, &diagnostics) }
    guard items.count == 2 else {
      diagnostics.error(
        at: node.location, "a lamp of \(items.count) numbers, expected two numbers, [OFF, ON]")
      return nil
    }
    return values.count == 2 ? .init(off: UInt8(values[0]), on: UInt8(values[1])) : nil
  }
}

extension Control.Kind {
  var isReading: Bool {
    if case .reading = self { return true }
    return false
  }

  /// Whether the control can be an endless encoder: its values must have room for a direction.
  var canBeEndless: Bool {
    switch self {
    case .cc, .cc14, .nrpn, .rpn: true
    default: false
    }
  }
}
