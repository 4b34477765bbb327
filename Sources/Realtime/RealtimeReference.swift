import Glibc
import Synchronization

/// Owns an object that control replaces while the audio thread uses it. Neither side waits for a lock, and
/// the old object is released only when the audio thread is done with it.
///
/// It does not know the object's type, because generic code cannot be marked `@_noLocks`.
package struct RealtimeReference: ~Copyable {
  private let storage = FixedValue(RealtimeHandle.Storage())
  /// The audio thread's side. It must not outlive this owner.
  package let handle: RealtimeHandle

  package init() { handle = RealtimeHandle(storage.address) }

  deinit { handle.replace(with: nil) }

  /// When this returns, the audio thread no longer uses the old object. If it still does after a second, the old
  /// object is leaked. [control-thread]
  package func replace(with object: (any AnyObject & Sendable)?) { handle.replace(with: object) }
}

/// The audio thread's side of a `RealtimeReference`, which must outlive it.
package struct RealtimeHandle: @unchecked Sendable, BitwiseCopyable {
  // Sendable because everything behind the pointer is atomic, and the object is Sendable itself.
  private let storage: UnsafeMutablePointer<Storage>

  fileprivate struct Storage: ~Copyable {
    let current = Atomic<UnsafeMutableRawPointer?>(nil)
    let isInUse = Atomic<Bool>(false)
  }

  fileprivate init(_ storage: UnsafeMutablePointer<Storage>) { self.storage = storage }

  /// The handle as a context that passes through C.
  package var context: UnsafeMutableRawPointer { UnsafeMutableRawPointer(storage) }

  package init(at context: UnsafeMutableRawPointer) {
    storage = context.assumingMemoryBound(to: Storage.self)
  }

  /// The object, valid until `release`, which must follow even when this returns nil. [audio-thread]
  @_noLocks package func acquire() -> UnsafeMutableRawPointer? {
    storage.pointee.isInUse.store(true, ordering: .sequentiallyConsistent)
    return storage.pointee.current.load(ordering: .sequentiallyConsistent)
  }

  /// [audio-thread]
  package var isEmpty: Bool {
    @_noLocks get { storage.pointee.current.load(ordering: .sequentiallyConsistent) == nil }
  }

  /// [audio-thread]
  @_noLocks package func release() { storage.pointee.isInUse.store(false, ordering: .releasing) }

  /// How often to poll for the audio thread, every 100 µs, before the old object is leaked.
  private static var longestWait: Int { 10_000 }

  fileprivate func replace(with object: (any AnyObject & Sendable)?) {
    let new = object.map { Unmanaged<AnyObject>.passRetained($0).toOpaque() }
    guard let old = storage.pointee.current.exchange(new, ordering: .sequentiallyConsistent) else { return }
    for _ in 0..<Self.longestWait {
      if !storage.pointee.isInUse.load(ordering: .sequentiallyConsistent) { return Self.drop(old) }
      usleep(100)
    }
  }

  private static func drop(_ object: UnsafeMutableRawPointer) {
    Unmanaged<AnyObject>.fromOpaque(object).release()
  }
}
