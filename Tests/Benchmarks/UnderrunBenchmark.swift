import Devices
import Engine
import Foundation
import Synth
import Widgets

/// How often the sound breaks off with many voices and the shortest periods, with the processors at rest and with
/// all of them busy; FluidSynth beside it, on the same PCM, counted by the same server.
struct UnderrunBenchmark {
  let peers: Peers
  let seconds: Double
  private let period = 64
  private let voices = min(256, SoundingSynth.capacity)
  /// Before the count begins, so that starting is not counted.
  private let settlingSeconds = 2.0

  init(peers: Peers, seconds: Double) {
    self.peers = peers
    self.seconds = seconds
  }

  func rows() throws -> [Table.Row] {
    guard let server = try PulseServer(peers) else { return [] }
    let scratch = try Scratch()
    return try [(0, "at rest"), (ProcessInfo.processInfo.activeProcessorCount, "busy")].map { count, name in
      let busy = try (0..<count).map { _ in try LiveProgram(["/bin/sh", "-c", "while :; do :; done"]) }
      defer { for program in busy { program.stop() } }
      let spinet = try interruptions(server)
      let fluid = try peers.fluidSynth.map { try interruptions(of: $0, server, scratch) }
      return Table.Row(
        work:
          "interruptions in \(seconds.short) s, \(voices) voices, \(period) frames × 2, processors \(name), "
          + "beside FluidSynth",
        spinet: "\(spinet)", peer: fluid.map(String.init) ?? "not here")
    }
  }

  private func interruptions(_ server: PulseServer) throws -> Int {
    let synth = try SoundingSynth(patch: try Spinet.patchText("reference"))
    let output = try synth.play(OutputRequest(pcm: "pulse", periodFrames: period, periods: 2), voices: voices)
    defer { output.stop() }
    return count(server)
  }

  private func interruptions(of fluid: String, _ server: PulseServer, _ scratch: Scratch) throws -> Int {
    let song = scratch.file("song.mid")
    let length = Int(seconds + 2 * settlingSeconds) + 2
    try ChordRace.song(voices, length, program: 16).write(to: URL(fileURLWithPath: song))
    let program = try LiveProgram([
      fluid, "-n", "-i", "-R", "0", "-C", "0", "-a", "alsa", "-o", "audio.alsa.device=pulse", "-o",
      "synth.polyphony=1024", "-r", "48000", "-z", "\(period)", "-c", "2", peers.soundFont, song,
    ])
    defer { program.stop() }
    return count(server)
  }

  private func count(_ server: PulseServer) -> Int {
    Thread.sleep(forTimeInterval: settlingSeconds)
    let before = server.interruptions
    Thread.sleep(forTimeInterval: seconds)
    return server.interruptions - before
  }
}
