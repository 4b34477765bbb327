import Synchronization

/// The memory behind a cell at a fixed address, freed with its owner. The modules above use `FixedValue` for this,
/// but this module imports no other.
struct CellMemory<Storage: ~Copyable & Sendable>: ~Copyable, @unchecked Sendable {
  // Sendable because the address never changes, and what it leads to is Sendable.
  let address: UnsafeMutablePointer<Storage>

  init(_ storage: consuming Storage) {
    address = .allocate(capacity: 1)
    address.initialize(to: storage)
  }

  deinit {
    address.deinitialize(count: 1)
    address.deallocate()
  }
}

/// The current value of one widget at a fixed address, which any thread may read and write, including the
/// audio thread.
///
/// This is a handle to memory that its `Widget` owns. Whoever keeps a cell must keep its widget alive.
public struct WidgetCell: @unchecked Sendable, BitwiseCopyable {
  // Sendable because everything behind the pointer is atomic.
  @usableFromInline let storage: UnsafeMutablePointer<Storage>

  @usableFromInline struct Storage: ~Copyable, Sendable {
    @usableFromInline let bits: Atomic<UInt64>
    @usableFromInline let stamp = Atomic<UInt64>(0)
    @usableFromInline let presses = Atomic<UInt32>(0)
    /// The count that several widgets share; nil for a widget whose changes are not counted.
    @usableFromInline let changes: ChangeCount?
    /// The count that all widgets share.
    @usableFromInline let allChanges = WidgetChanges.all.count

    init(_ value: Double, changes: ChangeCount?) {
      bits = Atomic(value.bitPattern)
      self.changes = changes
    }
  }

  init(_ memory: borrowing CellMemory<Storage>) { storage = memory.address }

  /// The current value. [any-thread]
  @inlinable public var value: Double {
    @_noLocks get { Double(bitPattern: storage.pointee.bits.load(ordering: .relaxed)) }
  }

  /// Increases by one whenever a different value is written. [any-thread]
  @inlinable public var stamp: UInt64 {
    @_noLocks get { storage.pointee.stamp.load(ordering: .acquiring) }
  }

  /// Writes the value without limiting it, which `Widget.set` does. Returns whether it changed. [any-thread]
  @_noLocks @inlinable @discardableResult public func store(_ value: Double) -> Bool {
    let old = storage.pointee.bits.exchange(value.bitPattern, ordering: .relaxed)
    guard old != value.bitPattern else { return false }
    countChange()
    storage.pointee.changes?.increase()
    return true
  }

  /// Increases the stamp for a change other than the value's, such as a new text. [any-thread]
  @_noLocks package func recordChange() { countChange() }

  @_noLocks @inlinable func countChange() {
    storage.pointee.stamp.wrappingAdd(1, ordering: .releasing)
    storage.pointee.allChanges.increase()
  }

  /// Adds a press of a momentary button. [any-thread]
  @_noLocks @inlinable public func press() {
    storage.pointee.presses.wrappingAdd(1, ordering: .relaxed)
    countChange()
  }

  /// The number of presses that no control block has taken yet. [any-thread]
  @inlinable public var pendingPresses: UInt32 {
    @_noLocks get { storage.pointee.presses.load(ordering: .relaxed) }
  }

  /// Drops all presses, because they came while nothing played. [control-thread]
  package func dropPresses() { storage.pointee.presses.store(0, ordering: .relaxed) }

  /// Takes one press, if there is one. Returns true for exactly one control block for each press.
  /// [any-thread], but only one reader may take a widget's presses.
  @_noLocks @inlinable public func popPress() -> Bool {
    guard storage.pointee.presses.load(ordering: .relaxed) > 0 else { return false }
    storage.pointee.presses.wrappingSubtract(1, ordering: .relaxed)
    return true
  }
}
