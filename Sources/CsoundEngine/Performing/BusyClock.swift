#if Csound
  import CRealtime
  import Synchronization

  /// Since when the audio thread has been inside a control block. A handle to memory its owner frees.
  struct BusyClock: @unchecked Sendable, BitwiseCopyable {
    // Sendable because what is behind the pointer is atomic.
    private let since: UnsafeMutablePointer<Since>

    private struct Since: ~Copyable { let nanoseconds = Atomic<UInt64>(0) }

    init() {
      since = .allocate(capacity: 1)
      since.initialize(to: Since())
    }

    func deallocate() {
      since.deinitialize(count: 1)
      since.deallocate()
    }

    /// [audio-thread]
    @_noLocks func begin() { since.pointee.nanoseconds.store(rt_now(), ordering: .relaxed) }

    /// [audio-thread]
    @_noLocks func end() { since.pointee.nanoseconds.store(0, ordering: .relaxed) }

    /// Seconds since the control block began; 0 between them. [any-thread]
    var busySeconds: Double {
      let start = since.pointee.nanoseconds.load(ordering: .relaxed)
      return start == 0 ? 0 : Double(rt_now() &- start) * 1e-9
    }
  }
#endif
