import Glibc
import SpinetLibrary
import SpinetSession
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

  /// What to change.
  package enum Advice: Hashable, Sendable {
    /// Blocks are longer than they need be, and PipeWire sets how long they are.
    case shortenQuantum(milliseconds: Double)
    /// Blocks are longer than they need be.
    case shortenPeriod(milliseconds: Double)
    /// The processor saves power, by these governors.
    case runAtFullSpeed([String])
    /// This process may not have realtime priority.
    case allowRealtime
    /// The card ran out of samples so many times.
    case lengthenBuffer(Int)
  }

  /// In frames: what the session asks for unless somebody asks for another. Whoever measures wants to know of all that can
  /// be shorter; the status speaks only of blocks that fingers feel.
  private static let shortPeriod = PlayOptions().periodFrames

  /// The most useful first; empty if nothing is in the way.
  package var advice: [Advice] {
    let milliseconds = (Double(periodFrames) / Double(framesPerSecond) * 10_000).rounded() / 10
    let slow = governors.subtracting(["performance"]).sorted()
    let all: [(isNeeded: Bool, Advice)] = [
      (usesPipeWire && periodFrames > Self.shortPeriod, .shortenQuantum(milliseconds: milliseconds)),
      (!usesPipeWire && periodFrames > Self.shortPeriod, .shortenPeriod(milliseconds: milliseconds)),
      (!slow.isEmpty, .runAtFullSpeed(slow)), (!mayBeRealtime, .allowRealtime),
      (xruns > 0, .lengthenBuffer(xruns)),
    ]
    return all.filter(\.isNeeded).map(\.1)
  }
}
