import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetMixer
import SpinetOSC
import SpinetRealtime
import SpinetStage
import SpinetWidgets

/// Other instruments that hear what is played.
struct OtherInstruments {
  /// Gets the messages for those that listen to the output.
  let emit: (MIDIMessage) -> Void
  /// Those that parts and scenes play; nil if there are none, as offline.
  var outside: OutsideInstruments?
}

/// Instruments outside: what they get, and whether they are heard.
extension Performer {
  /// Those that parts and scenes play; nil if there are none, as offline.
  package var outside: OutsideInstruments? {
    get { others.outside }
    set { others.outside = newValue }
  }

  /// Sends to the instrument of a port, or to everybody who listens to the output.
  func send(_ message: MIDIMessage, to port: PortPattern?, at time: HostTime) {
    if let port { outside?.play(message, on: port, at: time) } else { others.emit(message) }
  }

  /// Sends what the scene sends when it begins.
  func sendSceneMessages(at time: HostTime) {
    parts.mustSendScene = false
    outside?.begin(scene?.messages ?? [], at: time)
    if let outside { scene?.datagrams.forEach(outside.sendDatagram) }
  }

  /// Sends what the first scene of a stage sends, once the programs of the stage's instruments are chosen.
  func sendFirstScene(at time: HostTime) {
    if parts.mustSendScene { sendSceneMessages(at: time) }
  }

  /// What a screen tells of an instrument that plays a part.
  func shown(_ instrument: OutsideInstrument) -> SoundView.Outside {
    SoundView.Outside(
      port: instrument.port.description, channel: instrument.channel?.number,
      isWaiting: outside?.isThere(instrument.port) != true)
  }

  /// Follows mute and solo of parts that no mixer hears, which anything may have moved. An instrument outside that is solo
  /// makes the sounds of the mixer silent too.
  func followStrips() {
    let hasSoloOutside = players.contains { $0.isOutside && $0.loaded.mixed.strip.solo.value > 0 }
    instrument.mixer?.setSoloElsewhere(hasSoloOutside)
    guard players.contains(where: \.isOutside) else { return }
    let hasSolo = hasSoloOutside || players.contains { $0.loaded.mixed.strip.solo.value > 0 }
    for player in players where player.isOutside {
      let strip = player.loaded.mixed.strip
      player.setAudible(strip.mute.value <= 0 && (!hasSolo || strip.solo.value > 0), held)
    }
  }
}
