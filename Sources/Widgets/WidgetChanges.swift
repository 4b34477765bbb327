import Synchronization

/// Counts the changes of several widgets together, so that an engine reads none of them while none changes.
public final class WidgetChanges: Sendable {
  private let memory: CellMemory<ChangeCount.Storage>
  /// Valid as long as this or one of the widgets lives.
  public let count: ChangeCount

  public init() {
    let memory = CellMemory(ChangeCount.Storage())
    count = ChangeCount(storage: memory.address)
    self.memory = consume memory
  }
}

/// A handle of the count of `WidgetChanges`.
public struct ChangeCount: @unchecked Sendable, BitwiseCopyable {
  // Sendable because everything behind the pointer is atomic.
  @usableFromInline let storage: UnsafeMutablePointer<Storage>

  @usableFromInline struct Storage: ~Copyable, Sendable {
    @usableFromInline let changes = Atomic<UInt64>(0)
    init() {}
  }

  /// Read it before the widgets. Then no change that it counts is missed. [any-thread]
  @inlinable public var value: UInt64 {
    @_noLocks get { storage.pointee.changes.load(ordering: .acquiring) }
  }

  /// [any-thread]
  @_noLocks @inlinable func increase() { storage.pointee.changes.wrappingAdd(1, ordering: .releasing) }
}
