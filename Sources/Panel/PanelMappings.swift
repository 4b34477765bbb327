import SpinetLibrary
import SpinetMapping
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetTools
import SpinetWidgets

/// The active mappings as a message. Mappings that are for every port, that a connected controller uses, or that
/// have errors come with their tables; the others only with their titles.
struct PanelMappings {
  let view: MappingView
  let widgets: WidgetSet
  let names: FolderNames

  var message: String {
    var line = JSONLine()
    line.add("mappings", literal: "[" + view.mappings.map { json($0) }.joined(separator: ",") + "]")
    // The errors of files that have never been read successfully.
    line.add(
      "problems",
      view.problems.filter { problem in !view.mappings.contains { Self.is(problem, of: $0) } }
        .map(names.leftOut))
    return line.description
  }

  private func json(_ mapping: Mapping) -> String {
    let users = view.controllers.filter { user(of: $0.names) == mapping }.map(\.name)
    let problems = view.problems.filter { Self.is($0, of: mapping) }
    let isShown = mapping.ports.isEmpty || !users.isEmpty || !problems.isEmpty
    var line = JSONLine()
    line.add("title", mapping.title)
    line.add("file", names.leftOut(of: mapping.file))
    line.add("ports", mapping.ports.map(\.description))
    line.add("users", users)
    line.add("problems", problems.map(names.leftOut))
    line.add("rows", literal: "[" + (isShown ? rows(of: mapping) : []).joined(separator: ",") + "]")
    return line.description
  }

  /// The first mapping made for a controller of these names.
  private func user(of names: [String]) -> Mapping? {
    view.mappings.first { $0.match(toPortNamed: names) != nil }
  }

  /// `[control, widget, range, curve, mode, feedback, line of the file, whether the sound has the widget]`
  private func rows(of mapping: Mapping) -> [String] {
    let targets = mapping.entries.flatMap { entry in entry.targets.map { (entry.location.line, $0) } }
    return zip(MappingTable.rows(of: mapping, widgets: widgets), targets).map { cells, target in
      var cells = cells
      if let range = range(target.1) { cells[2] = range }
      let quoted = cells.map { JSONLine.quoted($0) }.joined(separator: ",")
      return "[\(quoted),\(target.0),\(widgets.indices(of: target.1.widget).isEmpty ? 0 : 1)]"
    }
  }

  /// Where the control moves its widget, in the words of all pages; nil for a widget that is not there.
  private func range(_ target: MappingTarget) -> String? {
    guard let widget = widgets[target.widget] else { return nil }
    let ends = target.range.map { ($0.start, $0.end) } ?? target.ends(for: widget)
    return widget.text(from: ends.0, to: ends.1)
  }

  private static func `is`(_ problem: String, of mapping: Mapping) -> Bool {
    problem.hasPrefix("\(mapping.file):")
  }
}
