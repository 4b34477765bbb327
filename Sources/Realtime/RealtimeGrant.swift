/// The priority that the system gave to the audio thread.
public enum RealtimeGrant: Sendable, Hashable, CustomStringConvertible {
  /// SCHED_FIFO, set by the process itself.
  case fifo(priority: Int)
  /// SCHED_RR, set by rtkit.
  case rtkit(priority: Int)
  /// Normal priority. On a busy machine the sound will break up.
  case plain(reason: String)

  public var description: String {
    switch self {
    case .fifo(let priority): "realtime, SCHED_FIFO \(priority)"
    case .rtkit(let priority): "realtime by rtkit, priority \(priority)"
    case .plain(let reason):
      "not realtime: \(reason); join the group audio or pipewire, or install rtkit"
    }
  }
}
