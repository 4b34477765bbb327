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
  /// What sets PipeWire's blocks.
  package var quantum = PipeWireQuantum()
  /// The governors of the processor's cores, such as `performance`; empty if the system does not tell.
  package var governors: Set<String> = []
  /// Whether this process may have realtime priority by itself.
  package var mayBeRealtime = true
  /// How often the card ran out of samples while it was measured.
  package var xruns = 0
  /// How unevenly the notes sounded, in milliseconds.
  package var spreadMilliseconds = 0.0

  package init() {}

  /// The state now.
  ///
  /// - Parameters:
  ///   - pcm: what plays.
  ///   - root: the folder in which the system's own files are, for tests.
  ///   - settings: asks PipeWire for its settings.
  package init(
    pcm: String, environment: [String: String], root: FilePath = "/",
    settings: ([String: String]) -> String = PipeWireQuantum.settings
  ) {
    let isShared = ["default", "pipewire", "pulse"].contains { pcm == $0 || pcm.hasPrefix("\($0):") }
    let socket = environment["XDG_RUNTIME_DIR"].map { FilePath($0).appending("pipewire-0") }
    usesPipeWire = isShared && socket.map(\.exists) ?? false
    if usesPipeWire {
      quantum = PipeWireQuantum(environment: environment, settings: settings(environment))
    }
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
    case shortenQuantum(milliseconds: Double, PipeWireQuantum.Cause)
    /// Blocks are longer than they need be.
    case shortenPeriod(milliseconds: Double)
    /// The processor saves power, by these governors.
    case runAtFullSpeed([String])
    /// This process may not have realtime priority.
    case allowRealtime
    /// The card ran out of samples so many times.
    case lengthenBuffer(Int)
    /// Notes sounded so many milliseconds apart from one another, which is more than a block.
    case quieten(milliseconds: Double)
  }

  /// In frames: what the session asks for unless somebody asks for another. Whoever measures wants to know of all that can
  /// be shorter; the status speaks only of blocks that fingers feel.
  private static let shortPeriod = PlayOptions().periodFrames

  /// The most useful first; empty if nothing is in the way.
  package var advice: [Advice] {
    let milliseconds = (Double(periodFrames) / Double(framesPerSecond) * 10_000).rounded() / 10
    let spread = (spreadMilliseconds * 10).rounded() / 10
    let slow = governors.subtracting(["performance"]).sorted()
    let cause = quantum.cause(ofMoreThan: Self.shortPeriod)
    let all: [(isNeeded: Bool, Advice)] = [
      (usesPipeWire && periodFrames > Self.shortPeriod, .shortenQuantum(milliseconds: milliseconds, cause)),
      (!usesPipeWire && periodFrames > Self.shortPeriod, .shortenPeriod(milliseconds: milliseconds)),
      (!slow.isEmpty, .runAtFullSpeed(slow)), (!mayBeRealtime, .allowRealtime),
      (xruns > 0, .lengthenBuffer(xruns)), (spread > milliseconds, .quieten(milliseconds: spread)),
    ]
    return all.filter(\.isNeeded).map(\.1)
  }
}
