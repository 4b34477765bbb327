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

  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGPIPE]

  @Test func `Signals do again what they did before`() throws {
    let before = Self.signals.map { Self.address(Self.action(of: $0)) }
    let waker = try Waker()
    SignalHandling.begin(waking: waker)
    SignalHandling.begin(waking: waker)
    #expect(Self.signals.map { Self.address(Self.action(of: $0)) } != before)
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

  @Test(arguments: [(SIGINT, true), (SIGHUP, true), (SIGTERM, false)])
  func `SIGTERM ends in the ordinary way, other signals interrupt`(signal: Int32, interrupts: Bool) {
    SignalHandling.begin(waking: nil)
    defer { SignalHandling.end() }
    _ = Self.errnoAfter(signal, from: 0)
    #expect(SignalHandling.isEndRequested)
    #expect(SignalHandling.isInterrupted == interrupts)
  }

  @Test func `A session with an engine of one's own changes nothing of the process`() throws {
    final class Silence: SoundEngine {
      let name = "Silence"
      let widgets = [Widget("level")]
      let voiceCapacity = 1
      func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws {}
      func render(_ block: AudioBlock) {}
    }
    var options = PlayOptions()
    options.midi = .none
    options.pcm = "none"
    options.state = "none"
    options.tag = "own \(getpid())"
    options.durationSeconds = 0.1
    let session = try LiveSession(engine: Silence(), options: options, logger: Logger(label: "test"))
    #expect(session.handle.widgets["level"] != nil)
    let before = Self.signals.map { Self.address(Self.action(of: $0)) }
    var during: [Int] = []
    let isInterrupted = try session.run { line in
      #expect(line.hasPrefix("ready: Silence"))
      during = Self.signals.map { Self.address(Self.action(of: $0)) }
    }
    #expect(!isInterrupted && during == before)
    #expect(Self.signals.map { Self.address(Self.action(of: $0)) } == before)
  }
}
