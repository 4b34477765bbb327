import CRealtime
import Glibc
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization

/// A process that owns one engine. It ends with this owner, and with this process.
final class EngineProcess: @unchecked Sendable {
  // Sendable because what is not constant is atomic, or behind a lock.
  let life: ProcessLife
  private let lifeMemory = FixedValue(ProcessLife.Figures())
  private let memory: Int32
  private let waker: Waker
  private let socket: MessageSocket
  private let process: pid_t
  private let inbox: ProcessInbox
  private let reader = JoinableThread()
  /// How often somebody who waits for an answer looks whether it is still wanted.
  private static let nanosecondsBetweenLooks: Int64 = 20_000_000
  /// Held during a question, so that there is one at a time.
  private let asking = Mutex<Void>(())

  var wakeDescriptor: Int32 { waker.descriptor }

  /// Starts a process.
  /// - Parameters:
  ///   - words: the program and its arguments, which call `EngineServer.run`.
  ///   - name: of what it plays, for messages.
  ///   - log: gets lines for people. [any-thread]
  init(_ words: [String], for name: String, log: @escaping @Sendable (String) -> Void) throws(SpinetError) {
    waker = try Waker()
    let heard = try Waker()
    memory = rt_shared_memory("spinet-engine")
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard memory >= 0, socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      if memory >= 0 { close(memory) }
      throw Self.outOfResources(String(cString: strerror(errno)))
    }
    defer { close(ends[1]) }
    socket = MessageSocket(ends[0])
    let start = ProcessStart(
      words, passing: [ends[1], memory, waker.descriptor], environment: ["SWIFT_BACKTRACE=enable=no"])
    guard let process = start.start() else {
      close(memory)
      throw Self.outOfResources("the system cannot start another process")
    }
    self.process = process
    life = ProcessLife(lifeMemory)
    inbox = ProcessInbox(socket, process, life, named: name, heard, log)
    do throws(SpinetError) {
      try reader.start(name: "spinet-engine") { [inbox] in inbox.read() }
    } catch {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw error
    }
  }

  /// The engine ends in order, for a second at most.
  deinit {
    socket.end()
    reader.join()
    close(memory)
  }

  private static func outOfResources(_ why: String) -> SpinetError {
    SpinetError(.outOfResources, what: "engine", why: why, remedy: Remedy(.closeOtherPrograms))
  }

  /// The labels whose texts the process may change.
  func show(_ widgets: [Widget]) { inbox.show(widgets) }

  /// Memory for a stream, which both sides see. The last stream has ended.
  func makeStream(_ format: SharedFormat) throws(SpinetError) -> SharedStream {
    // Nothing of the last stream is left in it.
    guard ftruncate(memory, 0) == 0, ftruncate(memory, off_t(format.byteCount)) == 0,
      let stream = SharedStream(memory, format)
    else { throw Self.outOfResources(String(cString: strerror(errno))) }
    return stream
  }

  /// Asks, and waits for the answer. Ends a process that does not answer in time, or whose answer is no longer wanted.
  /// Not for control while something plays.
  /// - Parameters:
  ///   - doing: for the error when the process ends meanwhile: `while Csound compiled it`.
  func ask(
    _ question: EngineQuestion, about what: String, doing: String, within seconds: Double = 120,
    unless isUnwanted: () -> Bool = { false }
  ) throws(SpinetError) -> EngineMessage {
    let answer = asking.withLock { _ in
      socket.send(question) ? wait(until: HostTime.now.advanced(bySeconds: seconds), isUnwanted) : nil
    }
    switch answer {
    case .refused(let words): throw words.error
    case let answer?: return answer
    case nil:
      // The end is noticed a moment after the last message.
      reader.join()
      let reason = ProgramCrash(signal: life.signal)?.reason ?? "its process has ended"
      throw SpinetError(.programFailed, what: what, why: "\(reason) \(doing)", remedy: "fix it")
    }
  }

  /// Nil when there is none, and the process is ended.
  private func wait(until limit: HostTime, _ isUnwanted: () -> Bool) -> EngineMessage? {
    while true {
      if let answer = inbox.popAnswer() { return answer }
      if life.isOver { return inbox.popAnswer() }
      if HostTime.now > limit || isUnwanted() {
        inbox.stop()
        return nil
      }
      inbox.sleep(nanoseconds: Self.nanosecondsBetweenLooks)
    }
  }
}

/// Reads what the process of an engine says, on a thread of its own, and notices its end.
final class ProcessInbox: Sendable {
  private let socket: MessageSocket
  private let process: pid_t
  private let life: ProcessLife
  private let name: String
  private let log: @Sendable (String) -> Void
  private let answers = Mutex<[EngineMessage]>([])
  private let labels = Mutex<[Widget]>([])
  /// Wakes who waits for an answer.
  private let heard: Waker

  /// How long a process may take to end.
  private static let longestEnd = 1.0

  init(
    _ socket: MessageSocket, _ process: pid_t, _ life: ProcessLife, named name: String,
    _ heard: Waker, _ log: @escaping @Sendable (String) -> Void
  ) {
    (self.socket, self.process, self.life) = (socket, process, life)
    (self.name, self.heard, self.log) = (name, heard, log)
  }

  func show(_ widgets: [Widget]) { labels.withLock { $0 = widgets } }

  func popAnswer() -> EngineMessage? { answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

  /// Sleeps until there may be an answer, or the process has ended.
  func sleep(nanoseconds: Int64) {
    heard.sleep(nanoseconds: nanoseconds)
    heard.consume()
  }

  /// Ends a process that does not answer.
  func stop() {
    life.end(signal: SIGXCPU)
    kill(process, SIGKILL)
  }

  /// Reads until the process has ended.
  func read() {
    var watch = ProcessWatch()
    while true {
      if watch.isDue(at: .now) { check(&watch) }
      guard isReadable(socket.descriptor, within: ProcessWatch.secondsBetweenLooks) else { continue }
      guard let message = socket.receive(EngineMessage.self) else { break }
      take(message)
    }
    life.end(signal: reap())
    heard.wake()
  }

  private func check(_ watch: inout ProcessWatch) {
    watch.countTime(of: process)
    switch watch.verdict(missed: life.secondsMissed(at: .now)) {
    case .fine: break
    case .slow: log("\(name): one block has taken more than a second; fix the program, or play another")
    case .stuck: stop()
    }
  }

  private func take(_ message: EngineMessage) {
    switch message {
    case .told(let line): log(line)
    case .label(let index, let text):
      let label = labels.withLock { $0.indices.contains(index) ? $0[index].label : nil }
      if let label { text.withCString { label.store($0) } }
    default:
      answers.withLock { $0.append(message) }
      heard.wake()
    }
  }

  /// Waits for the end of the process, and ends it if that takes long. Returns the signal that ended it.
  private func reap() -> Int32 {
    let limit = HostTime.now.advanced(bySeconds: Self.longestEnd)
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if HostTime.now > limit { kill(process, SIGKILL) }
      usleep(500)
    }
    let signal = status & 0x7F
    return signal == 0 ? SIGQUIT : signal
  }
}
