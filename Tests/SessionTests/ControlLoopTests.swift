import Glibc
import Logging
import Scratch
import SpinetDevices
import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMIDIFile
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

/// A service that writes down its turns.
private final class Scribe: Service {
  var descriptors: [pollfd] = []
  var moment: HostTime?
  let name: String
  private let book: Book

  final class Book { var turns: [String] = [] }

  init(_ name: String, in book: Book, moment: HostTime? = nil) {
    (self.name, self.book, self.moment) = (name, book, moment)
  }

  func nextMoment(after now: HostTime) -> HostTime? { moment }

  func turn(at now: HostTime, isReady: Bool) { book.turns.append(name + (isReady ? " ready" : "")) }
}

@Suite struct ControlLoopTests {
  private let clock = JumpingClock()
  private let book = Scribe.Book()

  @Test func `Each service has its turn in order, and hears of its own descriptors only`() throws {
    let (idle, ready) = (try Waker(), try Waker())
    let services = ["a", "b", "c"].map { Scribe($0, in: book) }
    services[0].descriptors = [pollfd(reading: idle.descriptor)]
    services[1].descriptors = [pollfd(reading: nil), pollfd(reading: ready.descriptor)]
    ready.wake()
    ControlLoop(services, clock: clock, waker: try Waker()).turn()
    #expect(book.turns == ["a", "b ready", "c"])
  }

  @Test func `It sleeps until the first moment of a service, or until its end`() throws {
    let start = clock.now
    let services = [
      Scribe("late", in: book, moment: start.advanced(bySeconds: 9)), Scribe("never", in: book),
    ]
    let loop = ControlLoop(services, clock: clock, waker: try Waker(), seconds: 3)
    loop.run { true }
    #expect(clock.now == start.advanced(bySeconds: 3) && book.turns == ["late", "never"])
    loop.turn()
    #expect(clock.now == start.advanced(bySeconds: 9))
  }

  @Test func `It ends when it is told to`() throws {
    let loop = ControlLoop([Scribe("a", in: book)], clock: clock, waker: try Waker())
    loop.run { book.turns.count < 3 }
    #expect(book.turns == ["a", "a", "a"])
  }

  @Test func `A wake is taken, so that the next sleep is a sleep`() throws {
    let waker = try Waker()
    let loop = ControlLoop([Scribe("a", in: book)], clock: clock, waker: waker)
    waker.wake()
    loop.turn()
    #expect(!waker.consume())
  }
}

@Suite struct `A session in virtual time` {
  private let folder = TemporaryFolder()
  private let clock = JumpingClock()
  private let port = Rig.port(PortID(rawValue: 1))
  private let one = Channel(status: 0)

  /// The engine, which sounds as its keyboard says.
  private final class Engine: SoundEngine {
    let name = "Virtual"
    let widgets = [Widget("filter.cutoff", range: 0...127)]
    let voiceCapacity = 8
    let inputCount = 2
    func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
    func render(_ block: AudioBlock) {}
  }

  /// The cards that were opened.
  private final class Cards: Sendable {
    let outputs = Mutex<[StagedOutput]>([])

    func open(_ request: OutputRequest) -> StagedOutput {
      let output = StagedOutput(request)
      outputs.withLock { $0.append(output) }
      return output
    }
  }

  private let cards = Cards()

  private func session(
    _ script: [MIDISourceEvent] = [], seconds: Double? = nil,
    change: (inout PlayOptions, inout Surroundings) -> Void = { _, _ in }
  ) throws -> LiveSession {
    var options = PlayOptions()
    options.tag = "virtual \(getpid()) \(folder.path.split(separator: "/").last ?? "")"
    options.durationSeconds = seconds
    options.journalBytes = 1 << 20
    var surroundings = Surroundings()
    surroundings.clock = clock
    surroundings.source = ScriptedSource(script, clock: clock)
    surroundings.folders = Folders(environment: ["XDG_STATE_HOME": folder.path, "HOME": folder.path])
    surroundings.open = { [cards] request in cards.open(request) }
    surroundings.tryOpen = { [cards] request in cards.open(request) }
    change(&options, &surroundings)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return try LiveSession(
      LoadedInstrument(name: "virtual", engine: Engine()), readAt: .now, options, logger, in: surroundings)
  }

  private func message(_ message: MIDIMessage, at seconds: Double) -> MIDISourceEvent {
    .message(message, from: port.id, at: clock.now.advanced(bySeconds: seconds))
  }

  @Test func `A song plays its first note, however long its controllers take to be connected`() throws {
    typealias Event = StandardMIDIFile.TrackEvent
    let channel = Channel(status: 0)
    let events = [
      Event(tick: 0, .message(.noteOn(channel, key: 69, velocity: 90))),
      Event(tick: 480 * 60, .message(.noteOff(channel, key: 69, velocity: 0))),
    ]
    let file = try StandardMIDIFile(
      bytes: StandardMIDIFile.bytes(tracks: [events], ticksPerQuarter: 480), file: "song.mid")
    let source = ScriptedSource([.connected(port)], clock: clock)
    source.connectingSeconds = 0.8
    let session = try session(seconds: 2) { options, surroundings in
      options.song = SongToPlay(file, named: "song.mid", at: "/song.mid")
      surroundings.source = source
    }
    var keys: Set<UInt8> = []
    source.isRead = { [unowned session] in keys.formUnion(session.performer.keyboard.soundingKeys) }
    _ = try session.run { _ in }
    #expect(keys == [69])
  }

