import Synchronization

/// The text of one label at a fixed address. One thread writes it, which may be the audio thread; any thread reads it.
///
/// This is a handle to memory that its `Widget` owns. The widget must outlive it.
public struct TextCell: @unchecked Sendable, BitwiseCopyable {
  // Sendable because everything behind the pointers is atomic.
  private let storage: UnsafeMutablePointer<Storage>
  private let widget: WidgetCell

  /// In bytes of UTF-8. The rest of a longer text is not shown.
  package static var capacity: Int { @_noLocks get { 256 } }
  private static var wordCount: Int { @_noLocks get { capacity / 8 } }

  struct Storage: ~Copyable, @unchecked Sendable {
    // Sendable because everything in it is atomic.
    /// Odd while the text is written.
    let turn = Atomic<UInt64>(0)
    fileprivate let words: UnsafeMutablePointer<Atomic<UInt64>>

    init() {
      words = .allocate(capacity: wordCount)
      for index in 0..<wordCount { (words + index).initialize(to: Atomic(0)) }
    }

    deinit { words.deallocate() }
  }

  /// - Parameter widget: its stamp increases with every new text.
  init(of widget: WidgetCell, _ memory: borrowing CellMemory<Storage>) {
    self.widget = widget
    storage = memory.address
  }

  /// Shows a text that ends in a zero byte. Only for one thread, which may be the audio thread.
  @_noLocks package func store(_ text: UnsafePointer<CChar>) {
    guard !isShown(text) else { return }
    storage.pointee.turn.wrappingAdd(1, ordering: .sequentiallyConsistent)
    var (offset, isOver) = (0, false)
    for index in 0..<Self.wordCount {
      let word = Self.word(of: text, at: &offset, &isOver)
      storage.pointee.words[index].store(word, ordering: .sequentiallyConsistent)
    }
    storage.pointee.turn.wrappingAdd(1, ordering: .sequentiallyConsistent)
    widget.recordChange()
  }

  @_noLocks private func isShown(_ text: UnsafePointer<CChar>) -> Bool {
    var (offset, isOver) = (0, false)
    for index in 0..<Self.wordCount where !isOver {
      let word = Self.word(of: text, at: &offset, &isOver)
      if storage.pointee.words[index].load(ordering: .relaxed) != word { return false }
    }
    return true
  }

  /// The next eight bytes of a text, zeros behind its end. The last byte of the cell stays zero.
  @_noLocks private static func word(
    of text: UnsafePointer<CChar>, at offset: inout Int, _ isOver: inout Bool
  ) -> UInt64 {
    var word: UInt64 = 0
    for byte in 0..<8 {
      isOver = isOver || offset == capacity - 1 || text[offset] == 0
      if !isOver {
        word |= UInt64(UInt8(bitPattern: text[offset])) << UInt64(8 * byte)
        offset += 1
      }
    }
    return word
  }

  /// [any-thread]
  var text: String {
    while true {
      let before = storage.pointee.turn.load(ordering: .sequentiallyConsistent)
      let words = (0..<Self.wordCount).map {
        storage.pointee.words[$0].load(ordering: .sequentiallyConsistent)
      }
      let after = storage.pointee.turn.load(ordering: .sequentiallyConsistent)
      if before == after, before % 2 == 0 { return Self.text(of: words) }
    }
  }

  private static func text(of words: [UInt64]) -> String {
    let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
