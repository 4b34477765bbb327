/// How urgently the system runs the audio thread.
public enum RealtimeGrant: Sendable, Hashable, CustomStringConvertible {
  /// SCHED_FIFO, by the process's own right.
  case fifo(priority: Int)
  /// SCHED_RR, by rtkit's leave.
  case rtkit(priority: Int)
  /// Like every other thread; a loaded machine will be heard.
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
