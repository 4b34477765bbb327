import Foundation

/// A PulseAudio of our own whose only sink is a clock.
final class PulseServer: ClockedServer {
  let name = "PulseAudio"
  let pcm = "pulse"
  private let scratch: Scratch
  private let words: [String]
  private let log: GrowingLog

  init?(_ peers: Peers) throws {
    guard let pulseAudio = peers.pulseAudio else { return nil }
    let scratch = try Scratch()
    self.scratch = scratch
    chmod(scratch.path, 0o700)
    let folders = ["HOME", "XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH"].map { "\($0)=\(scratch.path)" }
    words = ["/usr/bin/env"] + folders + [pulseAudio]
    let socket = scratch.file("native")
    let modules = [
      "module-null-sink sink_name=benchmark rate=48000",
      "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
    ]
    let manners = ["-n", "--daemonize=yes", "--exit-idle-time=-1", "--realtime=no", "-vvv"]
    let target = ["--log-target=file:\(scratch.file("log"))"]
    log = GrowingLog(path: scratch.file("log"), signs: [" underrun of ", "Created input"])
    try Run(words + manners + target + modules.flatMap { ["-L", $0] }).succeed()
    // Not before: it makes itself an ordinary program when it starts.
    if let process = try? scratch.text(of: "pid") {
      try Priority.raise(process: process, to: Priority.ofServers)
    }
    setenv("PULSE_SERVER", "unix:\(socket)", 1)
  }

  deinit {
    unsetenv("PULSE_SERVER")
    _ = try? Run(words + ["--kill"])
  }

  /// How often a stream has run dry or had to begin anew: the same measure for every program that plays.
  var interruptions: Int { log.count }

  func fluidSynthWords(periodFrames: Int) -> [String] {
    ["-a", "alsa", "-o", "audio.alsa.device=\(pcm)", "-z", "\(periodFrames)", "-c", "2"]
  }
}
