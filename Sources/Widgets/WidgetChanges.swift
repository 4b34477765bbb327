import Synchronization

/// Counts the changes of several widgets together, so that an engine reads none of them while none changes.
public final class WidgetChanges: Sendable {
  private let memory: CellMemory<ChangeCount.Storage>
  /// Valid as long as this or one of the widgets lives.
  public let count: ChangeCount

  /// Counts nothing until widgets share it.
  public init() {
    let memory = CellMemory(ChangeCount.Storage())
    count = ChangeCount(storage: memory.address)
    self.memory = consume memory
  }

  /// Counts the changes, presses and new texts of all widgets of the process.
  package static let all = WidgetChanges()
}

/// Tells whoever follows many widgets when to look at them. It costs one load, so that nobody compares widgets while
/// none changes.
package struct WidgetNews: Sendable {
  /// The count of changes when the widgets were last looked at; nil before the first time.
  private var seen: UInt64?

  package init() {}

  /// Whether a widget has changed since `popChange` last said so.
  package var isThere: Bool { seen != WidgetChanges.all.count.value }

  /// Whether to look at the widgets now. What changes from here on is news again.
  package mutating func popChange() -> Bool {
    let count = WidgetChanges.all.count.value
    defer { seen = count }
    return seen != count
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
