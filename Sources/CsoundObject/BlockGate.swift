#if Csound
  import Glibc
  import Synchronization

  /// An object that control replaces while the audio thread uses it: neither waits for a lock, and the old one
  /// is let go only when the audio thread has done with it. A handle to memory that its owner frees.
  ///
  /// It does not know the object's type, for the audio thread may not call what is generic.
  struct BlockGate: @unchecked Sendable, BitwiseCopyable {
    // Sendable because everything behind the pointer is atomic, and the object is Sendable itself.
    private let door: UnsafeMutablePointer<Door>

    private struct Door: ~Copyable {
      let current = Atomic<UnsafeMutableRawPointer?>(nil)
      let isInside = Atomic<Bool>(false)
    }

    init() {
      door = .allocate(capacity: 1)
      door.initialize(to: Door())
    }

    /// The gate as a context that C hands on.
    var context: UnsafeMutableRawPointer { UnsafeMutableRawPointer(door) }

    init(at context: UnsafeMutableRawPointer) { door = context.assumingMemoryBound(to: Door.self) }

    func deallocate() {
      door.pointee.current.load(ordering: .relaxed).map(Self.release)
      door.deinitialize(count: 1)
      door.deallocate()
    }

    /// The object, which stays until `leave`, called whatever this answers. [audio-thread]
    @_noLocks func enter() -> UnsafeMutableRawPointer? {
      door.pointee.isInside.store(true, ordering: .sequentiallyConsistent)
      return door.pointee.current.load(ordering: .sequentiallyConsistent)
    }

    /// [audio-thread]
    @_noLocks func leave() { door.pointee.isInside.store(false, ordering: .releasing) }

    /// How long a block may last before the old object is kept for ever rather than waited for.
    private static var longestWaits: Int { 10_000 }

    /// When this returns the audio thread does not use the old object any more. [control-thread]
    func replace(with object: (any AnyObject & Sendable)?) {
      let new = object.map { Unmanaged<AnyObject>.passRetained($0).toOpaque() }
      guard let old = door.pointee.current.exchange(new, ordering: .sequentiallyConsistent) else { return }
      for _ in 0..<Self.longestWaits {
        if !door.pointee.isInside.load(ordering: .sequentiallyConsistent) {
          return Self.release(old)
        }
        usleep(100)
      }
    }

    private static func release(_ object: UnsafeMutableRawPointer) {
      Unmanaged<AnyObject>.fromOpaque(object).release()
    }
  }
#endif
