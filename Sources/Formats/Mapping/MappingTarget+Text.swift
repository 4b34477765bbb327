import SpinetMapping
import SpinetText
import SpinetWidgets

extension MappingTarget {
  /// The text in a mapping file: `filter.cutoff`, `{widget: osc.mix, mode: toggle}`.
  ///
  /// - Parameters:
  ///   - control: the control of its line. Feedback to the same control need not be written.
  ///   - answersByDefault: the file's setting for lines that do not mention feedback.
  package func text(of control: Control, answersByDefault: Bool) -> String {
    var options: [String] = []
    if let range { options.append("range: [\(JSONLine.number(range.start)), \(JSONLine.number(range.end))]") }
    if let curve { options.append("curve: \(Self.text(of: curve))") }
    if mode != .absolute { options.append("mode: \(mode.rawValue)") }
    if let step { options.append("step: \(JSONLine.number(step))") }
    if acceleration != 1 { options.append("acceleration: \(JSONLine.number(acceleration))") }
    if latches { options.append("latching: true") }
    if smoothing != 0 { options.append("smoothing: \(JSONLine.number(smoothing))") }
    if let reach {
      options.append("from: [\(JSONLine.number(reach.lowerBound)), \(JSONLine.number(reach.upperBound))]")
    }
    if let text = feedbackText(of: control, answersByDefault) { options.append("feedback: \(text)") }
    if let lamp { options.append("lamp: [\(lamp.off), \(lamp.on)]") }
    let name = widget.asYAML
    return options.isEmpty ? name : "{" + (["widget: \(name)"] + options).joined(separator: ", ") + "}"
  }

  private func feedbackText(of control: Control, _ answersByDefault: Bool) -> String? {
    guard let feedback else { return answersByDefault ? "false" : nil }
    if feedback != control { return feedback.description }
    return echoes ? "echo" : answersByDefault ? nil : "true"
  }

  private static func text(of curve: Curve) -> String {
    guard case .points(let points) = curve else { return CurveReader.name(of: curve) }
    let pairs = points.map { "[\(JSONLine.number($0.position)), \(JSONLine.number($0.fraction))]" }
    return "[" + pairs.joined(separator: ", ") + "]"
  }
}

extension String {
  /// Without quotes if it reads back as the same text, also inside braces; otherwise in quotes.
  package var asYAML: String {
    let isPlain =
      first?.isLetter == true && last != " "
      && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._/- ".contains($0)) }
    let hasMeaning = ["true", "false", "yes", "no", "on", "off", "null"].contains(lowercased())
    return isPlain && !hasMeaning ? self : JSONLine.quoted(self)
  }
}
