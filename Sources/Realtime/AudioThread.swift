import CRealtime
import Glibc
import Synchronization

/// The thread that makes the sound: as urgent as the system allows, denormals flushed to zero.
///
/// It does not change the process. A program that runs other people's code should limit how long its realtime threads
/// may run without waiting (RLIMIT_RTTIME, see `RunLimit`). rtkit requires that limit too.
public struct AudioThread: ~Copyable, Sendable {
  private let thread: WorkerThread
  /// The priority that the system granted.
  public let grant: RealtimeGrant

  /// Above the kernel's interrupt threads, which have 50 and would otherwise hold up the sound.
  public static let usualPriority = 60

  /// The processor cores that this process may use, at least 1.
  package static var availableCores: Int { Int(rt_core_count()) }

  /// Starts a thread that runs `body`, and returns when its priority is known. [control-thread]
  public init(
    name: String, priority: Int = usualPriority, body: @escaping @Sendable () -> Void
  ) throws(SpinetError) {
    let hello = ThreadHandshake()
    thread = try WorkerThread(name: name) {
      rt_flush_denormals()
      rt_obey_limit()
      hello.answer(threadID: rt_thread_id(), error: rt_set_fifo(Int32(priority)))
      body()
    }
    let (threadID, error) = hello.wait()
    if error == 0 {
      grant = .fifo(priority: priority)
    } else if let granted = RealtimeKit.raise(threadID: threadID) {
      grant = .rtkit(priority: granted)
    } else {
      grant = .plain(reason: "SCHED_FIFO: \(String(cString: strerror(error))), and rtkit does not answer")
    }
  }
}

/// Passes the new thread's result to the thread that started it.
private final class ThreadHandshake: Sendable {
  private let words = Atomic<UInt64>(0)

  func answer(threadID: Int32, error: Int32) {
    words.store(UInt64(UInt32(bitPattern: threadID)) << 32 | UInt64(error), ordering: .releasing)
  }

  func wait() -> (threadID: Int32, error: Int32) {
    while true {
      let words = words.load(ordering: .acquiring)
      if words != 0 { return (Int32(truncatingIfNeeded: words >> 32), Int32(truncatingIfNeeded: words)) }
      usleep(100)
    }
  }
}

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
