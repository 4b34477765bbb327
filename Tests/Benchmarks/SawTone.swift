import Foundation
import SpinetEngine
import SpinetKeyboard
import SpinetRealtime

/// A saw by itself, from one frequency to another, as Spinet and its peers make it.
struct SawTone {
  var from: Double
  var to: Double
  var seconds: Int

  /// The whole synth with its filter open and everything else off.
  func inSpinet() throws -> [Float] {
    let patch = """
      osc1: {wave: saw}
      osc: {mix: 0, spread: 0}
      filter: {mode: low, cutoff: 20000, resonance: 0, tracking: 0, envelope: 0, velocity: 0}
      amp: {attack: 0.001, sustain: 1, velocity: 0}
      reverb: {mix: 0}
      master: {volume: 0.5}
      """
    let synth = try SoundingSynth(patch: patch, block: 16)
    synth.start(0, hertz: from)
    let turns = seconds * Int(synth.framesPerSecond) / 16
    return (0..<turns).flatMap { turn in
      let hertz = from * pow(to / from, Double(turn) / Double(turns))
      synth.send(.set(VoiceNumber(0), .freq, hertz))
      let block = synth.render()
      return Array(block.left.prefix(block.frameCount))
    }
  }

  /// vco2; nil without Csound.
  func inCsound(_ peers: Peers, in scratch: Scratch) throws -> [Float]? {
    guard let csound = peers.csound else { return nil }
    let file = scratch.file("saw-csound.raw")
    let numbers = [("o", "FROM", from), ("o", "TO", to), ("o", "SECONDS", Double(seconds))]
    let macros = (numbers + [("s", "SECONDS", Double(seconds))]).map { "--\($0.0)macro:\($0.1)=\($0.2)" }
    try Run([csound, "-d", "-m0", "-f", "-h", "-o", file] + macros + [PeerVoices.path("saw.csd")]).succeed()
    return try RawSound.read(file)
  }

  /// os.sawtooth, where it starts and nowhere else; nil without Faust.
  func inFaust(_ peers: Peers, in scratch: Scratch) throws -> [Float]? {
    guard let program = try FaustProgram("saw", peers: peers, in: scratch) else { return nil }
    let file = scratch.file("saw-faust.raw")
    try Run([program.path, "1", "\(seconds)", file, "\(from)"]).succeed()
    return try RawSound.read(file)
  }
}
