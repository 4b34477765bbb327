#if Csound
  /// Owns one value at a fixed address, for C and the audio thread.
  struct Owned<Value: ~Copyable>: ~Copyable {
    let pointer: UnsafeMutablePointer<Value>

    init(_ value: consuming Value) {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: value)
    }

    deinit {
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
  }

  /// Owns a fixed number of values, which the audio thread changes in place.
  ///
  /// They are reached through the pointer, because the compiler refuses a generic subscript in `@_noLocks`.
  struct OwnedArray<Element: BitwiseCopyable>: ~Copyable {
    let values: UnsafeMutablePointer<Element>
    let count: Int

    init(repeating value: Element, count: Int) {
      values = .allocate(capacity: count)
      values.initialize(repeating: value, count: count)
      self.count = count
    }

    init(_ elements: [Element]) {
      values = .allocate(capacity: elements.count)
      for (index, element) in elements.enumerated() { (values + index).initialize(to: element) }
      count = elements.count
    }

    deinit { values.deallocate() }
  }
#endif
