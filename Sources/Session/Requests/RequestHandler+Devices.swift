import Logging
import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetText

/// The devices of a running instrument, as a screen shows and changes them.
extension RequestHandler {
  /// The MIDI ports that can play the instrument.
  var ports: [PortState] {
    let connected = Set(controllers.source.connectedPorts.map(\.id))
    return controllers.source.ports().filter(\.sends).map { port in
      let choice = performer.mappings.choice(for: port)
      return PortState(
        client: port.client, name: port.name, address: port.address, isHardware: port.isHardware,
        isConnected: connected.contains(port.id), mapping: choice?.mapping ?? "",
        reason: choice?.reason ?? "")
    }
  }

  /// Nil for an instrument that plays no sound.
  var outputState: OutputState? { sounds.loader.playsSound ? outputNow : nil }

  private var outputNow: OutputState {
    OutputState(request: output.cards.request, granted: output.description)
  }

  func connect(_ name: String) throws(SpinetError) -> [PortState] {
    let isThere = controllers.source.ports().contains { port in
      port.sends && port.names.contains { namePattern(name, matches: $0) }
    }
    guard isThere else {
      throw SpinetError(
        .deviceNotFound, setting: .port, what: name.shortened, why: "no MIDI port has that name",
        remedy: "plug it in")
    }
    controllers.source.connect(named: name)
    return ports
  }

  /// Plays on another card.
  func change(to request: OutputRequest) throws(SpinetError) -> OutputState {
    guard sounds.loader.playsSound else {
      throw CardSearch.soundless("card '\(request.pcm.shortened)'")
    }
    try output.change(to: request)
    logger.info("sound: \(output.description.isEmpty ? request.pcm : output.description)")
    return outputNow
  }
}
