/// Memory of a fixed size at a fixed address, freed with its owner.
///
/// An index out of range traps.
public struct FixedBuffer<Element: ~Copyable>: ~Copyable {
  /// The address of the first element, for C functions and views. Must not outlive the buffer.
  public let start: UnsafeMutablePointer<Element>
  /// The number of elements.
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

  /// One element. [audio-thread]
  // Transparent, because `@_noLocks` rejects a call of a generic function. In this module, whose files are compiled
  // one by one, it rejects even that; they use `start`.
  @inlinable public subscript(index: Int) -> Element {
    @_transparent unsafeAddress { UnsafePointer(address(of: index)) }
    @_transparent nonmutating unsafeMutableAddress { address(of: index) }
  }

  /// The address of an element, for C functions and for subscripts of the owner. Must not outlive the buffer.
  /// [audio-thread]
  @_transparent public func address(of index: Int) -> UnsafeMutablePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return start + index
  }
}

extension FixedBuffer where Element: BitwiseCopyable {
  /// The elements must be written before they are read.
  @inlinable public init(uninitialized count: Int) {
    self.count = count
    start = .allocate(capacity: count)
  }

  /// Every element is the same at first.
  @inlinable public init(repeating element: Element, count: Int) {
    self.count = count
    start = .allocate(capacity: count)
    start.initialize(repeating: element, count: count)
  }
}

/// One value at a fixed address, freed with its owner.
public struct FixedValue<Value: ~Copyable>: ~Copyable {
  /// The address of the value, for C functions and for the ends that share it. Must not outlive this owner.
  public let address: UnsafeMutablePointer<Value>

  /// Moves the value to its address.
  @inlinable public init(_ value: consuming Value) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  @inlinable deinit {
    address.deinitialize(count: 1)
    address.deallocate()
  }

  /// The value. [audio-thread]
  @inlinable public var value: Value {
    @_transparent unsafeAddress { UnsafePointer(address) }
    @_transparent nonmutating unsafeMutableAddress { address }
  }
}
