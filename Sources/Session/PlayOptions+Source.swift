import Devices

extension PlayOptions {
  /// Opens the MIDI source that was chosen. A name that matches nothing is an error that lists the names there are.
  func makeSource() throws -> any MIDISource {
    let rule = MIDIConnectionRule(wanted: connect, connectsHardware: connectsHardware)
    let source: any MIDISource =
      switch midi {
      case .alsa: try ALSASequencer(clientName: clientName, rule: rule)
      case .portmidi: try PortMidiSource(rule: rule)
      case .none: NoMIDISource()
      }
    try checkNames(source.ports().filter(\.sends))
    return source
  }

  private func checkNames(_ ports: [MIDIPort]) throws(SessionError) {
    for name in connect
    where !ports.contains(where: { port in port.names.contains { namePattern(name, matches: $0) } }) {
      let names = ports.map { "\($0.client):\($0.name)" }.joined(separator: ", ")
      throw SessionError(
        .device, what: "--connect \(name)", why: "no MIDI port has that name",
        remedy: names.isEmpty ? "there is no MIDI port" : "there are: \(names)")
    }
  }
}
