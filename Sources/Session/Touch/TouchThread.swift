import SpinetDevices
import SpinetRealtime
import Synchronization

/// Plays the instrument's surface by a touch screen, without a browser.
final class TouchThread: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let waker: Waker
  private let thread = Mutex<WorkerThread?>(nil)

  private static let longestWait = 0.2
  private static let nanosecondsBetweenTries: Int64 = 2_000_000_000

  /// - Parameters:
  ///   - open: opens the screen, now and whenever it comes back.
  ///   - tell: gets warnings, on the thread.
  init(
    playing client: InputClient, open: @escaping @Sendable () throws(SpinetError) -> TouchReader,
    tell: @escaping @Sendable (SpinetError) -> Void
  ) throws(SpinetError) {
    waker = try Waker()
    var worker: WorkerThread? = try WorkerThread(name: "spinet-touch") { [self] in
      var told: SpinetError?
      while !isOver.load(ordering: .relaxed) {
        do throws(SpinetError) {
          let reader = try open()
          told = nil
          play(reader, by: client)
        } catch {
          // A lasting error is logged once.
          if told != error { tell(error) }
          told = error
        }
        waker.sleep(nanoseconds: Self.nanosecondsBetweenTries)
      }
    }
    thread.withLock { $0 = worker.take() }
  }

  /// Until the screen is gone.
  private func play(_ reader: TouchReader, by client: InputClient) {
    defer { client.leave() }
    while !isOver.load(ordering: .relaxed) {
      let isThere = reader.read(within: Self.longestWait) { change, time in
        client.touch(FingerInput(change), at: time)
      }
      if !isThere { return }
    }
  }

  /// No finger is down after it has returned.
  func end() {
    isOver.store(true, ordering: .relaxed)
    waker.wake()
    thread.withLock { $0 = nil }
  }
}

extension FingerInput {
  /// What a finger on a touch screen did.
  init(_ change: TouchSlots.Change) {
    let phase: Phase =
      switch change.phase {
      case .down: .down
      case .move: .move
      case .up: .up
      }
    self.init(change.finger, phase, x: change.x, y: change.y, pressure: change.pressure)
  }
}
