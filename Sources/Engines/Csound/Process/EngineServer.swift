import Glibc
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization

/// The process of an engine: it answers the questions of the instrument that has started it, and ends with it.
package final class EngineServer: Sendable {
  /// Makes an engine from the words of its program. The closure gets lines for people.
  package typealias Maker =
    @Sendable (String, @escaping @Sendable (String) -> Void) throws(SpinetError) -> any SoundEngine

  private let socket: MessageSocket
  private let questions = Mutex<[EngineQuestion]>([])
  private let waker: Waker
  private let isEnding = Atomic<Bool>(false)

  private static let memoryDescriptor = ProcessStart.firstDescriptor + 1
  private static let wakeDescriptor = ProcessStart.firstDescriptor + 2
  /// What a program may take, in bytes.
  private static let mostMemory = rlim_t(4 << 30)
  /// The seconds after which an engine that does not end is ended.
  private static let longestEnd: UInt32 = 2

  /// Whether an instrument has started this process to serve it.
  package static var isStarted: Bool {
    var figures = stat()
    return fstat(ProcessStart.firstDescriptor, &figures) == 0 && figures.st_mode & S_IFMT == S_IFSOCK
  }

  /// Serves until the instrument has ended, or wants the engine no longer.
  package static func run(_ make: @escaping Maker) -> Never {
    limit()
    for descriptor in ProcessStart.firstDescriptor...wakeDescriptor {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    do throws(SpinetError) {
      try EngineServer(MessageSocket(ProcessStart.firstDescriptor)).serve(make)
    } catch {
      exit(71)
    }
    exit(0)
  }

  private func serve(_ make: @escaping Maker) throws(SpinetError) {
    let worker = JoinableThread()
    try worker.start(name: "spinet-work") { [self] in work(make) }
    read()
    // Whatever hangs in the engine, the process ends.
    alarm(Self.longestEnd)
    isEnding.store(true, ordering: .releasing)
    waker.wake()
    worker.join()
  }

  private init(_ socket: MessageSocket) throws(SpinetError) {
    self.socket = socket
    waker = try Waker()
  }

  /// A program that takes all memory is refused more, and is the first to be ended by the system.
  private static func limit() {
    for (kind, most) in [(RLIMIT_AS, mostMemory), (RLIMIT_CORE, 0)] {
      let resource = __rlimit_resource_t(kind.rawValue)
      var limit = rlimit()
      getrlimit(resource, &limit)
      limit.rlim_cur = min(limit.rlim_cur, most)
      limit.rlim_max = min(limit.rlim_max, most)
      setrlimit(resource, &limit)
    }
    let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, "500", 3)
    close(file)
  }

  /// Reads until the instrument is gone.
  private func read() {
    while let question = socket.receive(EngineQuestion.self) {
      questions.withLock { $0.append(question) }
      waker.wake()
    }
  }

  private func next() -> EngineQuestion? {
    while !isEnding.load(ordering: .acquiring) {
      if let question = questions.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return question }
      waker.sleep(nanoseconds: nil)
      waker.consume()
    }
    return nil
  }

  private func work(_ make: Maker) {
    var engine: (any SoundEngine)?
    var stream: ServedStream?
    while let question = next() {
      socket.send(answer(question, make, &engine, &stream))
    }
    stream?.stop()
    stream = nil
    engine = nil
  }

  private func answer(
    _ question: EngineQuestion, _ make: Maker, _ engine: inout (any SoundEngine)?,
    _ stream: inout ServedStream?
  ) -> EngineMessage {
    do throws(SpinetError) {
      switch question {
      case .make(let text):
        let made = try make(text) { [socket] line in socket.send(EngineMessage.told(line)) }
        engine = made
        return .made(EngineDescription(made))
      case .stop:
        stream?.stop()
        stream = nil
        return .stopped
      case .prepare(let format):
        guard let engine else { throw Self.notMade }
        stream = try ServedStream(
          engine, format, memory: Self.memoryDescriptor, wake: Self.wakeDescriptor, socket)
        // Under a limit, only memory that exists is locked. So this happens when the engine has all its memory.
        if !format.isOffline { _ = MemoryLock.acquire() }
        return .prepared(outputCount: engine.outputCount)
      default:
        guard let command = question.command, let engine = engine as? any CommandedEngine else {
          throw Self.notMade
        }
        return EngineMessage(try engine.work(for: command)())
      }
    } catch {
      return .refused(ErrorWords(error))
    }
  }

  private static var notMade: SpinetError {
    SpinetError(.engineStopped, what: "engine", why: "it does not exist", remedy: Remedy(.startEngine))
  }
}