  /// A command that asks once, without a socket.
  private final class OneCommand: RequestSource {
    private let request = Request.engine(.stop)
    private let waker: Waker
    let answers = Answers()

    final class Answers: Sendable { let all = Mutex<[Response]>([]) }

    init() throws {
      waker = try Waker()
      waker.wake()
    }

    var polls: [pollfd] { [pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)] }

    func serveRequests(_ receive: (Request, consuming Reply) -> Void) {
      guard waker.consume() else { return }
      receive(request, Reply { [answers] response in answers.all.withLock { $0.append(response) } })
    }

    func sendAnswers() {}
  }

  @Test(.timeLimit(.minutes(1)))
  func `is asked, touched, tilted and fed by what its surroundings give it`() throws {
    let command = try OneCommand()
    let opened = Mutex<Set<String>>([])
    let session = try session(seconds: 1) { options, surroundings in
      (options.touchScreen, options.motionSensor, options.inputPCM) = ("glass", "cup", "ear")
      surroundings.listen = { _, _, _ in command }
      let gone = SpinetError(.deviceNotFound, what: "device", why: "there is none", remedy: "connect one")
      surroundings.openTouchScreen = { (name, _) throws(SpinetError) in
        opened.withLock { _ = $0.insert(name) }
        throw gone
      }
      surroundings.openMotion = { (name) throws(SpinetError) in
        opened.withLock { _ = $0.insert(name) }
        throw gone
      }
      surroundings.openInput = { (name, _, _) throws(SpinetError) in
        opened.withLock { _ = $0.insert(name) }
        throw gone
      }
    }
    _ = try session.run { _ in }
    #expect(opened.withLock { $0 } == ["glass", "cup", "ear"])
    #expect(session.instrument.sessionWidgets.running.value == 0)
    #expect(command.answers.all.withLock { $0.count } == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func `plays five minutes at once, and what is held when a controller leaves is released`() throws {
    var script: [MIDISourceEvent] = [.connected(port)]
    for second in 0..<290 {
      script.append(message(.noteOn(one, key: UInt8(40 + second % 40), velocity: 90), at: Double(second)))
      script.append(message(.controlChange(one, controller: 64, value: 127), at: Double(second) + 0.25))
      guard second != 289 else { continue }
      script.append(
        message(.noteOff(one, key: UInt8(40 + second % 40), velocity: 0), at: Double(second) + 0.5))
      script.append(message(.controlChange(one, controller: 64, value: 0), at: Double(second) + 0.75))
    }
    let session = try session(script + [message(.activeSensing, at: 295), .disconnected(port)], seconds: 300)
    let start = clock.now
    _ = try session.run { _ in }
    #expect(clock.now >= start.advanced(bySeconds: 300))
    #expect(session.performer.players.allSatisfy { $0.keyboard.heldNotes == 0 })
    #expect(session.performer.held.isReleased(0))
  }

  @Test func `never sleeps without a limit while its engine runs, even when the card is paused`() throws {
    let session = try session()
    try session.output.start()
    let card = try #require(cards.outputs.withLock { $0.first })
    for state in [OutputStatus.State.playing, .paused, .lost(reason: "gone")] {
      card.state.withLock { $0 = state }
      #expect(session.loop.deadline(after: clock.now) != nil, "\(state)")
    }
    session.output.stop()
  }

  @Test func `looks at a card that it has woken until the card says that it plays`() throws {
    let session = try session()
    try session.output.start()
    let card = try #require(cards.outputs.withLock { $0.first })
    card.state.withLock { $0 = .paused }
    session.loop.turn()
    session.loop.turn()
    #expect(session.handle.status.sound == .resting)
    // The card takes the note at once, but its thread tells that it plays only later, and wakes nobody.
    session.performer.take(.noteOn(one, key: 60, velocity: 90), from: port.id, at: clock.now)
    session.loop.turn()
    #expect(card.wakes.load(ordering: .relaxed) == 1)
    card.state.withLock { $0 = .playing }
    let deadline = try #require(session.loop.deadline(after: clock.now))
    #expect(deadline.seconds - clock.now.seconds < 0.05)
    session.loop.turn()
    session.loop.turn()
    #expect(session.handle.status.sound == .playing)
    session.output.stop()
  }

  @Test func `tells of a card that is lost while it rests`() throws {
    let session = try session()
    try session.output.start()
    let card = try #require(cards.outputs.withLock { $0.first })
    card.state.withLock { $0 = .paused }
    for _ in 0..<4 { session.loop.turn() }
    card.state.withLock { $0 = .lost(reason: "gone") }
    let start = clock.now
    while session.handle.status.sound == .resting, clock.now.seconds - start.seconds < 10 {
      session.loop.turn()
    }
    #expect(clock.now.seconds - start.seconds < 2)
    #expect(session.handle.status.sound == .lost(card.format.pcm))
    session.output.stop()
  }
}
