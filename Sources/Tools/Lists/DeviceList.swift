import Logging
import SpinetDevices
import SpinetFaceInput
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets

/// `spinet devices`: MIDI ports and sound cards by their ALSA names, the mapping of each controller, and the other
/// devices that can play.
package struct DeviceList {
  private let ports: [MIDIPort]
  /// Why no MIDI ports can be listed; nil when there is a sequencer.
  package let midiProblem: SpinetError?
  private let outputs: [PCMDescription]
  private let inputs: [PCMDescription]
  /// What plays beside MIDI. The text is the key in JSON.
  package enum SourceKind: String {
    case camera, touch, motion
  }

  /// The names of cameras, touch screens and motion sensors.
  private let sources = [
    (kind: SourceKind.camera, names: Camera.all().map(\.name)), (.touch, TouchReader.names),
    (.motion, MotionSources.names()),
  ]
  private let mappings: ActiveMappings
  private let rule = MIDIConnectionRule()

  package init(logger: Logger) throws(SpinetError) {
    let library = Catalog.current
    // No instrument is chosen here, so the mappings are read without checking their widgets.
    mappings = try ActiveMappings(files: [], library: library, widgets: WidgetSet([]))
    mappings.logProblems(to: logger)
    outputs = PCMDescription.all()
    inputs = PCMDescription.all(.capture)
    do throws(SpinetError) {
      let nothing = MIDIConnectionRule(connectsHardware: false)
      ports = try ALSASequencer(clientName: "Spinet Devices", rule: nothing).ports()
      midiProblem = nil
    } catch {
      ports = []
      midiProblem = error
    }
  }

  /// The sound cards, each as one JSON object. Asks ALSA, which may take some milliseconds.
  package static func outputs() -> [String] { PCMDescription.all().map { line("pcm", $0) } }

  /// - Parameters:
  ///   - words: for what to do when there is no sequencer.
  ///   - heading: the heading for sources of one kind.
  package func text(in words: SpinetError.Words, heading: (SourceKind) -> String) -> [String] {
    var lines = ["MIDI ports"]
    lines +=
      midiProblem.map { ["  none: \($0.text(in: words))"] } ?? (ports.isEmpty ? ["  none"] : ports.map(text))
    lines.append("Sound cards")
    lines +=
      outputs.isEmpty
      ? ["  none: plug one in, or start your sound server"] : outputs.map { "  \($0.name)  \($0.text)" }
    if !inputs.isEmpty {
      lines.append("Sound inputs")
      lines += inputs.map { "  \($0.name)  \($0.text)" }
    }
    for (kind, names) in sources where !names.isEmpty { lines += [heading(kind)] + names.map { "  \($0)" } }
    return lines
  }

  private func text(_ port: MIDIPort) -> String {
    let connected = rule.accepts(port) ? "connected by play" : "not connected by play"
    let mapping = mappings.choice(for: port).map { "\($0.mapping) (\($0.reason))" } ?? "none"
    let names = (port.identity?.names ?? []) + (port.isMIDI2 ? ["MIDI 2.0"] : [])
    let location = ([port.address] + names).joined(separator: ", ")
    return "  \(port.client):\(port.name) (\(location))  \(connected), mapping \(mapping)"
  }

  package var json: [String] {
    ports.map { port in
      var line = JSONLine()
      line.add("midi", port.name)
      line.add("client", port.client)
      line.add("address", port.address)
      port.identity?.names.first.map { line.add("identity", $0) } ?? line.addNull("identity")
      line.add("midi2", port.isMIDI2)
      port.functionBlock.map { line.add("block", $0) } ?? line.addNull("block")
      line.add("hardware", port.isHardware)
      line.add("sends", port.sends)
      line.add("receives", port.receives)
      line.add("autoconnect", rule.accepts(port))
      let choice = mappings.choice(for: port)
      choice.map { line.add("mapping", $0.mapping) } ?? line.addNull("mapping")
      choice.map { line.add("because", $0.reason) } ?? line.addNull("because")
      return line.description
    }
      + outputs.map { Self.line("pcm", $0) } + inputs.map { Self.line("input", $0) }
      + sources.flatMap { source in source.names.map { Self.line(source.kind.rawValue, $0) } }
  }

  private static func line(_ key: String, _ name: String) -> String {
    var line = JSONLine()
    line.add(key, name)
    return line.description
  }

  private static func line(_ key: String, _ pcm: PCMDescription) -> String {
    var line = JSONLine()
    line.add(key, pcm.name)
    line.add("description", pcm.text)
    return line.description
  }
}
