/// Memory of a fixed size at a fixed address, freed with its owner.
///
/// Elements are read and written through `start`, without checks. A subscript would be a generic function,
/// which `@_noLocks` rejects across the files of a module.
public struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable {
  /// The address of the first element. Must not outlive the buffer.
  public let start: UnsafeMutablePointer<Element>
  public let count: Int

  @inlinable public init(repeating element: Element, count: Int) {
    self.count = count
    start = .allocate(capacity: count)
    start.initialize(repeating: element, count: count)
  }

  /// - Parameter element: makes the element of an index.
  @inlinable public init(count: Int, _ element: (Int) -> Element) {
    self.count = count
    start = .allocate(capacity: count)
    for index in 0..<count { (start + index).initialize(to: element(index)) }
  }

  @inlinable deinit { start.deallocate() }
}
