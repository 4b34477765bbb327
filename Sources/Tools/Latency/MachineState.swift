import Glibc
import SpinetLibrary
import SpinetText
import SystemPackage

/// What of this computer decides how soon a note sounds.
package struct MachineState: Equatable, Sendable {
  /// The frames of a block, as the card granted them.
  package var periodFrames = 128
  package var framesPerSecond = 48_000
  /// Whether the sound goes through PipeWire.
  package var usesPipeWire = false
  /// PipeWire's quantum in frames, as the environment sets it; nil if it does not.
  package var quantum: Int?
  /// The governors of the processor's cores, such as `performance`; empty if the system does not tell.
  package var governors: Set<String> = []
  /// Whether this process may have realtime priority by itself.
  package var mayBeRealtime = true
  /// How often the card ran out of samples while it was measured.
  package var xruns = 0

  package init() {}

  /// The state now.
  ///
  /// - Parameters:
  ///   - pcm: what plays.
  ///   - root: the folder in which the system's own files are, for tests.
  package init(
    pcm: String, periodFrames: Int, framesPerSecond: Int, xruns: Int, environment: [String: String],
    root: FilePath = "/"
  ) {
    (self.periodFrames, self.framesPerSecond, self.xruns) = (periodFrames, framesPerSecond, xruns)
    let isShared = ["default", "pipewire", "pulse"].contains { pcm == $0 || pcm.hasPrefix("\($0):") }
    let socket = environment["XDG_RUNTIME_DIR"].map { FilePath($0).appending("pipewire-0") }
    usesPipeWire = isShared && socket.map(\.exists) ?? false
    quantum = environment["PIPEWIRE_QUANTUM"].flatMap { Int($0.prefix { $0 != "/" }) }
    governors = Self.governors(root)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_RTPRIO.rawValue), &limit)
    mayBeRealtime = geteuid() == 0 || limit.rlim_cur > 0
  }

  private static func governors(_ root: FilePath) -> Set<String> {
    let folder = root.appending("sys/devices/system/cpu")
    let names = (0..<1024).lazy.map { folder.appending("cpu\($0)/cpufreq/scaling_governor") }
    let texts = names.prefix { $0.exists }.compactMap { try? InputFile.bytes(ifThereIs: $0) }
    return Set(texts.map { String(decoding: $0, as: UTF8.self).trimmed })
  }

  private var blockMilliseconds: Double { Double(periodFrames) / Double(framesPerSecond) * 1000 }

  /// What to change, the most useful first; a line that says so if there is nothing.
  package var advice: [String] {
    var lines: [String] = []
    if usesPipeWire, periodFrames > 128 {
      lines.append(
        "a block has \(periodFrames) frames, \((blockMilliseconds * 10).rounded() / 10) ms, and PipeWire sets it: "
          + "'PIPEWIRE_QUANTUM=128/\(framesPerSecond) spinet play' asks for 128, and 'pw-metadata -n settings 0 "
          + "clock.force-quantum 128' sets it for all programs")
    } else if periodFrames > 128 {
      lines.append(
        "a block has \(periodFrames) frames, \((blockMilliseconds * 10).rounded() / 10) ms: "
          + "'--period 128' asks for shorter ones, '--pcm hw:CARD' for the card itself")
    }
    let slow = governors.subtracting(["performance"]).sorted()
    if !slow.isEmpty {
      lines.append(
        "the processor saves power (\(slow.joined(separator: ", "))): 'sudo cpupower frequency-set -g performance' "
          + "lets it run at full speed")
    }
    if !mayBeRealtime {
      lines.append(
        "no realtime priority is allowed: put '@audio - rtprio 95' into /etc/security/limits.d/audio.conf, add "
          + "yourself to the group audio, and log in again")
    }
    if xruns > 0 {
      lines.append(
        "the card ran out of samples \(xruns) times: more '--periods', or a longer '--period', give it time")
    }
    return lines.isEmpty ? ["nothing on this computer is in the way"] : lines
  }
}
