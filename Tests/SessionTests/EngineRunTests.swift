import Glibc
import Logging
import Scratch
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetSession

/// An engine that plays how many commands it has taken, and can be told to misbehave.
private final class CountingEngine: SoundEngine, @unchecked Sendable {
  // Sendable because a test calls it from one thread at a time.
  let name = "Counting"
  let widgets: [Widget] = []
  let voiceCapacity = 1
  let failure: SpinetError?
  private(set) var format: (rate: Double, block: Int)?
  private var end: AudioEnd?
  private var count: Float = 0

  init(failure: SpinetError? = nil) { self.failure = failure }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    if let failure { throw failure }
    format = (framesPerSecond, largestBlock)
    end = nil
    end = link.claimAudioEnd()
  }

  func render(_ block: AudioBlock) {
    while end?.popCommand() != nil { count += 1 }
    block.left.fill(count)
    block.right.fill(count)
  }
}

struct EngineRunTests {
  private let output = DrivenOutput(framesPerSecond: 44_100, periodFrames: 32)

  @Test func `It is prepared for the output, attached once, and plays what was sent before the start`() throws
  {
    let engine = CountingEngine()
    let run = try EngineRun(of: engine, named: "test", on: output)
    #expect(engine.format?.rate == 44_100 && engine.format?.block == 32)
    var sent = 0
    if var ends = run.attach() {
      while sent < 3, ends.commands.send(EngineCommand(time: .now, .silence)) { sent += 1 }
    }
    let isAttachedAgain = if run.attach() != nil { true } else { false }
    #expect(sent == 3 && !isAttachedAgain)
    #expect(output.play(until: 32).left[0] == 0)
    try run.start()
    #expect(output.play(until: 64).left[31] == 3)
    #expect(run.end())
    #expect(output.play(until: 96).left[0] == 0 && run.status.state == .stopped)
  }

  @Test func `An engine that cannot be prepared is told, and plays nothing`() {
    let failure = SpinetError(.fileInvalid, what: "test", why: "it is wrong", remedy: "fix it")
    #expect(throws: failure) {
      _ = try EngineRun(of: CountingEngine(failure: failure), named: "", on: output)
    }
    #expect(output.status.state == .stopped)
  }

  @Test func `Each problem of the sound is told once, by the name of what plays`() throws {
    let run = try EngineRun(of: CountingEngine(), named: "one", on: output)
    var lines: [String] = []
    run.meters.recordOverflow()
    run.check("two") { lines.append($0) }
    run.check("two") { lines.append($0) }
    #expect(lines.count == 1 && lines[0].hasPrefix("two: some samples are not a number"))
  }

  @Test(.timeLimit(.minutes(1))) func `A block that never ends is left to its thread`() throws {
    let stuck = StuckOutput()
    defer { stuck.isReleased.store(true, ordering: .relaxed) }
    let run = try EngineRun(of: CountingEngine(), named: "test", on: stuck)
    try run.start()
    run.meters.recordBlockStart(at: HostTime(nanoseconds: HostTime.now.nanoseconds - 2_000_000_000))
    #expect(run.isStuck && !run.end())
  }

  /// An output whose thread does not end before it is let go.
  private final class StuckOutput: AudioOutput {
    let isReleased = Atomic<Bool>(false)
    let format = DrivenOutput(framesPerSecond: 48_000, periodFrames: 64).format
    var status: OutputStatus { DrivenOutput(framesPerSecond: 48_000, periodFrames: 64).status }
    func start(_ engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder?, input: Capture?) {}
    func record(to recorder: FrameRecorder?) {}
    func stop() {
      for _ in 0..<10_000 where !isReleased.load(ordering: .relaxed) { usleep(1000) }
    }
    func wake() {}
  }
}

struct CardSearchTests {
  /// The cards that can be opened, and those that were.
  private final class Cards: Sendable {
    let there = Mutex<Set<String>>([])
    let opened = Mutex<[String]>([])

    func open(_ request: OutputRequest) throws(SpinetError) -> any AudioOutput {
      guard there.withLock({ $0.contains(request.pcm) }) else {
        throw SpinetError(.deviceLost, what: request.pcm, why: "it is away", remedy: "plug it in")
      }
      opened.withLock { $0.append(request.pcm) }
      return DeafOutput(request)
    }
  }

  private let cards = Cards()
  private let engine = CountingEngine()

  private func search(_ change: (inout PlayOptions) -> Void = { _ in }) -> CardSearch {
    var options = PlayOptions()
    options.pcm = "USB"
    change(&options)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    var surroundings = Surroundings()
    surroundings.open = { [cards] request throws(SpinetError) in try cards.open(request) }
    surroundings.tryOpen = { [cards] in try? cards.open($0) }
    return CardSearch(options, logger: logger, in: surroundings)
  }

