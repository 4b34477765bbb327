import Foundation

/// A PulseAudio of our own whose only sink plays into nothing, at its rate: a sound card for machines without one.
/// ALSA's PCM `pulse` leads to it in this process and in those it starts.
final class PulseServer {
  private let scratch: Scratch
  private let words: [String]

  init?(_ peers: Peers) throws {
    guard let pulseAudio = peers.pulseAudio else { return nil }
    let scratch = try Scratch()
    self.scratch = scratch
    chmod(scratch.path, 0o700)
    let folders = ["HOME", "XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH"].map { "\($0)=\(scratch.path)" }
    words = ["/usr/bin/env"] + folders + Priority.words(80) + [pulseAudio]
    let socket = scratch.file("native")
    let modules = [
      "module-null-sink sink_name=benchmark rate=48000",
      "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
    ]
    let manners = ["-n", "--daemonize=yes", "--exit-idle-time=-1", "--realtime=no", "-vvv"]
    let log = ["--log-target=file:\(scratch.file("log"))"]
    try Run(words + manners + log + modules.flatMap { ["-L", $0] }).succeed()
    setenv("PULSE_SERVER", "unix:\(socket)", 1)
  }

  deinit {
    unsetenv("PULSE_SERVER")
    _ = try? Run(words + ["--kill"])
  }

  /// How often a stream has run dry or had to begin anew since the server was started, by the server's own log: the
  /// same measure for every program that plays.
  var interruptions: Int {
    let log = (try? String(contentsOfFile: scratch.file("log"), encoding: .utf8)) ?? ""
    return log.split(separator: "\n").count { $0.contains(" underrun of ") || $0.contains("Created input") }
  }
}
