import Glibc
import SpinetEngine
import SpinetRealtime
import Synchronization

/// A request of another thread to Csound, carried out between two control blocks.
struct PerformanceRequest: BitwiseCopyable, @unchecked Sendable {
  // Sendable because one thread at a time uses the memory that it points to.

  /// Score lines; nil for a table.
  var text: UnsafeMutablePointer<CChar>?
  var table: Int32
  var first: Int
  var values: UnsafeMutablePointer<Double>?
  var count = 0
  var isWrite = false
  /// The answer: how many values the table has; -1 if there is none.
  var tableLength = -1

  init(table: Int = 0, from first: Int = 0) {
    self.table = Int32(clamping: table)
    self.first = first
  }
}

/// Carries one request at a time to the audio thread and back. The audio thread neither waits nor frees.
struct PerformanceRequests: ~Copyable {
  private let waiting = Atomic<UnsafeMutableRawPointer?>(nil)
  private let done = Atomic<UnsafeMutableRawPointer?>(nil)

  /// The request that waits. `finish` follows. [audio-thread]
  @_noLocks func pop() -> UnsafeMutableRawPointer? {
    // Mostly there is none, and then nothing is written.
    if waiting.load(ordering: .relaxed) == nil { return nil }
    return waiting.exchange(nil, ordering: .acquiring)
  }

  /// [audio-thread]
  @_noLocks func finish(_ request: UnsafeMutableRawPointer) { done.store(request, ordering: .releasing) }

  /// Waits until the audio thread has carried it out. Nil if nothing is performed. For one other
  /// thread at a time.
  func carryOut(_ request: PerformanceRequest) -> PerformanceRequest? {
    let memory = FixedValue(request)
    let address = UnsafeMutableRawPointer(memory.address)
    done.store(nil, ordering: .relaxed)
    waiting.store(address, ordering: .releasing)
    let limit = HostTime.now.advanced(bySeconds: Self.longestWait)
    while done.load(ordering: .acquiring) != address {
      if HostTime.now > limit,
        waiting.compareExchange(expected: address, desired: nil, ordering: .acquiringAndReleasing).exchanged
      {
        return nil
      }
      usleep(500)
    }
    return memory.value
  }

  /// In seconds; a control block is much shorter.
  private static let longestWait = 2.0
}
