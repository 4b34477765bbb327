import Synchronization

/// The live value of one widget at a fixed address: a handle that any thread, the audio thread
/// included, may read and write.
///
/// It is a copy of a pointer that its `Widget` owns: whoever holds a cell keeps its widget alive.
public struct WidgetCell: @unchecked Sendable, BitwiseCopyable {
  // Sendable because everything behind the pointer is atomic.
  @usableFromInline let storage: UnsafeMutablePointer<Storage>

  @usableFromInline struct Storage: ~Copyable {
    @usableFromInline let bits: Atomic<UInt64>
    @usableFromInline let stamp = Atomic<UInt64>(0)
    @usableFromInline let presses = Atomic<UInt32>(0)
    init(_ value: Double) { bits = Atomic(value.bitPattern) }
  }

  init(initial: Double) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage(initial))
  }

  func deallocate() {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// The value now. [any-thread]
  @inlinable public var value: Double {
    @_noLocks get { Double(bitPattern: storage.pointee.bits.load(ordering: .relaxed)) }
  }

  /// Rises by one whenever the value is written as something new. [any-thread]
  @inlinable public var stamp: UInt64 {
    @_noLocks get { storage.pointee.stamp.load(ordering: .acquiring) }
  }

  /// Writes the value as it is; the widget's own setters clamp. Answers whether it changed. [any-thread]
  @_noLocks @inlinable @discardableResult public func store(_ value: Double) -> Bool {
    let old = storage.pointee.bits.exchange(value.bitPattern, ordering: .relaxed)
    guard old != value.bitPattern else { return false }
    storage.pointee.stamp.wrappingAdd(1, ordering: .releasing)
    return true
  }

  /// Counts a press of a momentary button. [any-thread]
  @_noLocks @inlinable public func press() {
    storage.pointee.presses.wrappingAdd(1, ordering: .relaxed)
    storage.pointee.stamp.wrappingAdd(1, ordering: .releasing)
  }

  /// Presses that no control block has taken yet. [any-thread]
  @inlinable public var pendingPresses: UInt32 {
    @_noLocks get { storage.pointee.presses.load(ordering: .relaxed) }
  }

  /// Takes one press, if there is one: true for exactly one control block a press. [any-thread],
  /// but one alone takes a widget's presses.
  @_noLocks @inlinable public func takePress() -> Bool {
    guard storage.pointee.presses.load(ordering: .relaxed) > 0 else { return false }
    storage.pointee.presses.wrappingSubtract(1, ordering: .relaxed)
    return true
  }
}
