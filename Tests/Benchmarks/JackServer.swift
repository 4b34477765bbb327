import Foundation

/// A JACK of our own that lives by a timer. FluidSynth plays there as JACK's own client; Spinet by ALSA's way to it.
final class JackServer: ClockedServer {
  let name = "JACK"
  let pcm = "spinet-benchmark"
  private let scratch: Scratch
  private let program: LiveProgram
  private let log: GrowingLog

  init?(_ peers: Peers, periodFrames: Int) throws {
    guard let jack = peers.jack else { return nil }
    scratch = try Scratch()
    log = GrowingLog(path: scratch.file("log"), signs: ["XRun"])
    let urgency = Priority.isAllowed ? ["-R", "-P", "\(Priority.ofServers)"] : ["-r"]
    let clock = ["-d", "dummy", "-r", "48000", "-p", "\(periodFrames)"]
    let words = [jack, "-n", pcm] + urgency + clock
    setenv("JACK_NO_AUDIO_RESERVATION", "1", 1)
    setenv("JACK_DEFAULT_SERVER", pcm, 1)
    setenv("ALSA_CONFIG_PATH", scratch.file("alsa"), 1)
    let ports = ["playback", "capture"].map { "\($0)_ports { 0 system:\($0)_1 1 system:\($0)_2 }" }
    try "</usr/share/alsa/alsa.conf>\npcm.\(pcm) { type jack \(ports.joined(separator: " ")) }\n".write(
      toFile: scratch.file("alsa"), atomically: true, encoding: .utf8)
    let command = words.joined(separator: " ")
    program = try LiveProgram(["/bin/sh", "-c", "exec \(command) > \(scratch.file("log")) 2>&1"])
    Thread.sleep(forTimeInterval: 2)
  }

  deinit {
    for name in ["JACK_NO_AUDIO_RESERVATION", "JACK_DEFAULT_SERVER", "ALSA_CONFIG_PATH"] { unsetenv(name) }
    program.stop()
  }

  /// How often a client was not ready when its period was over.
  var interruptions: Int { log.count }

  func fluidSynthWords(periodFrames: Int) -> [String] {
    ["-a", "jack", "-o", "audio.jack.autoconnect=1", "-z", "\(periodFrames)", "-c", "2"]
  }
}
