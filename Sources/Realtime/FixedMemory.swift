/// Memory of a fixed size at a fixed address, freed with its owner.
///
/// Elements are read and written through `start`, without checks. A subscript would be a generic function,
/// which `@_noLocks` rejects across the files of a module.
public struct FixedBuffer<Element: ~Copyable>: ~Copyable {
  /// The address of the first element. Must not outlive the buffer.
  public let start: UnsafeMutablePointer<Element>
  public let count: Int

  /// - Parameter element: makes the element of an index.
  @inlinable public init(count: Int, _ element: (Int) -> Element) {
    self.count = count
    start = .allocate(capacity: count)
    for index in 0..<count { (start + index).initialize(to: element(index)) }
  }

  @inlinable deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }
}

extension FixedBuffer where Element: BitwiseCopyable {
  /// The elements must be written before they are read.
  @inlinable public init(uninitialized count: Int) {
    self.count = count
    start = .allocate(capacity: count)
  }

  @inlinable public init(repeating element: Element, count: Int) {
    self.count = count
    start = .allocate(capacity: count)
    start.initialize(repeating: element, count: count)
  }
}

/// One value at a fixed address, freed with its owner.
///
/// The value is used through `address`, for the same reason.
public struct FixedValue<Value: ~Copyable>: ~Copyable {
  /// The address of the value. Must not outlive this owner.
  public let address: UnsafeMutablePointer<Value>

  @inlinable public init(_ value: consuming Value) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  @inlinable deinit {
    address.deinitialize(count: 1)
    address.deallocate()
  }
}