  @Test(
    arguments: [
      (["USB", "default"], false, "USB"), (["default"], false, "default"), (["none"], false, "none"),
      (["default", "none"], true, "none"), ([], false, nil),
    ] as [(Set<String>, Bool, String?)])
  func `The wanted card is opened, or what may replace it`(
    there: Set<String>, isOnly: Bool, expected: String?
  ) {
    cards.there.withLock { $0 = there }
    var search = search { $0.staysOnPCM = isOnly }
    let output = try? search.open(for: engine, isFirst: true)
    #expect(output?.format.pcm == expected)
    #expect(output.flatMap { search.standIn(playing: $0.format.pcm) } == (expected == "USB" ? nil : expected))
  }

  @Test func `A card that is required must be there at the start, and may be missing later`() throws {
    cards.there.withLock { $0 = ["default"] }
    var search = search { $0.requiresPorts = true }
    #expect(throws: SpinetError.self) { try search.open(for: engine, isFirst: true) }
    #expect(try search.open(for: engine, isFirst: false).format.pcm == "default")
  }

  @Test func `What a person chooses is opened alone, and forgotten when it fails`() throws {
    cards.there.withLock { $0 = ["USB", "default"] }
    var search = search()
    let old = search.want(OutputRequest(pcm: "HDMI"))
    #expect(search.wanted == "HDMI")
    #expect(throws: SpinetError.self) { try search.openWanted(for: engine) }
    #expect(cards.opened.withLock { $0 } == [])
    search = old
    #expect(search.wanted == "USB" && search.request.pcm == "USB")
  }

  @Test(.timeLimit(.minutes(1))) func `Another thread opens the wanted card when it comes`() throws {
    cards.there.withLock { $0 = ["default"] }
    var search = search()
    let status = try search.open(for: engine, isFirst: true).status
    #expect(search.nextMoment(status) != nil)
    cards.there.withLock { $0 = ["default", "USB"] }
    var found: (any AudioOutput)?
    #expect(
      eventually {
        found = search.find(while: status, for: engine)
        return found != nil
      })
    #expect(found?.format.pcm == "USB")
    #expect(found.map { search.nextMoment($0.status) == nil } == true)
  }
}

struct LiveInputTests {
  private final class InputEngine: SoundEngine {
    let name = "Input"
    let widgets: [Widget] = []
    let voiceCapacity = 0
    let inputCount: Int
    init(_ inputCount: Int) { self.inputCount = inputCount }
    func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
    func render(_ block: AudioBlock) {}
  }

  private func instrument(inputs: Int) -> LoadedInstrument {
    LoadedInstrument(name: "test", engine: InputEngine(inputs))
  }

  @Test func `It is open for engines that hear it, and too small for one that hears more`() {
    let format = DrivenOutput(framesPerSecond: 48_000, periodFrames: 64).format
    let lines = Mutex<[String]>([])
    let logger = Logger(label: "test") { _ in ListingLog { line in lines.withLock { $0.append(line) } } }
    var input = LiveInput("none", logger: logger)
    #expect(input.open(for: instrument(inputs: 0), format) == nil)
    #expect(lines.withLock { $0 } == ["input none: test has no audio input"])
    #expect(input.isTooSmall(for: instrument(inputs: 1)))
    #expect(input.open(for: instrument(inputs: 2), format) != nil)
    #expect(!input.isTooSmall(for: instrument(inputs: 2)) && input.isTooSmall(for: instrument(inputs: 3)))
    input.close()
    #expect(input.isTooSmall(for: instrument(inputs: 2)))
    var none = LiveInput(nil, logger: logger)
    #expect(
      none.open(for: instrument(inputs: 2), format) == nil && !none.isTooSmall(for: instrument(inputs: 2)))
  }

  @Test func `A card that is lost and comes back is told, each once`() {
    let lines = Mutex<[String]>([])
    let logger = Logger(label: "test") { _ in ListingLog { line in lines.withLock { $0.append(line) } } }
    var report = OutputReport(logger: logger)
    var status = DrivenOutput(framesPerSecond: 48_000, periodFrames: 64).status
    for state in [.playing, .lost(reason: "gone"), .lost(reason: "gone"), .playing] as [OutputStatus.State] {
      status.state = state
      report.tell(status, wanted: "none", standIn: nil)
    }
    #expect(lines.withLock { $0.count } == 2)
    #expect(lines.withLock { $0.last } == "none is back")
  }
}
