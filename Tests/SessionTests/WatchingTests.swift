import Synchronization
import Testing

@testable import SpinetSession

@Suite struct WatchingTests {
  /// Where the stack was at the first call and at the last one.
  private final class Stack: Sendable {
    private let places = Mutex<(first: UInt, last: UInt)?>(nil)

    func note() {
      var here: UInt8 = 0
      let place = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
      places.withLock { $0 = ($0?.first ?? place, place) }
    }

    /// In bytes.
    var growth: UInt {
      places.withLock { $0.map { max($0.first, $0.last) - min($0.first, $0.last) } } ?? .max
    }
  }

  /// An evening's worth of changes, each of which once made the next call a little deeper.
  @Test func `A watcher that was told often is called as directly as at first`() {
    let (watching, stack) = (Watching(InstrumentView(parts: [])), Stack())
    watching.begin { stack.note() }
    for _ in 0..<2000 { watching.tell() }
    #expect(stack.growth < 1000)
  }
}
