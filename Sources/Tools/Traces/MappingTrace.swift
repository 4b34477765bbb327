import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetText
import SpinetWidgets

/// `spinet map trace`: what a mapping does with events, as a pure function.
package enum MappingTrace {
  /// Routes the events of `text`. Returns their effects, with one JSON object per line:
  ///
  /// - `{"t":120,"widget":"filter.cutoff","value":1023.7}`: the control moved the widget;
  /// - `{"t":120,"widget":"filter.cutoff","waiting":true,"turn":"up"}`: the widget waits for the control;
  /// - `{"t":120,"feedback":"B04A40"}`: sent back to the controller, after the moves;
  /// - `{"t":120,"unmapped":"cc 74 ch 1"}`: nothing maps this.
  ///
  /// An address of another program, as `osc:127.0.0.1:9000/cutoff`, is shown as a widget.
  ///
  /// At the start the controller is assumed to know all widget values. Without `portNames` the mapping applies
  /// regardless of its `ports:`. The widgets are moved. With several parts, `scope` chooses the part that a name
  /// without a part means.
  ///
  /// - Throws: every line of `text` that cannot be read, and every entry of the mapping that does not fit the widgets.
  package static func lines(
    of text: String, file: String, mapping: Mapping, widgets: WidgetSet, scope: WidgetScope = .everything,
    portNames: [String] = []
  ) throws(SpinetError) -> [String] {
    let misfits = mapping.check(against: widgets)
    guard misfits.isEmpty else { throw SpinetError(misfits) }
    let events = try TraceLine.read(text, file: file)
    var mapping = mapping
    if portNames.isEmpty { mapping.ports = [] }
    let addresses = Mapping.addresses(in: [mapping]).sorted { $0.key < $1.key }
    let router = Router(
      [mapping], widgets.adding(addresses.map { Widget($0.key, range: $0.value) }), scope: scope)
    router.portAppeared(.file, names: portNames)
    router.feedback { _, _ in }
    return events.flatMap { line in line.messages.flatMap { outputs(of: $0, line, router) } }
  }

  private static func outputs(of message: AnyMIDIMessage, _ line: TraceLine, _ router: Router) -> [String] {
    var lines: [JSONLine] = []
    let start = JSONLine(t: line.milliseconds)
    let emit = { (output: RouterOutput) in lines.append(start.adding(output, router.widgets)) }
    let taken =
      switch message {
      case .midi1(let message): router.route(message, from: .file, at: line.nanoseconds, emit)
      case .midi2(let message): router.route(message, from: .file, at: line.nanoseconds, emit)
      }
    if !taken, let control = router.lastHeard { lines.append(start.adding("unmapped", control.asHeard)) }
    router.feedback { _, message in
      lines.append(start.adding("feedback", message.bytes.hexadecimal))
    }
    return lines.map(\.description)
  }
}

extension JSONLine {
  fileprivate init(t milliseconds: String) {
    self.init()
    add("t", literal: milliseconds)
  }

  fileprivate func adding(_ key: String, _ value: String) -> JSONLine {
    var line = self
    line.add(key, value)
    return line
  }

  fileprivate func adding(_ output: RouterOutput, _ widgets: WidgetSet) -> JSONLine {
    var line = self
    switch output {
    case .moved(let widget, let value):
      line.add("widget", widgets.all[widget].name)
      line.add("value", value)
    case .waiting(let widget, let direction):
      line.add("widget", widgets.all[widget].name)
      line.add("waiting", true)
      line.add("turn", direction.rawValue)
    }
    return line
  }
}
