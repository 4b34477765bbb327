import Logging
import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetText

/// The devices of a running instrument, as a screen shows and changes them.
extension LiveSession {
  /// The MIDI ports that can play the instrument, each as one JSON object.
  var ports: [String] {
    let connected = Set(source.connectedPorts.map(\.id))
    return source.ports().filter(\.sends).map { port in
      let choice = activeMappings.choice(for: port)
      var line = JSONLine()
      line.add("client", port.client)
      line.add("port", port.name)
      line.add("address", port.address)
      line.add("hardware", port.isHardware)
      line.add("connected", connected.contains(port.id))
      line.add("mapping", choice?.mapping ?? "")
      line.add("because", choice?.reason ?? "")
      return line.description
    }
  }

  /// The request for the sound card, as one JSON object.
  var outputLine: String {
    var line = JSONLine()
    line.add("output", host.cards.request.pcm)
    line.add("rate", host.cards.request.framesPerSecond)
    line.add("period", host.cards.request.periodFrames)
    line.add("periods", host.cards.request.periods)
    line.add("granted", host.description)
    return line.description
  }

  func connect(_ name: String) throws(SpinetError) -> [String] {
    let isThere = source.ports().contains { port in
      port.sends && port.names.contains { namePattern(name, matches: $0) }
    }
    guard isThere else {
      throw SpinetError(
        .deviceNotFound, setting: .port, what: name.shortened, why: "no MIDI port has that name",
        remedy: "plug it in")
    }
    source.connect(named: name)
    return ports
  }

  /// Plays on another card.
  func change(to request: OutputRequest) throws(SpinetError) -> String {
    try host.change(to: request)
    logger.info("sound: \(host.description.isEmpty ? request.pcm : host.description)")
    return outputLine
  }
}
