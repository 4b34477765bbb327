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
  /// Below the server's, above that of the threads that play.
  private let priority = 70
  private let voices = 256
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
    let request = OutputRequest(pcm: "pulse", periodFrames: period, periods: 2)
    let output = try Priority.raised(priority) { try synth.play(request, voices: voices) }
    defer { output.stop() }
    return count(server)
  }

  private func interruptions(of fluid: String, _ server: PulseServer, _ scratch: Scratch) throws -> Int {
    let song = scratch.file("song.mid")
    let length = Int(seconds + 2 * settlingSeconds) + 2
    try ChordRace.song(voices, length, program: 16).write(to: URL(fileURLWithPath: song))
    let sound = ["-R", "0", "-C", "0", "-o", "synth.polyphony=1024"]
    let device = ["-a", "alsa", "-o", "audio.alsa.device=pulse", "-r", "48000", "-z", "\(period)", "-c", "2"]
    let program = try LiveProgram(
      Priority.words(priority) + [fluid, "-n", "-i"] + sound + device + [peers.soundFont, song])
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
