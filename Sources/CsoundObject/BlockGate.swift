#if Csound
  import Glibc
  import Synchronization

  /// An object that control replaces while the audio thread uses it: neither waits for a lock, and the old one
  /// is let go only when the audio thread has done with it.
  final class BlockGate<Object: AnyObject & Sendable>: @unchecked Sendable {
    // Sendable because both fields are atomic and the object is Sendable itself.
    private let current = Atomic<UnsafeMutableRawPointer?>(nil)
    private let isInside = Atomic<Bool>(false)

    init() {}

    deinit { current.load(ordering: .relaxed).map { Unmanaged<Object>.fromOpaque($0).release() } }

    /// Lends the object. [audio-thread]
    func use(_ work: (Object) -> Void) {
      isInside.store(true, ordering: .sequentiallyConsistent)
      if let object = current.load(ordering: .sequentiallyConsistent) {
        Unmanaged<Object>.fromOpaque(object)._withUnsafeGuaranteedRef(work)
      }
      isInside.store(false, ordering: .releasing)
    }

    /// How long a block may last before the old object is kept for ever rather than waited for.
    private static var longestWaits: Int { 10_000 }

    /// When this returns the audio thread does not use the old object any more. [control-thread]
    func replace(with object: Object?) {
      let new = object.map { Unmanaged.passRetained($0).toOpaque() }
      guard let old = current.exchange(new, ordering: .sequentiallyConsistent) else { return }
      for _ in 0..<Self.longestWaits {
        if !isInside.load(ordering: .sequentiallyConsistent) {
          return Unmanaged<Object>.fromOpaque(old).release()
        }
        usleep(100)
      }
    }
  }
#endif
