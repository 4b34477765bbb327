import Documents
import Widgets

extension MappingTarget {
  /// As a mapping file has it: `filter.cutoff`, `{widget: osc.mix, mode: toggle}`.
  ///
  /// - Parameter control: of its line; what it answers on need not be named when it is the same.
  func text(of control: Control) -> String {
    var options: [String] = []
    if let range { options.append("range: [\(JSONLine.number(range.start)), \(JSONLine.number(range.end))]") }
    if let curve { options.append("curve: \(Self.text(of: curve))") }
    if mode != .absolute { options.append("mode: \(mode.rawValue)") }
    if let step { options.append("step: \(JSONLine.number(step))") }
    if acceleration != 1 { options.append("acceleration: \(JSONLine.number(acceleration))") }
    if let feedback {
      let own = echoes ? "echo" : "true"
      options.append("feedback: \(feedback == control ? own : feedback.description)")
    }
    if let lamp { options.append("lamp: [\(lamp.off), \(lamp.on)]") }
    let name = widget.asYAML
    return options.isEmpty ? name : "{" + (["widget: \(name)"] + options).joined(separator: ", ") + "}"
  }

  private static func text(of curve: Curve) -> String {
    guard case .points(let points) = curve else { return CurveReader.name(of: curve) }
    let pairs = points.map { "[\(JSONLine.number($0.position)), \(JSONLine.number($0.fraction))]" }
    return "[" + pairs.joined(separator: ", ") + "]"
  }
}

extension String {
  /// Plain where that reads back as the same text, also inside braces; else in quotes.
  var asYAML: String {
    let isPlain =
      first?.isLetter == true && last != " "
      && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._/- ".contains($0)) }
    let hasMeaning = ["true", "false", "yes", "no", "on", "off", "null"].contains(lowercased())
    return isPlain && !hasMeaning ? self : JSONLine.quoted(self)
  }
}
