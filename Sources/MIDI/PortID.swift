/// Where a message came from: one port of one source, for as long as that port exists.
///
/// The ALSA sequencer's are client × 256 + port. Two controllers never share one at the same time, which is
/// what lets a controller that leaves release its own notes and no others.
public struct PortID: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The port of traces and of files.
  public static let file = PortID(rawValue: .max)
}
