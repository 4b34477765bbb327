import Foundation
import Glibc
import Logging
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSession

/// One after the other: signals are the process's.
@Suite(.serialized) struct SignalHandlingTests {
  private static func action(of signal: Int32) -> __sighandler_t? {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return action.__sigaction_handler.sa_handler
  }

  private static func address(_ handler: __sighandler_t?) -> Int { unsafeBitCast(handler, to: Int.self) }

  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU]

  @Test func `Signals do again what they did before`() throws {
    let before = Self.signals.map { Self.address(Self.action(of: $0)) }
    let waker = try Waker()
    SignalHandling.begin(waking: waker)
    SignalHandling.begin(waking: waker)
    let ordinary = Self.address(SIG_DFL)
    #expect(Self.signals.allSatisfy { Self.address(Self.action(of: $0)) != ordinary })
    SignalHandling.end()
    #expect(Self.signals.map { Self.address(Self.action(of: $0)) } == before)
  }

  @Test func `A signal wakes, is known until the end, and leaves errno as it was`() throws {
    SignalHandling.begin(waking: nil)
    defer { SignalHandling.end() }
    #expect(!SignalHandling.isEndRequested)
    // Without a pipe the handler's write fails with EBADF.
    #expect(Self.errnoAfter(SIGHUP, from: ERANGE) == ERANGE)
    #expect(SignalHandling.isEndRequested)
    SignalHandling.end()
    #expect(!SignalHandling.isEndRequested)
  }

  /// The threads that run tests block signals.
  private static func errnoAfter(_ signal: Int32, from before: Int32) -> Int32 {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    var usual = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &set, &usual)
    defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }
    errno = before
    raise(signal)
    return errno
  }

  @Test(arguments: [(SIGINT, SIGTERM, true), (SIGTERM, SIGHUP, false)])
  func `A signal that follows at once does not change which one ended the session`(
    first: Int32, second: Int32, interrupts: Bool
  ) {
    SignalHandling.begin(waking: nil)
    defer { SignalHandling.end() }
    _ = Self.errnoAfter(first, from: 0)
    _ = Self.errnoAfter(second, from: 0)
    #expect(SignalHandling.isInterrupted == interrupts)
  }

  @Test(arguments: [(SIGINT, true), (SIGHUP, true), (SIGTERM, false)])
  func `SIGTERM ends in the ordinary way, other signals interrupt`(signal: Int32, interrupts: Bool) {
    SignalHandling.begin(waking: nil)
    defer { SignalHandling.end() }
    _ = Self.errnoAfter(signal, from: 0)
    #expect(SignalHandling.isEndRequested)
    #expect(SignalHandling.isInterrupted == interrupts)
  }

  @Test func `A session changes neither a signal nor a limit of the process`() async {
    await #expect(processExitsWith: .success) {
      let before = ProcessState()
      var during: ProcessState?
      let session = try Self.session()
      guard session.handle.widgets["level"] != nil, ProcessState() == before else { exit(1) }
      let isInterrupted = try session.run { line in
        during = line.hasPrefix("ready: Silence") ? ProcessState() : nil
      }
      exit(!isInterrupted && during == before && ProcessState() == before ? 0 : 2)
    }
  }

  /// With an engine of one's own, and an audio thread without a device.
  private static func session() throws -> LiveSession {
    final class Silence: SoundEngine {
      let name = "Silence"
      let widgets = [Widget("level")]
      let voiceCapacity = 1
      func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
      func render(_ block: AudioBlock) {}
    }
    var options = PlayOptions()
    options.midi = .none
    options.pcm = "none"
    options.state = .none
    options.tag = "own \(getpid())"
    options.durationSeconds = 0.1
    return try LiveSession(engine: Silence(), options: options, logger: Logger(label: "test"))
  }
}

/// What every signal does, every limit, and how much memory is locked.
private struct ProcessState: Equatable {
  private let handlers: [Int]
  private let limits: [[rlim_t]]
  private let lockedMemory: String?

  init() {
    handlers = (1...64).map { number in
      var action = sigaction()
      sigaction(Int32(number), nil, &action)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }
    limits = (0..<16).map { resource in
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(UInt32(resource)), &limit)
      return [limit.rlim_cur, limit.rlim_max]
    }
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    lockedMemory = status?.split(separator: "\n").first { $0.hasPrefix("VmLck:") }.map(String.init)
  }
}
