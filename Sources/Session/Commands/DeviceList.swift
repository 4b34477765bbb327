import Devices
import Documents
import Library
import Logging
import MIDI
import Widgets

/// `spinet devices`: MIDI ports and sound cards as ALSA names them, and which mapping each controller gets.
public struct DeviceList {
  private let ports: [MIDIPort]
  /// Why there are no MIDI ports to tell; nil when there is a sequencer.
  public let midiProblem: String?
  private let outputs: [PCMDescription]
  private let inputs: [PCMDescription]
  private let shelf: MappingShelf
  private let rule = MIDIConnectionRule()

  public init(logger: Logger) throws {
    let library = Catalog.current
    // What nobody named is for any instrument, and is read without its widgets.
    shelf = try MappingShelf(files: [], library: library, widgets: WidgetSet([]))
    shelf.complain(to: logger)
    outputs = PCMDescription.all()
    inputs = PCMDescription.all(.capture)
    do throws(MIDISourceError) {
      let nothing = MIDIConnectionRule(connectsHardware: false)
      ports = try ALSASequencer(clientName: "Spinet Devices", rule: nothing).ports()
      midiProblem = nil
    } catch {
      ports = []
      midiProblem = error.description
    }
  }

  public var text: [String] {
    var lines = ["MIDI ports"]
    lines += midiProblem.map { ["  none: \($0)"] } ?? (ports.isEmpty ? ["  none"] : ports.map(text))
    lines.append("Sound cards")
    lines +=
      outputs.isEmpty
      ? ["  none: plug one in, or start your sound server"] : outputs.map { "  \($0.name)  \($0.text)" }
    if !inputs.isEmpty {
      lines.append("Sound inputs")
      lines += inputs.map { "  \($0.name)  \($0.text)" }
    }
    return lines
  }

  private func text(_ port: MIDIPort) -> String {
    let connected = rule.accepts(port) ? "connected by play" : "not connected by play"
    let mapping = shelf.choice(for: port).map { "\($0.mapping) (\($0.reason))" } ?? "none"
    let place = ([port.address] + (port.identity?.names ?? [])).joined(separator: ", ")
    return "  \(port.client):\(port.name) (\(place))  \(connected), mapping \(mapping)"
  }

  public var json: [String] {
    ports.map { port in
      var line = JSONLine()
      line.add("midi", port.name)
      line.add("client", port.client)
      line.add("address", port.address)
      port.identity?.names.first.map { line.add("identity", $0) } ?? line.addNull("identity")
      line.add("hardware", port.isHardware)
      line.add("sends", port.sends)
      line.add("receives", port.receives)
      line.add("autoconnect", rule.accepts(port))
      let choice = shelf.choice(for: port)
      choice.map { line.add("mapping", $0.mapping) } ?? line.addNull("mapping")
      choice.map { line.add("because", $0.reason) } ?? line.addNull("because")
      return line.description
    }
      + outputs.map { Self.line("pcm", $0) } + inputs.map { Self.line("input", $0) }
  }

  private static func line(_ key: String, _ pcm: PCMDescription) -> String {
    var line = JSONLine()
    line.add(key, pcm.name)
    line.add("description", pcm.text)
    return line.description
  }
}
