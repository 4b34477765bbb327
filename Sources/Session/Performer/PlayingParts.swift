import SpinetEngine
import SpinetMIDI
import SpinetRealtime

/// The parts that may sound, and the way to their engines: those of the stage, and those that have left it and ring
/// out. [control-thread]
struct PlayingParts: ~Copyable {
  /// The parts of the stage, in its order.
  var players: [PartPlayer] = []
  /// The parts that have left the stage and still sound.
  var leaving: [PartPlayer] = []
  /// The index of the scene that says which of the stage's parts play; nil without scenes.
  var scene: Int?
  /// Whether a stage has begun whose first scene has not sent its messages yet.
  var mustSendScene = true
  var sender = CommandSender()
  /// Whether new engines do not know yet where the music is.
  var mustTellClock = false

  /// All parts that may sound. While none is leaving, which is the usual case, no copy is made.
  var sounding: [PartPlayer] { leaving.isEmpty ? players : players + leaving }

  /// Sends what the parts have collected.
  mutating func flush(at time: HostTime, _ emit: PartOutput.Emit) {
    for player in players { player.output.flush(to: &sender, of: player.number, at: time, emit) }
    for player in leaving { player.output.flush(to: &sender, of: player.number, at: time, emit) }
  }
}
