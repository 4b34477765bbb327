import SpinetMapping
import SpinetRealtime
import SpinetText

/// A mapping file while controls are learnt: the user's text and the learnt lines.
///
/// Nothing that the user wrote is lost: a line that is replaced stays as a comment.
package struct MappingDraft: Sendable {
  package struct Line: Sendable {
    package var control: Control
    package var targets: [MappingTarget]
    /// What kind of control it is, for the comment after it.
    package var remark: String
    /// The file's setting for lines that do not mention feedback.
    package var answersByDefault: Bool

    /// The part of the line after the control.
    package var text: String {
      let texts = targets.map { $0.text(of: control, answersByDefault: answersByDefault) }
      return texts.count == 1 ? texts[0] : "[" + texts.joined(separator: ", ") + "]"
    }
  }

  /// The file before learning; nil for a new one.
  package let original: Mapping?
  private let lines: [String]
  private let lineEnd: String
  /// The first client that sent something. A new file is for this controller.
  package var controller: String?
  package var learnt: [Line] = []
  package private(set) var removed: Set<Control> = []

  package init() { (original, lines, lineEnd) = (nil, [], "\n") }

  /// - Throws: if the text has errors, or if its map is in braces, where no line can be added.
  package init(text: String, file: String) throws(SpinetError) {
    let mapping = try Mapping(text: text, file: file)
    original = mapping
    lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
    try checkThatItGrows(mapping)
  }

  /// The current lines of the map, the user's lines first.
  package var entries: [Line] {
    let kept = (original?.entries ?? []).filter { !removed.contains($0.control) }
    return kept.map { line($0.control, $0.targets, remark: "") } + learnt
  }

  /// A line as it would be written in this file.
  package func line(_ control: Control, _ targets: [MappingTarget], remark: String) -> Line {
    Line(control: control, targets: targets, remark: remark, answersByDefault: answersByDefault)
  }

  package var answersByDefault: Bool { original?.answersByDefault ?? false }

  /// Changes how a learnt control moves a widget.
  package mutating func change(_ control: Control, _ widget: String, to target: MappingTarget) {
    guard let line = learnt.firstIndex(where: { $0.control == control }),
      let index = learnt[line].targets.firstIndex(where: { $0.widget == widget })
    else { return }
    learnt[line].targets[index] = target
  }

  /// Removes the line of a control from the map.
  package mutating func remove(_ control: Control) {
    learnt.removeAll { $0.control == control }
    if original?.entries.contains(where: { $0.control == control }) == true { removed.insert(control) }
  }

  /// The text of the whole file; nil if nothing is mapped.
  package var text: String? {
    guard !entries.isEmpty else { return nil }
    return (original == nil ? heading + learntLines(indent: 2) : grown).joined(separator: lineEnd) + lineEnd
  }

  // MARK: A new file

  private var heading: [String] {
    guard let controller else { return ["# Learnt by moving the controls.", "map:"] }
    return [
      "# \(controller.shortened), learnt by moving its controls.", "controller: \(controller.asYAML)",
      "ports: [\(JSONLine.quoted(controller + "*"))]", "map:",
    ]
  }

  private func learntLines(indent: Int) -> [String] {
    let controls = learnt.map { "\($0.control):" }
    let targets = learnt.map(\.text)
    let widths = (controls.map(\.count).max() ?? 0, targets.map(\.count).max() ?? 0)
    return learnt.indices.map { index in
      let start = "".padded(to: indent) + controls[index].padded(to: widths.0 + 1)
      return start + targets[index].padded(to: widths.1 + 4) + "# " + learnt[index].remark
    }
  }

  // MARK: An existing file

  private var grown: [String] {
    guard let entries = original?.entries, let last = entries.last else { return lines }
    let indent = last.location.column - 1
    let end = endOfMap(from: last.location.line, indent: indent)
    var lines = lines
    for (index, entry) in entries.enumerated() where removed.contains(entry.control) {
      let next = index + 1 < entries.count ? entries[index + 1].location.line - 1 : end
      for line in entry.location.line - 1..<next { lines[line] = lines[line].commented(indent: indent) }
    }
    lines.insert(contentsOf: learntLines(indent: indent), at: end)
    return lines
  }

  /// The number of lines up to the end of the last entry and the comments after it.
  private func endOfMap(from line: Int, indent: Int) -> Int {
    var end = min(line, lines.count)
    for (index, text) in lines.enumerated().dropFirst(end) {
      guard let first = text.firstIndex(where: { $0 != " " }) else { continue }
      let depth = text.distance(from: text.startIndex, to: first)
      guard depth > indent || text[first] == "#" && depth == indent else { break }
      end = index + 1
    }
    return end
  }

  private func checkThatItGrows(_ mapping: Mapping) throws(SpinetError) {
    var trial = self
    let free = (0...16382).lazy.map { Control(.nrpn($0)) }
      .first { control in !mapping.entries.contains { $0.control == control } }
    guard let free else { return }
    trial.learnt = [line(free, [MappingTarget(widget: "panic")], remark: "trial")]
    let read = try? Mapping(text: trial.text ?? "", file: mapping.file)
    let controls = mapping.entries.map(\.control) + [free]
    guard read?.entries.map(\.control) == controls else {
      throw SpinetError([
        Diagnostic(
          file: mapping.file, location: mapping.entries.first?.location ?? .start,
          "a map in this form cannot be extended, expected one control a line")
      ])
    }
  }
}

extension String {
  /// The text as a comment. Blank lines and existing comments are not changed.
  fileprivate func commented(indent: Int) -> String {
    guard let first = first(where: { $0 != " " }), first != "#" else { return self }
    return prefix(indent) + "# " + dropFirst(indent)
  }
}
