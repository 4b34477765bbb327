import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// What sets how long a block of PipeWire's is, its quantum. In frames; nil where nothing is said.
package struct PipeWireQuantum: Equatable, Sendable {
  /// What `PIPEWIRE_QUANTUM` asks for.
  package var asked: Int?
  /// What every program gets, whatever it asks for.
  package var forced: Int?
  /// What every program gets at least.
  package var least: Int?

  package init() {}

  /// - Parameters:
  ///   - environment: that of Spinet.
  ///   - settings: what `pw-metadata -n settings` prints.
  init(environment: [String: String], settings: String) {
    asked = environment["PIPEWIRE_QUANTUM"].flatMap { Int($0.prefix { $0 != "/" }) }
    forced = Self.frames("clock.force-quantum", in: settings).flatMap { $0 > 0 ? $0 : nil }
    least = Self.frames("clock.min-quantum", in: settings)
  }

  private static func frames(_ key: String, in settings: String) -> Int? {
    let line = settings.split(separator: "\n").first { $0.contains("key:'\(key)'") }
    return line?.split(separator: "value:'").last.flatMap { Int($0.prefix { $0 != "'" }) }
  }

  /// What makes it longer than `frames`.
  package enum Cause: Hashable, Sendable {
    /// `PIPEWIRE_QUANTUM` asks for so many frames.
    case asked(Int)
    /// PipeWire's settings force so many frames.
    case forced(Int)
    /// PipeWire's settings grant no fewer frames than these.
    case least(Int)
    /// Nobody has asked for a shorter one.
    case unasked
  }

  func cause(ofMoreThan frames: Int) -> Cause {
    if let forced, forced > frames { return .forced(forced) }
    if let least, least > frames { return .least(least) }
    if let asked, asked > frames { return .asked(asked) }
    return .unasked
  }

  /// Asks PipeWire for its settings; nothing if it does not answer within two seconds.
  static func settings(in environment: [String: String]) -> String {
    let log = ProcessLog(of: "spinet-latency", in: environment)
    guard var process = ChildProcess("pw-metadata", ["-n", "settings"], log: log.path.string),
      process.end(within: 2) == .exited(status: 0)
    else { return "" }
    return log.text
  }
}
