import Glibc
import SpinetCsound
import SpinetDevices
import SpinetEngine
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import Synchronization

/// One performance of a `CsoundObj`, from its first block to its last, with a thread that watches it. The ends of its
/// rings belong to this object alone.
final class CsoundRun: @unchecked Sendable {
  // Sendable because whatever changes is atomic or behind a lock, and the run is only checked on the watching thread.
  let engine: CsoundObjEngine
  let run: EngineRun
  private let input: Capture?
  private let ends: Mutex<ControlEnds?>
  private let midiIn = Mutex<MIDIListener?>(nil)
  private let isStopping = Atomic<Bool>(false)
  private let isSilent = Mutex(false)
  /// Whether a block of it never ends, so that its memory must stay.
  private let isAbandoned = Atomic<Bool>(false)
  private let thread = JoinableThread()

  private static let secondsBetweenPolls = 0.005

  /// What a run reports, on its own thread.
  struct Events: Sendable {
    let message: @Sendable (CsoundMessage) -> Void
    /// Called every 5 ms.
    let checked: @Sendable () -> Void
    let began: @Sendable () -> Void
    /// Called when nothing sounds any more.
    let left: @Sendable () -> Void
    let ended: @Sendable () -> Void
  }

  /// - Parameter run: of the engine, and not attached to anybody yet.
  init(_ engine: CsoundObjEngine, _ run: EngineRun, input: Capture?) {
    self.engine = engine
    self.run = run
    self.input = input
    ends = Mutex(run.attach())
  }

  /// Starts the sound and the thread, unless `silence` came first.
  /// - Parameter previous: the run before. Its thread ends before this run reports its start.
  func start(after previous: CsoundRun?, _ events: Events) throws(SpinetError) {
    guard !isStopping.load(ordering: .acquiring) else { return }
    try run.start(input: input)
    try thread.start(name: "spinet-csound") { [self] in
      Self.threads.withLock { _ = $0.insert(UInt(pthread_self())) }
      defer { Self.threads.withLock { _ = $0.remove(UInt(pthread_self())) } }
      previous?.join()
      events.began()
      watch(events)
      silence()
      events.left()
      if !isAbandoned.load(ordering: .acquiring) { engine.end() }
      events.ended()
    }
  }

  private func watch(_ events: Events) {
    let warn = { (line: String) in events.message(CsoundMessage(line, .warning)) }
    var (isOver, isLost) = (false, false)
    while !isOver, !isStopping.load(ordering: .acquiring) {
      usleep(useconds_t(Self.secondsBetweenPolls * 1e6))
      engine.tellMessages()
      run.check(nil, warn)
      events.checked()
      let status = run.status
      reportLoss(status, &isLost, warn)
      isOver = hasEnded || status.needsRestart
    }
    run.check(nil, warn)
    engine.tellMessages(isLast: true)
    events.checked()
  }

  /// Whether the engine has reported the end since the last call.
  private var hasEnded: Bool {
    ends.withLock { ends in
      var hasEnded = false
      while let report = ends?.reports.next() { hasEnded = hasEnded || report == .performanceEnded }
      return hasEnded
    }
  }

  /// Warns when the card is lost and when it is back. The performance pauses meanwhile. It cannot continue at another
  /// rate.
  private func reportLoss(_ status: OutputStatus, _ isLost: inout Bool, _ warn: (String) -> Void) {
    let wasLost = isLost
    if case .lost(let reason) = status.state {
      isLost = true
      if !wasLost { warn("\(status.pcm): \(reason); the performance waits for it") }
    } else if wasLost {
      isLost = false
      warn("\(status.pcm) is back; the performance goes on")
    }
    if status.needsRestart { warn("\(status.pcm) is back with another rate or period; play again") }
  }

  /// Hands a message to the engine; false when the ring is full. [any-thread]
  func send(_ message: ShortMessage) -> Bool {
    ends.withLock { $0?.commands.send(EngineCommand(time: .now, .midi(message))) ?? false }
  }

  /// Plays the messages of the source that `open` opens, until `silence`.
  func listen(to open: @escaping @Sendable () throws(SpinetError) -> any MIDISource) throws(SpinetError) {
    let listener = try MIDIListener(open: open) { [self] in deliver($0) }
    midiIn.withLock { $0 = listener }
  }

  /// Waits while the ring is full, so that no note-off is lost.
  private func deliver(_ message: MIDIMessage) {
    guard let short = ShortMessage(bytes: message.bytes) else { return }
    while !send(short), !isStopping.load(ordering: .acquiring) { usleep(1000) }
  }

  /// Ends the sound; nothing is heard when it returns. A second call waits for the first. [any-thread]
  func silence() {
    isStopping.store(true, ordering: .releasing)
    midiIn.withLock { $0.take() }?.close()
    isSilent.withLock { isSilent in
      guard !isSilent else { return }
      isSilent = true
      if !run.end() { isAbandoned.store(true, ordering: .releasing) }
    }
  }

  /// Waits until the listeners have been notified of the end.
  func join() { thread.join() }

  /// The threads of all runs. Listeners are called on them.
  private static let threads = Mutex<Set<UInt>>([])

  /// Whether the caller is the thread of a run. Such a thread must not wait for another run, which may be waiting for
  /// it.
  static var isOnOwnThread: Bool { threads.withLock { $0.contains(UInt(pthread_self())) } }
}
